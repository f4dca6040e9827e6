import { Trans } from '@lingui/react/macro'
import { WifiOff } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Icon } from '../../components/marks/icon.tsx'
import styles from './offline-notice.module.css'
import { useSocket } from '../session/socket.tsx'
import { useOnline } from '../../components/feedback/use-online.ts'

const PausedNotice = lazy(() => import('./paused-notice.tsx'))

/** Shows that the connection is lost or is being restored. */
export const OfflineNotice = () => {
  const online = useOnline()
  const { status, resume } = useSocket()
  return (
    <div role="status">
      {online && status === 'paused' && (
        <Suspense fallback={null}>
          <PausedNotice onResume={resume} />
        </Suspense>
      )}
      {(!online || status === 'away') && (
        <p className={styles.notice}>
          <Icon of={WifiOff} size={18} />
          {online ? (
            <Trans>Ci stiamo ricollegando…</Trans>
          ) : (
            <Trans>Sei senza rete. I messaggi partono appena torna la connessione.</Trans>
          )}
        </p>
      )}
    </div>
  )
}
