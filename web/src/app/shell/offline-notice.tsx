import { Trans } from '@lingui/react/macro'
import { WifiOff } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Icon } from '#components/marks/icon.tsx'
import styles from './offline-notice.module.css'
import { useSocket, useSocketStatus } from '../session/socket.tsx'
import { useOnline } from '#components/feedback/use-online.ts'

const PausedNotice = lazy(() => import('./paused-notice.tsx'))

/** Shows that the connection is lost, is being restored, or is replaced by requests. */
export const OfflineNotice = () => {
  const online = useOnline()
  const { resume } = useSocket()
  const status = useSocketStatus()
  return (
    <div role="status">
      {online && status === 'paused' && (
        <Suspense fallback={null}>
          <PausedNotice onResume={resume} />
        </Suspense>
      )}
      {(!online || status === 'away' || status === 'polling') && (
        <p className={styles.notice}>
          <Icon of={WifiOff} size={18} />
          {!online ? (
            <Trans>You’re offline. Messages will go out as soon as you’re back online.</Trans>
          ) : status === 'polling' ? (
            <Trans>The live connection isn’t working. You can write as usual: news arrives within ten seconds.</Trans>
          ) : (
            <Trans>Reconnecting…</Trans>
          )}
        </p>
      )}
    </div>
  )
}
