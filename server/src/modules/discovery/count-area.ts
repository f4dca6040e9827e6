import { recentForMs } from '#modules/members/index.ts'
import type { Reader } from '#platform/database/replica.ts'
import {
  columnsAround,
  columnsBetween,
  columnsWithout,
  type Counted,
  enteredSince,
  entriesAround,
  firstGap,
  type Gap,
  gapAfter,
  type Gaps,
  rangeKey,
} from './gaps.ts'
import { firstEntries } from './pairs.ts'
import type { Size } from './pages.ts'
import { type Area, inArea, listed, listsOf, statement } from './queries.ts'

export interface AreaCount {
  /** Of each list, the city's first if there is one. */
  readonly sizes: readonly Size[]
  readonly gaps: Gaps
}

/**
 * Whether a search may have gaps: whom the viewer has decided on, or those whom filters exclude. Conditions on another
 * table may begin to hold without a change of the entry, and the index by transaction is one of regions.
 */
async function mayHaveGaps(
  reader: Reader,
  { viewerId, regionId, filters }: Area,
  mode: 'find' | 'match',
  worthwhileFrom: number,
): Promise<boolean> {
  if (regionId === null || filters.verified || filters.withPhoto) return false
  if (Object.keys(filters).length > 0) return true
  return mode === 'match' && hasDecided(reader, viewerId, worthwhileFrom)
}

/**
 * Counts in the order of the page, so that it reads the same index and stops at `most`.
 * @param most the highest number that is counted for each size
 * @param gaps of this search, or undefined to look for them; the result has those that follow from them
 * @param worthwhileFrom entries that a gap has at least
 */
export async function countArea(
  reader: Reader,
  area: Area,
  mode: 'find' | 'match',
  now: Date,
  most: number,
  gaps: Gaps | undefined,
  worthwhileFrom: number,
): Promise<AreaCount> {
  const { values, put } = statement()
  const { conditions, ofArea } = listed(area, mode, now, put)
  const lists = listsOf(area, put)
  const limit = put(most)
  const looksForGaps = gaps === undefined && (await mayHaveGaps(reader, area, mode, worthwhileFrom))
  const cap = looksForGaps || gaps?.size ? `${put(new Date(now.getTime() - recentForMs))}::timestamptz` : undefined
  const ranges = rangesOf(lists)
  const entered = enteredSince(
    ranges.flatMap(({ key }) => gaps?.get(key) ?? []),
    ofArea,
    put,
  )
  const counts = ranges.map(({ key, range }) => {
    const where = `${conditions} and ${range}`
    const gap = gaps?.get(key)
    const inOrder = (columns: string): string => firstEntries(ofArea('e'), where, { columns }, `limit ${limit}`, limit)
    if (cap && gap) return columnsAround(gap, entriesAround(gap, where, ofArea, limit, put), cap, put)
    return cap && looksForGaps
      ? columnsBetween(inOrder('e.active_at, e.member_id'), cap)
      : columnsWithout(inOrder(''), cap !== undefined)
  })
  const { rows } = await reader.query<Counted>(
    `${entered}${counts.map((columns, n) => `select ${n} as range, ${columns}`).join(' union all ')}`,
    values,
  )
  const sizeOf = (key: string): number => rows.find(({ range }) => ranges[range]?.key === key)?.size ?? 0
  const found = new Map<string, Gap>()
  for (const row of rows) {
    const key = ranges[row.range]?.key ?? ''
    const known = gaps?.get(key)
    const gap = known ? gapAfter(known, row, most) : looksForGaps ? firstGap(row, most) : undefined
    if (gap) found.set(key, gap)
  }
  return {
    sizes: lists.map((_, n) => ({ known: sizeOf(rangeKey(n, false)), fresh: sizeOf(rangeKey(n, true)) })),
    gaps: looksForGaps ? await worthwhile(reader, area, found, worthwhileFrom) : found,
  }
}

async function hasDecided(reader: Reader, viewerId: string, often: number): Promise<boolean> {
  const { rows } = await reader.query<{ n: number }>(
    'select count(*) as n from (select from reactions r where r.member_id = $1 limit $2) decided',
    [viewerId, often],
  )
  return (rows[0]?.n ?? 0) >= often
}

/** Each list's members by activity, and its new ones, as conditions on `discovery_entries e`. */
const rangesOf = (lists: readonly string[]): readonly { readonly key: string; readonly range: string }[] =>
  lists.flatMap((list, n) =>
    [false, true].map((fresh) => ({ key: rangeKey(n, fresh), range: `e.is_new = ${fresh} and ${list}` })),
  )

/** The gaps of at least so many entries. */
async function worthwhile(reader: Reader, area: Area, gaps: Gaps, from: number): Promise<Gaps> {
  if (gaps.size === 0) return gaps
  const { values, put } = statement()
  const ofArea = inArea(area, put)
  const limit = put(from)
  const passed = (where: string): string => {
    const parts = ofArea('e').map(
      (part) => `(select from discovery_entries e where ${part} and ${where} limit ${limit})`,
    )
    return parts.length === 1 ? (parts[0] ?? '') : `(select from (${parts.join(' union all ')}) one limit ${limit})`
  }
  const counts = rangesOf(listsOf(area, put)).flatMap(({ key, range }) => {
    const gap = gaps.get(key)
    return gap
      ? [
          `select '${key}' as key, count(*) as n from ${passed(`${range} and e.active_at < ${put(gap.top)}::timestamptz
            and e.active_at > ${put(gap.bottom)}::timestamptz`)} passed`,
        ]
      : []
  })
  const { rows } = await reader.query<{ key: string; n: number }>(counts.join(' union all '), values)
  return new Map([...gaps].filter(([key]) => rows.some((row) => row.key === key && row.n >= from)))
}
