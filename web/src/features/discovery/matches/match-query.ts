import type { Session } from '@incontro/contract/domain'
import { queryOptions } from '@tanstack/react-query'
import { api, apiOver, type ReplyOf, type Sender } from '#app/api/api.ts'

export type MatchReply = ReplyOf<'POST /dispenser/match'>
type Seeker = Pick<
  Session,
  'clickid' | 'country' | 'searchRegion' | 'searchCity' | 'seeks' | 'seeksAll' | 'premiumLevel'
>
type At = Pick<Session, 'clickid' | 'country' | 'region' | 'searchRegion' | 'seeksAll'>

const browser: Sender = (path, init) => fetch(path, { ...init, credentials: 'same-origin' })

/**
 * Fetches one page of the grid for the member's search, in the browser or (with `context.api`) while the server
 * renders.
 */
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

/** The key contains everything that changes the list. */
const keyOf = ({ clickid, searchRegion, searchCity, seeksAll, premiumLevel }: Seeker, page: number) =>
  [...matchesKey, clickid, searchRegion, searchCity, seeksAll.join(), premiumLevel, page] as const

export const matchesQuery = (seeker: Seeker, page: number) =>
  queryOptions({
    queryKey: keyOf(seeker, page),
    staleTime: 60_000,
    queryFn: ({ signal }) => fetchMatches(seeker, page, browser, signal),
  })

/** How many members whom this member may see were active in the search area in the last 30 days (rule 12.1). */
export const activeQuery = ({ clickid, country, region: home, searchRegion: region, seeksAll }: At) =>
  queryOptions({
    queryKey: ['active', clickid, country, region, seeksAll] as const,
    staleTime: 60_000,
    // Without a region it is the whole country, or a member who has not said where they live.
    enabled: home !== '',
    queryFn: ({ signal }) =>
      api('POST /dispenser/totalRegion', { body: { country, ...(region !== '' && { region }) }, signal }),
  })

/** Identifies a page of the grid, so that the browser can tell whether the server rendered the one requested now. */
export const matchesFingerprint = (seeker: Seeker, page: number) => keyOf(seeker, page).join('|')
