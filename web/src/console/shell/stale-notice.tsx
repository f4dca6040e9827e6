import { Trans } from '@lingui/react/macro'
import { notifyManager, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { Button } from '#components/buttons/button.tsx'
import { Note } from '#components/feedback/note.tsx'
import styles from './shell.module.css'

/** What is on the screen and could not be fetched again. */
const staleOf = (queries: QueryClient) =>
  queries.getQueryCache().findAll({
    type: 'active',
    predicate: ({ state }) => state.status === 'error' && state.data !== undefined,
  })

/** Lists and figures stay when they cannot be fetched again; then this says that they may be out of date. */
export const StaleNotice = () => {
  const queries = useQueryClient()
  const subscribe = useCallback(
    (changed: () => void) => queries.getQueryCache().subscribe(notifyManager.batchCalls(changed)),
    [queries],
  )
  const isStale = useSyncExternalStore(subscribe, () => staleOf(queries).length > 0)
  if (!isStale) return null
  return (
    <div className={styles.stale}>
      <Note tone="warn" role="status">
        <Trans>What you see may be out of date: it couldn’t be fetched again.</Trans>{' '}
        <Button
          size="sm"
          variant="sec"
          onClick={() => void queries.refetchQueries({ predicate: (query) => staleOf(queries).includes(query) })}
        >
          <Trans>Try again</Trans>
        </Button>
      </Note>
    </div>
  )
}
