import type { Query, QueryClient } from '@tanstack/react-query'
import { slowMs } from '#components/feedback/use-slow.ts'

/**
 * Watches the queries of the page, and reports those that have been waiting for an answer for six seconds: hashes of
 * their keys, none once all have answered. Returns a function that stops it.
 */
export const watchSlowQueries = (client: QueryClient, report: (slow: ReadonlySet<string>) => void): (() => void) => {
  const cache = client.getQueryCache()
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  let slow: ReadonlySet<string> = new Set()
  const change = (next: ReadonlySet<string>) => {
    slow = next
    report(slow)
  }
  const begin = (hash: string) => {
    if (timers.has(hash)) return
    timers.set(
      hash,
      setTimeout(() => change(new Set([...slow, hash])), slowMs),
    )
  }
  const end = (hash: string) => {
    clearTimeout(timers.get(hash))
    timers.delete(hash)
    if (slow.has(hash)) change(new Set([...slow].filter((other) => other !== hash)))
  }
  /** A page waits for what it shows; what only fills the cache is not on screen. */
  const follow = (query: Query) =>
    query.state.fetchStatus === 'fetching' && query.getObserversCount() > 0
      ? begin(query.queryHash)
      : end(query.queryHash)
  for (const query of cache.getAll()) follow(query)
  const stop = cache.subscribe(({ type, query }) => (type === 'removed' ? end(query.queryHash) : follow(query)))
  return () => {
    stop()
    for (const timer of timers.values()) clearTimeout(timer)
  }
}

/** Asks again for what has not been answered, without what is on its way. */
export const retrySlowQueries = async (client: QueryClient, slow: ReadonlySet<string>): Promise<void> => {
  const filter = { predicate: ({ queryHash }: Query) => slow.has(queryHash) }
  await client.cancelQueries(filter)
  await client.refetchQueries(filter)
}
