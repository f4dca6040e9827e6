import type { Put } from './filters.ts'
import { firstEntries, type OfArea } from './pairs.ts'

/* docs/decisions/041: what a search has passed over once is not read again. */

/**
 * A part of a range of the list, between two times of activity and without these, that shows no one to this viewer,
 * except members who entered it since.
 */
export interface Gap {
  /** As the database writes them: a `Date` has no microseconds. */
  readonly top: string
  readonly bottom: string
  /** Members who entered later were written by this transaction or a later one. */
  readonly since: number
}

/** The gap of each range of a search, by list and whether it is that of new members. */
export type Gaps = ReadonlyMap<string, Gap>
export const rangeKey = (list: number, fresh: boolean): string => `${list} ${fresh}`

/** The columns of `discovery_entries` that conditions compare, of `n`. */
const compared = `n.pool_id, n.country, n.region_id, n.gender, n.seeks, n.member_id, n.is_new, n.active_at, n.shows_presence, n.entered_in, n.other_pairs,
  n.asks_age_from, n.asks_age_to, n.asks_within_km, n.asks_more, n.city_id, n.born_on, n.height_cm, n.intent, n.interests, n.has_words`

/**
 * The beginning of a statement that reads around gaps: what entered any of them since, once for all ranges. Materialized,
 * or the planner would rather read each gap in the order of the list.
 */
export function enteredSince(gaps: readonly Gap[], ofArea: OfArea, put: Put): string {
  if (gaps.length === 0) return ''
  const since = put(Math.min(...gaps.map((gap) => gap.since)))
  const entered = ofArea('n').map(
    (part) => `select ${compared} from discovery_entries n where ${part} and n.entered_in >= ${since}::bigint`,
  )
  return `with entered as materialized (${entered.join(' union all ')}) `
}

/**
 * The first entries of a range: those above the gap, those that entered it since, and those below it. Only the second
 * have an `entered_in`. For a statement that begins with `enteredSince` of this gap and others.
 * @param where all conditions of the range beside those of the area, on `discovery_entries e`
 * @param limit a placeholder
 */
export function entriesAround(gap: Gap, where: string, ofArea: OfArea, limit: string, put: Put): string {
  const [top, bottom] = [`${put(gap.top)}::timestamptz`, `${put(gap.bottom)}::timestamptz`]
  const inOrder = `order by e.active_at desc, e.member_id limit ${limit}`
  const columns = 'e.member_id, e.active_at, null::bigint as entered_in'
  const outside = (condition: string): string =>
    firstEntries(ofArea('e'), `${where} and ${condition}`, { columns }, `limit ${limit}`, limit)
  return `(select around.member_id, around.active_at, around.entered_in from (
    ${outside(`e.active_at >= ${top}`)} union all
    (select e.member_id, e.active_at, e.entered_in from entered e
     where e.entered_in >= ${put(gap.since)}::bigint and ${where} and e.active_at > ${bottom} and e.active_at < ${top} ${inOrder}) union all
    ${outside(`e.active_at <= ${bottom}`)}) around
    order by around.active_at desc, around.member_id limit ${limit})`
}

export interface Counted {
  /** Which range was counted. */
  readonly range: number
  readonly size: number
  /** Gaps end below this time: above it, members come and go. */
  readonly cap: string
  /** The oldest transaction that was in progress. */
  readonly snapshot: number
  /** Around a gap, the entries where a wider one would begin and end; without one, the limits of the widest. */
  readonly top: string | null
  readonly bottom: string | null
  /** The first transaction of those that entered the gap since. */
  readonly entered: number | null
  /** The last entry, and whether more time is below it than in the widest gap. */
  readonly last: string | null
  readonly is_tail: boolean | null
}

const counted = (cap: string): string =>
  `count(*) as size, ${cap}::text as cap, pg_snapshot_xmin(pg_current_snapshot())::text::bigint as snapshot`

/** The columns of `Counted` for the first entries of a range around its gap. */
export const columnsAround = (gap: Gap, entries: string, cap: string, put: Put): string => `${counted(cap)},
  min(active_at) filter (where entered_in is null and active_at >= ${put(gap.top)}::timestamptz and active_at < ${cap})::text as top,
  max(active_at) filter (where entered_in is null and active_at <= ${put(gap.bottom)}::timestamptz)::text as bottom,
  min(entered_in) as entered, null::text as last, null::boolean as is_tail from ${entries} first`

/** The same to find the widest gap: the most time between two entries. Most members were active within a month. */
export function columnsBetween(entries: string, cap: string): string {
  const widest = (column: string): string =>
    `((array_agg(${column} order by above - active_at desc) filter (where active_at < ${cap}))[1])::text`
  return `${counted(cap)}, ${widest('above')} as top, ${widest('active_at')} as bottom, null::bigint as entered,
    min(least(active_at, ${cap}))::text as last,
    coalesce(min(least(active_at, ${cap})) - (${cap} - interval '30 days') >= max(above - active_at) filter (where active_at < ${cap}), true) as is_tail
    from (select active_at, least(lag(active_at) over (order by active_at desc, member_id), ${cap}) as above from ${entries} first) spaced`
}

/** The same of a range without a gap. @param isBeside in one statement with the others */
export const columnsWithout = (entries: string, isBeside: boolean): string =>
  `count(*) as size${isBeside ? ', null, null, null, null, null, null, null' : ''} from ${entries} first`

/** The gap after a count around it that ended at `most` entries. */
export function gapAfter(gap: Gap, { size, cap, snapshot, top, bottom, entered }: Counted, most: number): Gap {
  // Unless the count came to what is below the gap, it does not know how far the gap goes.
  if (bottom === null && size >= most) return gap
  return { top: top ?? cap, bottom: bottom ?? '-infinity', since: Math.min(snapshot, entered ?? snapshot) }
}

/** The widest gap after a count without one. */
export function firstGap({ size, cap, snapshot, top, bottom, last, is_tail }: Counted, most: number): Gap | undefined {
  if (size < most && is_tail) return { top: last ?? cap, bottom: '-infinity', since: snapshot }
  return top === null || bottom === null ? undefined : { top, bottom, since: snapshot }
}
