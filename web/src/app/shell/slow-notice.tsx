import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Hourglass } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useNavigate, useNavigation } from 'react-router'
import { Icon } from '#components/marks/icon.tsx'
import { useOnline } from '#components/feedback/use-online.ts'
import { useSlow } from '#components/feedback/use-slow.ts'
import { retrySlowQueries, watchSlowQueries } from '../session/slow-queries.ts'
import styles from './offline-notice.module.css'

const none: ReadonlySet<string> = new Set()

/** Says that the server takes longer than usual to answer, above what the page showed last. */
export const SlowNotice = () => {
  const client = useQueryClient()
  const online = useOnline()
  const navigate = useNavigate()
  const { location } = useNavigation()
  const [slow, setSlow] = useState(none)
  const isNavigationSlow = useSlow(location !== undefined)
  useEffect(() => watchSlowQueries(client, setSlow), [client])
  const retry = () => {
    if (location) void navigate(location, { state: location.state as unknown })
    void retrySlowQueries(client, slow)
  }
  return (
    <div role="status">
      {online && (slow.size > 0 || isNavigationSlow) && (
        <p className={styles.notice}>
          <Icon of={Hourglass} size={18} />
          <Trans>This is taking longer than usual</Trans>
          <button type="button" className={styles.retry} onClick={retry}>
            <Trans>Try again</Trans>
          </button>
        </p>
      )}
    </div>
  )
}
