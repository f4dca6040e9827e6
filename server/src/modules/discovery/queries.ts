import { ages, type GenderWord, type IntentId, type InterestId } from '@incontro/contract'
import type pg from 'pg'
import type { Reader } from '#platform/database/replica.ts'
import type { Cell } from '#modules/geo/index.ts'
import { isShownTo, notBlocked, showsVisits, takesMessagesFrom } from '#modules/members/index.ts'
import { type CardFactsKept, type Found, versionColumns } from './card-facts.ts'
import { asOthersRead, cardJoins, type CardRow, type CardView, factColumns, viewColumns } from './cards.ts'
import { type Asked, filterConditions, type Put } from './filters.ts'
import { enteredSince, entriesAround, type Gap, type Gaps, rangeKey } from './gaps.ts'
import { firstEntries, type OfArea, ofPairs, type Pair } from './pairs.ts'
import type { PagePlan, Slice } from './pages.ts'
import type { Position, Positions } from './positions.ts'
import type { Beginning } from './readings.ts'

/** Who searches, and where. `regionId` null searches the whole country. */
export interface Area extends Asked {
  readonly viewerId: string
  readonly poolId: string
  readonly country: string
  readonly regionId: number | null
  /** Members of this city come first. */
  readonly cityId: number | null
  /** Those whom the viewer seeks and who seek the viewer; never empty. */
  readonly pairs: readonly Pair[]
  /** The viewer's own, in years. */
  readonly age: number
  /** The viewer's own, in centimetres, and what they hope to find; null if they do not say. */
  readonly height: number | null
  readonly intent: IntentId | null
  /** Where the viewer lives; null without a city. */
  readonly cell: Cell | null
}

/** Days for which a dislike excludes a member from the match (rule 5.1). */
const dislikeDays = 30
const hour = 3_600_000
export const hourOf = (now: Date): number => Math.floor(now.getTime() / hour)

/** Builds a statement with parameters; equal texts are prepared once. */
export function statement() {
  const values: unknown[] = []
  const put: Put = (value) => `$${values.push(value)}`
  return { values, put }
}

export function inArea(area: Area, put: Put): OfArea {
  const [pool, country] = [put(area.poolId), put(area.country)]
  const pairs = ofPairs(area.pairs, put)
  const region = area.regionId === null ? undefined : put(area.regionId)
  return (e) =>
    pairs(e).map(
      (pair) =>
        `${e}.pool_id = ${pool} and ${e}.country = ${country} and ${pair}${
          region === undefined ? '' : ` and ${e}.region_id = ${region}`
        }`,
    )
}

/**
 * Whom the viewer may see of an area, as conditions on `discovery_entries e` beside those of the area, `ofArea`. The
 * viewer is `$1`, as in `viewColumns`.
 * Excludes oneself, blocks in either direction, and members whose own filters exclude the viewer (by age, distance,
 * height and intent: decision 029); in match mode also members already answered.
 */
export function listed(
  area: Area,
  mode: 'find' | 'match',
  now: Date,
  put: Put,
): { readonly conditions: string; readonly ofArea: OfArea } {
  const viewer = put(area.viewerId)
  const ofArea = inArea(area, put)
  // By the hour, so that no member comes back into a gap in between (decision 041).
  const since = new Date(hourOf(now) * hour - dislikeDays * 24 * hour)
  const conditions = [
    `e.member_id <> ${viewer} and e.member_id not in (select b.other_id from blocks b where b.member_id = ${viewer})`,
    `${put(Math.min(area.age, ages.most))}::int between e.asks_age_from and e.asks_age_to`,
    `(e.asks_within_km is null or e.asks_within_km >= (
      select km_between_cells(${put(area.cell?.row ?? null)}::int, ${put(area.cell?.column ?? null)}::int, cell_of(c.latitude), cell_of(c.longitude))
      from geo_cities c where c.id = e.city_id))`,
    `(not e.asks_more or (
      select ((a.filters -> 'height') is null or coalesce(${put(area.height)}::int
          between (a.filters -> 'height' ->> 'from')::int and (a.filters -> 'height' ->> 'to')::int, false))
        and ((a.filters -> 'intents') is null or coalesce((a.filters -> 'intents') ? ${put(area.intent)}::text, false))
      from search_settings a where a.member_id = e.member_id))`,
    ...filterConditions(area, now, put),
    ...(mode === 'match'
      ? [
          `not exists (select from reactions z where z.member_id = ${viewer} and z.other_id = e.member_id
            and (z.kind = 'like' or z.created_at > ${put(since)}))`,
        ]
      : []),
  ].join(' and ')
  return { conditions, ofArea }
}

/** The consecutive lists: members of the city, then of the rest of the area; a single list without a city. */
export const listsOf = (area: Area, put: Put): readonly string[] => {
  if (area.cityId === null) return ['true']
  const city = put(area.cityId)
  return [`e.city_id = ${city}`, `e.city_id is distinct from ${city}`]
}

/** Condition: the entry is at the position or behind it, as a range of the list's index. */
function beginningAt({ activeAt, memberId, isAfter }: Position, put: Put): string {
  const at = `${put(activeAt)}::timestamptz`
  return `e.active_at <= ${at} and (e.active_at < ${at} or e.member_id ${isAfter ? '>' : '>='} ${put(memberId)})`
}

/** In the deck: what a member likes, and what the viewer likes. */
interface Interests {
  readonly interests?: readonly InterestId[] | null
  readonly own_interests?: readonly InterestId[] | null
}
/** A member of a page. */
export type ListedRow = CardRow & Interests
/** Where the page has them. */
interface Place {
  readonly list: number
  readonly fresh: boolean
  readonly active_at?: string
}

/** Where a page begins. */
export interface PageStart {
  readonly gaps: Gaps
  readonly positions: Positions
  /** Whether the list is read page by page, so that the next page goes on behind this one. */
  readonly isRead: boolean
  /** From the second page on. */
  readonly beginning?: Beginning | undefined
}

/**
 * The members of a page, in order.
 * @param start what is known of this search; the positions that the page shows are added
 * @returns also the last entry of each range that the page reaches
 */
export async function readPage(
  reader: Reader,
  area: Area,
  mode: 'find' | 'match',
  plans: readonly PagePlan[],
  { gaps, positions, isRead, beginning }: PageStart,
  facts: CardFactsKept,
  now: Date,
): Promise<{ readonly rows: ListedRow[]; readonly lasts: ReadonlyMap<string, Position> }> {
  const { values, put } = statement()
  const { conditions, ofArea } = listed(area, mode, now, put)
  const lists = listsOf(area, put)
  const passed: Gap[] = []
  const part = (list: number, fresh: boolean, slice: Slice): string => {
    const start =
      beginning?.lastOf(list, fresh) ?? (positions.isDeep(slice) ? positions.of({ list, fresh }, slice) : undefined)
    // Of a range that no page has reached no member was shown, wherever they have moved inside of it.
    const begin = start ? beginningAt(start, put) : 'true'
    const where = `${conditions} and e.is_new = ${fresh} and ${lists[list]} and ${begin}`
    // A range that the page before did not reach begins with its first entry.
    const offset = start || beginning?.goesOn === true ? 0 : slice.offset
    const gap = gaps.get(rangeKey(list, fresh))
    if (gap) passed.push(gap)
    const columns = `${list} as list, ${fresh} as fresh, e.member_id, e.active_at`
    const end = `offset ${put(offset)} limit ${put(slice.limit)}`
    const reached = gap || ofArea('e').length > 1 ? put(offset + slice.limit) : ''
    return gap
      ? `(select ${columns} from ${entriesAround(gap, where, ofArea, reached, put)} e order by e.active_at desc, e.member_id ${end})`
      : firstEntries(ofArea('e'), where, { columns }, end, reached)
  }
  // Skips what the page does not reach: preparing a range that is not read takes a tenth of the statement.
  const parts = plans.flatMap(({ known, fresh }, list) => [
    ...(known.limit > 0 ? [part(list, false, known)] : []),
    ...(fresh.limit > 0 ? [part(list, true, fresh)] : []),
  ])
  const isPlaced = isRead || plans.some(({ known, fresh }) => positions.isDeep(known) || positions.isDeep(fresh))
  const inDeck = mode === 'match'
  const { rows } = await reader.query<CardView & Found & Interests & Place>(
    `${enteredSince(passed, ofArea, put)}select t.list, t.fresh, ${isPlaced ? 't.active_at::text, ' : ''}${versionColumns}, ${viewColumns}
       ${inDeck ? ', c.interests, (select o.interests from profile_choices o where o.member_id = $1) as own_interests' : ''}
     from (${parts.join(' union all ')}) t
     join members m on m.id = t.member_id ${cardJoins} ${inDeck ? 'left join profile_choices c on c.member_id = m.id' : ''}
     order by t.list, t.fresh, t.active_at desc, t.member_id`,
    values,
  )
  const lasts = new Map<string, Position>()
  const members = plans.flatMap((plan, list) => {
    const [known, fresh] = [false, true].map((wanted) => {
      const ofRange = rows.filter((row) => row.list === list && row.fresh === wanted)
      const last = ofRange.at(-1)
      if (last?.active_at !== undefined)
        lasts.set(rangeKey(list, wanted), { activeAt: last.active_at, memberId: last.id, isAfter: true })
      positions.remember({ list, fresh: wanted }, wanted ? plan.fresh : plan.known, ofRange)
      return ofRange
    })
    return plan.places.flatMap((isFresh) => ((isFresh ? fresh : known) ?? []).splice(0, 1))
  })
  const factsOf = await facts.of(reader, members)
  const shown = members.flatMap((row) => {
    const own = factsOf.get(row.id)
    return own ? [{ ...own, ...row }] : []
  })
  return { rows: shown, lasts }
}

/** Days within which a member counts as active. */
const activeDays = 30

/**
 * Visible members of the area who were active in the last 30 days: the live count of rule 12.1.
 * @param most the highest number that is counted
 */
export async function countActive(reader: Reader, area: Area, now: Date, most: number): Promise<number> {
  const { values, put } = statement()
  const { conditions: seen, ofArea } = listed(area, 'find', now, put)
  const conditions = `${seen} and e.active_at > ${put(new Date(now.getTime() - activeDays * 86_400_000))}`
  const limit = put(most)
  // New members and the others are separate ranges of the list's index.
  const part = (fresh: boolean): string =>
    firstEntries(ofArea('e'), `${conditions} and e.is_new = ${fresh}`, { columns: '' }, `limit ${limit}`, limit)
  const { rows } = await reader.query<{ n: number }>(
    `select count(*) as n from (${part(false)} union all ${part(true)} limit ${limit}) counted`,
    values,
  )
  return rows[0]?.n ?? 0
}

/** Newest members of an area that a search looks through at most. */
const newestLookedAt = 1000
/** The highest number reported; above it there are "more". */
const mostNew = 99

/** Counts matches among the members who signed up since a time: bounded, however large the area is. */
export async function countNewest(
  reader: Reader,
  area: Area,
  since: Date,
  now: Date,
): Promise<{ readonly newMembers: number; readonly hasMore: boolean }> {
  const { values, put } = statement()
  const { conditions, ofArea } = listed(area, 'find', now, put)
  const after = put(since)
  const columns = `e.member_id, e.is_new, e.active_at, e.shows_presence, e.asks_age_from, e.asks_age_to, e.asks_within_km, e.asks_more,
    e.city_id, e.born_on, e.height_cm, e.intent, e.interests, e.has_words, e.created_at`
  const inOrder = `order by e.created_at desc limit ${newestLookedAt}`
  // The index of the newest is by region.
  const country = area.regionId === null ? put(area.country) : undefined
  const parts = ofArea('e').map((part) => {
    const found = (within: string): string =>
      `(select ${columns} from discovery_entries e where ${part}${within} and e.created_at > ${after} ${inOrder})`
    return country === undefined
      ? found('')
      : `(select ${columns} from geo_regions r cross join lateral ${found(' and e.region_id = r.id')} e
          where r.country = ${country} ${inOrder})`
  })
  const newest = parts.length === 1 ? parts[0] : `select ${columns} from (${parts.join(' union all ')}) e ${inOrder}`
  const { rows } = await reader.query<{ looked_at: number; n: number }>(
    `with newest as materialized (${newest})
     select (select count(*) from newest) as looked_at, (select count(*) from newest e where ${conditions}) as n`,
    values,
  )
  const { looked_at: lookedAt, n } = rows[0] ?? { looked_at: 0, n: 0 }
  return { newMembers: Math.min(n, mostNew), hasMore: n > mostNew || lookedAt >= newestLookedAt }
}

/** Whether viewer $1 of pool $3 may see `members m`. */
export const maySee = `m.pool_id = $3 and m.state = 'active' and (m.email_confirmed_at is not null or not m.needs_confirmation)
    and ${notBlocked('$1', 'm.id')} and ${isShownTo('m', '$1')}`

/** Leaves out members of a page that the viewer may not see any more. A page of a replica may be some seconds old. */
export async function recheckVisibility<Row extends { readonly id: string }>(
  pool: pg.Pool,
  { viewerId, poolId }: Area,
  page: readonly Row[],
): Promise<readonly Row[]> {
  const { rows } = await pool.query<{ id: string }>({
    name: 'still seen',
    text: `select m.id from members m where m.id = any($2::uuid[]) and ${maySee}`,
    values: [viewerId, page.map(({ id }) => id), poolId],
  })
  const seen = new Set(rows.map(({ id }) => id))
  return page.filter(({ id }) => seen.has(id))
}

type OneCard = CardRow & {
  writable: boolean
  visited_you: boolean
  gender_word: GenderWord | null
  hides_gender_word: boolean
}

// A visit counts as the viewer was notified of it: one made while the member hid their visits never does (decision
// 020).
const oneSql = `
  select ${viewColumns}, ${factColumns}, m.gender_word, m.hides_gender_word, ${takesMessagesFrom('m', '$1')} as writable,
    ${showsVisits('m')} and exists (
      select from notifications v where v.member_id = $1 and v.kind = 'visit' and v.actor_id = m.id) as visited_you
  from members m ${cardJoins}
  where m.id = $2 and ${maySee}`

/**
 * One member the viewer may see; undefined if unknown, of another pool, not active, unconfirmed, blocked or hidden from
 * them.
 */
export async function oneCard(
  pool: pg.Pool,
  viewerId: string,
  id: string,
  poolId: string,
): Promise<OneCard | undefined> {
  const { rows } = await pool.query<OneCard>({
    name: 'one card',
    text: oneSql,
    values: [viewerId, id, poolId],
  })
  return rows[0] && asOthersRead(rows[0])
}
