import type { Session } from '@incontro/contract/domain'
import { queryOptions } from '@tanstack/react-query'
import { apiOver, type ReplyOf, type Sender } from '#app/api/api.ts'

export type PicksReply = ReplyOf<'POST /dispenser/picks'>

const browser: Sender = (path, init) => fetch(path, { ...init, credentials: 'same-origin' })

/** Fetches the people picked for today, in the browser or (with `context.api`) while the server renders. */
export const fetchPicks = (
  { clickid: trackerId }: Pick<Session, 'clickid'>,
  send = browser,
  signal?: AbortSignal,
): Promise<PicksReply> => apiOver(send)('POST /dispenser/picks', { body: { trackerId }, ...(signal && { signal }) })

/** The same all day; asked again now and then, as one of them may have left and a new day begins. */
export const picksQuery = (session: Pick<Session, 'clickid' | 'seeksAll'>) =>
  queryOptions({
    queryKey: ['picks', session.clickid, session.seeksAll] as const,
    staleTime: 300_000,
    queryFn: ({ signal }) => fetchPicks(session, browser, signal),
  })
