import type { Session } from '@incontro/contract/domain'
import { queryOptions } from '@tanstack/react-query'
import { api, apiOver, type ReplyOf, type Sender } from '../../../app/api/api.ts'

export type MatchReply = ReplyOf<'POST /dispenser/match'>
type Seeker = Pick<Session, 'clickid' | 'country' | 'searchRegion' | 'searchCity' | 'seeks' | 'premiumLevel'>

const browser: Sender = (path, init) => fetch(path, { ...init, credentials: 'same-origin' })

/** One page of the grid, where the member looks: for a browser or (with `context.api`) for the server's rendering. */
export const fetchMatches = (
  { clickid, seeks, premiumLevel }: Seeker,
  page: number,
  send = browser,
  signal?: AbortSignal,
) =>
  apiOver(send)('POST /dispenser/match', {
    body: { trackerId: clickid, page, seeks, premiumLevel },
    ...(signal && { signal }),
  })

export const matchesKey = ['matches'] as const

/** Everything that changes who is shown is part of the key. */
const keyOf = ({ clickid, searchRegion, searchCity, seeks, premiumLevel }: Seeker, page: number) =>
  [...matchesKey, clickid, searchRegion, searchCity, seeks, premiumLevel, page] as const

export const matchesQuery = (seeker: Seeker, page: number) =>
  queryOptions({
    queryKey: keyOf(seeker, page),
    staleTime: 60_000,
    queryFn: ({ signal }) => fetchMatches(seeker, page, browser, signal),
  })

/** How many members were here in the last 30 days, whom the member may see, where they look (decision 12.1). */
export const activeQuery = ({ clickid, country, searchRegion: region, seeks }: Seeker) =>
  queryOptions({
    queryKey: ['active', clickid, country, region, seeks] as const,
    staleTime: 60_000,
    enabled: region !== '',
    queryFn: ({ signal }) => api('POST /dispenser/totalRegion', { body: { country, region }, signal }),
  })

/** Whether the server rendered the page asked for now. */
export const matchesFingerprint = (seeker: Seeker, page: number) => keyOf(seeker, page).join('|')
