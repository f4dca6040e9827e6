import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { type OwnProfile, profileKey } from '../cards/profile-query.ts'

interface Queue {
  /** Changes that are not stored yet. */
  waiting: number
  /** What the server has stored of the fields that were changed since nothing waited. */
  stored: Partial<OwnProfile>
  last: Promise<unknown>
}
const queues = new WeakMap<QueryClient, Queue>()

/** When the page is left, nothing waits for an answer that would come too late. */
const leaving = (): Promise<void> =>
  new Promise((resolve) => {
    if (typeof addEventListener === 'function') addEventListener('pagehide', () => resolve(), { once: true })
  })

/**
 * Shows a change of the own profile at once, and sends it when the one before has been answered: lists are replaced
 * as a whole, so that two requests at a time could store the older list. What the server refuses is taken back once
 * nothing waits. @throws what `send` throws
 */
export async function saveChoices<Changes extends Partial<OwnProfile>>(
  client: QueryClient,
  clickid: string,
  changes: Changes,
  send: (changes: Changes) => Promise<unknown>,
  /** Other queries that show the changes. */
  shownBy: readonly QueryKey[],
): Promise<void> {
  const key = [...profileKey, clickid]
  const queue = queues.get(client) ?? { waiting: 0, stored: {}, last: Promise.resolve() }
  queues.set(client, queue)
  // A request sent before this change would return the old choices.
  void client.cancelQueries({ queryKey: key })
  const before = client.getQueryData<OwnProfile>(key)
  const fields = Object.keys(changes) as (keyof OwnProfile)[]
  queue.stored = {
    ...Object.fromEntries(fields.map((field) => [field, before?.[field]])),
    ...(queue.waiting > 0 && queue.stored),
  }
  queue.waiting += 1
  client.setQueryData<OwnProfile>(key, (now) => now && { ...now, ...changes })
  const turn = queue.waiting > 1 ? Promise.race([queue.last, leaving()]) : Promise.resolve()
  const sent = turn.then(() => send(changes))
  // A failure is the caller's; the next change does not depend on it.
  queue.last = sent.catch(() => undefined)
  try {
    await sent
    queue.stored = { ...queue.stored, ...changes }
  } finally {
    queue.waiting -= 1
    if (queue.waiting === 0) client.setQueryData<OwnProfile>(key, (now) => now && { ...now, ...queue.stored })
  }
  if (queue.waiting === 0)
    await Promise.all([profileKey, ...shownBy].map((queryKey) => client.invalidateQueries({ queryKey })))
}
