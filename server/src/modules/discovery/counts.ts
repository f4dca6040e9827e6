import type { LaggingReads } from '#platform/database/replica.ts'
import type { Size } from './pages.ts'
import { type AreaCount, countArea } from './count-area.ts'
import type { Gaps } from './gaps.ts'
import { createPositions, type Positions } from './positions.ts'
import { type Area, hourOf } from './queries.ts'

const lifeMs = 15_000
const most = 5_000

/** Larger numbers are shown as "more than": an exact count would read the whole area for every first page. */
export const mostCounted = 1_000
/** The list ends here: a count for a later page, and its offset, would read that many members. */
export const mostListed = 10_000
/** Whether a page begins within the list. */
export const isWithinList = (page: number, perPage: number): boolean => (page - 1) * perPage < mostListed

/** From so many entries on, reading around a gap is faster than reading it. */
const worthwhileFrom = 200

/** How many members an area has for a viewer. */
export interface Count {
  /** The size of each list, exact up to the number that was asked for. */
  readonly sizes: readonly Size[]
  readonly total: number
  /** There are more than `total`. */
  readonly hasMore: boolean
  /** Where the pages begin that were read since. */
  readonly positions: Positions
  readonly gaps: Gaps
  /** Identifies the search: whose it is, and all that it asks. */
  readonly search: string
}

/**
 * Numbers of members in areas, each cached for 15 seconds, so that paging does not count again, and the gaps of their
 * searches.
 */
export function createCounts(
  reads: Pick<LaggingReads, 'of' | 'serverNumber'>,
  clock: () => Date,
  gapsFrom = worthwhileFrom,
) {
  const known = new Map<string, { at: number; upTo: number; value: Count }>()
  /** Valid for the hour, as ages and dislikes are. A decision does not end them: it removes members only. */
  const gaps = new Map<string, { readonly hour: number; readonly value: Gaps }>()
  function rememberGaps(search: string, hour: number, value: Gaps): void {
    // The search that counted least recently is forgotten.
    gaps.delete(search)
    const [oldest] = gaps.size >= most ? gaps.keys() : []
    if (oldest !== undefined) gaps.delete(oldest)
    gaps.set(search, { hour, value })
  }

  return {
    /** @param upTo counts at least as many, if there are: the places up to the end of the requested page */
    async of(area: Area, mode: 'find' | 'match', upTo = 0): Promise<Count> {
      // Gaps compare transaction ids, which are of one server.
      const key = `${reads.serverNumber()} ${mode} ${area.viewerId} ${area.country} ${area.regionId} ${area.cityId} ${area.cell?.row}/${area.cell?.column} ${JSON.stringify(area.pairs)} ${area.height} ${area.intent} ${JSON.stringify(area.filters)}`
      const at = clock()
      const now = at.getTime()
      // In steps, so that each further page does not count again.
      const wanted = Math.min(mostListed, Math.max(1, Math.ceil(upTo / mostCounted)) * mostCounted)
      const kept = known.get(key)
      if (kept && now - kept.at < lifeMs && (kept.upTo >= wanted || !kept.value.hasMore)) return kept.value
      const search = `${key} ${area.age} ${area.ownInterests.join()}`
      const hour = hourOf(at)
      const found = gaps.get(search)
      const before = found?.hour === hour ? found.value : undefined
      const counted = await countArea(reads.of(area.viewerId), area, mode, at, wanted + 1, before, gapsFrom)
      if (mode === 'match' || Object.keys(area.filters).length > 0) rememberGaps(search, hour, counted.gaps)
      const value = toCount(counted, wanted, key)
      if (known.size >= most) known.clear()
      known.set(key, { at: now, upTo: wanted, value })
      return value
    },
    /** Call after a like, a dislike, a block or a change of filters by this viewer. */
    invalidate(viewerId: string): void {
      for (const key of known.keys()) if (key.includes(` ${viewerId} `)) known.delete(key)
    },
  }
}

function toCount({ sizes, gaps }: AreaCount, upTo: number, search: string): Count {
  const rest = { sizes, positions: createPositions(), gaps, search }
  if (sizes.some(({ known, fresh }) => known > upTo || fresh > upTo)) return { ...rest, total: upTo, hasMore: true }
  return { ...rest, total: sizes.reduce((sum, { known, fresh }) => sum + known + fresh, 0), hasMore: false }
}

export type Counts = ReturnType<typeof createCounts>
