import { ages, type Gender } from '@incontro/contract'
import type pg from 'pg'
import type { Cell } from '../geo/index.ts'
import { isShownTo, takesMessagesFrom } from '../members/index.ts'
import { cardColumns, cardJoins, type CardRow } from './cards.ts'
import { type Asked, filterConditions, type Put } from './filters.ts'
import type { PagePlan, Size, Slice } from './pages.ts'

/** Who looks, and where. `regionId` null looks in the whole country. */
export interface Area extends Asked {
  readonly viewerId: string
  readonly poolId: string
  readonly country: string
  readonly regionId: number | null
  /** Whose people come first. */
  readonly cityId: number | null
  /** Gender looked for, and the viewer's own, which the others must look for. */
  readonly seeks: Gender
  readonly gender: Gender
  /** The viewer's own, in years. */
  readonly age: number
  /** Where the viewer lives; null where they say no city. */
  readonly cell: Cell | null
}

/** How long a dislike keeps its member out of the match (decision 5.1), in days. */
const dislikeDays = 30

/** A statement that is being put together: the same texts come again and are prepared once. */
function statement() {
  const values: unknown[] = []
  const put: Put = (value) => `$${values.push(value)}`
  return { values, put }
}

/**
 * Whom the viewer may see in an area, as conditions on `discovery_entries e`. The viewer is `$1`, as in `cardColumns`.
 * Excluded: oneself, blocked in either direction, who asks for other ages or nearer people; in match mode members who were answered.
 */
function listed(area: Area, mode: 'find' | 'match', now: Date, put: Put): string {
  const viewer = put(area.viewerId)
  const since = new Date(now.getTime() - dislikeDays * 86_400_000)
  return [
    `e.pool_id = ${put(area.poolId)} and e.country = ${put(area.country)}`,
    `e.gender = ${put(area.seeks)} and e.seeks = ${put(area.gender)}`,
    ...(area.regionId === null ? [] : [`e.region_id = ${put(area.regionId)}`]),
    `e.member_id <> ${viewer} and e.member_id not in (select b.other_id from blocks b where b.member_id = ${viewer})`,
    `${put(Math.min(area.age, ages.most))}::int between e.asks_age_from and e.asks_age_to`,
    `(e.asks_within_km is null or e.asks_within_km >= (
      select km_between_cells(${put(area.cell?.row ?? null)}::int, ${put(area.cell?.column ?? null)}::int, cell_of(c.latitude), cell_of(c.longitude))
      from geo_cities c where c.id = e.city_id))`,
    ...filterConditions(area, now, put),
    ...(mode === 'match'
      ? [
          `not exists (select from reactions z where z.member_id = ${viewer} and z.other_id = e.member_id
            and (z.kind = 'like' or z.created_at > ${put(since)}))`,
        ]
      : []),
  ].join(' and ')
}

/** The lists that follow each other: the city's people, then the rest of the area; all of it where no city is chosen. */
const listsOf = (area: Area, put: Put): readonly string[] => {
  if (area.cityId === null) return ['true']
  const city = put(area.cityId)
  return [`e.city_id = ${city}`, `e.city_id is distinct from ${city}`]
}

/** @returns how many members each list has, the city's first where the area has a city */
export async function countArea(pool: pg.Pool, area: Area, mode: 'find' | 'match', now: Date): Promise<Size[]> {
  const { values, put } = statement()
  const lists = listsOf(area, put)
  const columns = lists.flatMap((list, at) => [
    `count(*) filter (where not e.is_new and ${list}) as known${at}`,
    `count(*) filter (where e.is_new and ${list}) as fresh${at}`,
  ])
  const { rows } = await pool.query<Record<string, number>>(
    `select ${columns.join(', ')} from discovery_entries e where ${listed(area, mode, now, put)}`,
    values,
  )
  return lists.map((_, at) => ({ known: rows[0]?.[`known${at}`] ?? 0, fresh: rows[0]?.[`fresh${at}`] ?? 0 }))
}

/** The members of a page, in its order. */
export async function pageOf(
  pool: pg.Pool,
  area: Area,
  mode: 'find' | 'match',
  plans: readonly PagePlan[],
  now: Date,
): Promise<CardRow[]> {
  const { values, put } = statement()
  const conditions = listed(area, mode, now, put)
  const lists = listsOf(area, put)
  const part = (list: number, fresh: boolean, { offset, limit }: Slice): string => `
    (select ${list} as list, ${fresh} as fresh, e.member_id, e.active_at from discovery_entries e
     where ${conditions} and e.is_new = ${fresh} and ${lists[list]}
     order by e.active_at desc, e.member_id offset ${put(offset)} limit ${put(limit)})`
  // A list that the page does not reach is left out, so that its members before the page are not passed over for nothing.
  const parts = plans.flatMap(({ known, fresh, places }, list) =>
    places.length === 0 ? [] : [part(list, false, known), part(list, true, fresh)],
  )
  const { rows } = await pool.query<CardRow & { list: number; fresh: boolean }>(
    `select t.list, t.fresh, ${cardColumns}
     from (${parts.join(' union all ')}) t
     join members m on m.id = t.member_id ${cardJoins}
     order by t.list, t.fresh, t.active_at desc, t.member_id`,
    values,
  )
  return plans.flatMap(({ places }, list) => {
    const [known, fresh] = [false, true].map((wanted) =>
      rows.filter((row) => row.list === list && row.fresh === wanted),
    )
    return places.flatMap((isFresh) => ((isFresh ? fresh : known) ?? []).splice(0, 1))
  })
}

/** How long ago somebody was here at most to be counted as active, in days. */
const activeDays = 30

/** Members of the area whom the viewer may see and who were here in the last 30 days: the live count of decision 12.1. */
export async function countActive(pool: pg.Pool, area: Area, now: Date): Promise<number> {
  const { values, put } = statement()
  const { rows } = await pool.query<{ n: number }>(
    `select count(*) as n from discovery_entries e where ${listed(area, 'find', now, put)}
     and e.active_at > ${put(new Date(now.getTime() - activeDays * 86_400_000))}`,
    values,
  )
  return rows[0]?.n ?? 0
}

/** The newest members of an area that are looked at, at most, for those that a search finds among them. */
const newestLookedAt = 1000
/** The most that are reported; above it there are "more". */
const mostNew = 99

/** Whom a search finds among those who signed up since a moment: bounded, however many an area has. */
export async function countNewest(
  pool: pg.Pool,
  area: Area,
  since: Date,
  now: Date,
): Promise<{ readonly newMembers: number; readonly hasMore: boolean }> {
  // A member without a region has not finished signing up and looks nowhere.
  if (area.regionId === null) return { newMembers: 0, hasMore: false }
  const { values, put } = statement()
  const conditions = listed(area, 'find', now, put)
  const { rows } = await pool.query<{ looked_at: number; n: number }>(
    `with newest as materialized (
       select e.pool_id, e.country, e.region_id, e.gender, e.seeks, e.member_id, e.is_new, e.active_at, e.shows_presence,
         e.asks_age_from, e.asks_age_to, e.asks_within_km, e.city_id, e.born_on, e.height_cm, e.intent, e.interests, e.has_words
       from discovery_entries e
       where e.pool_id = ${put(area.poolId)} and e.country = ${put(area.country)} and e.region_id = ${put(area.regionId)}
         and e.gender = ${put(area.seeks)} and e.seeks = ${put(area.gender)} and e.created_at > ${put(since)}
       order by e.created_at desc limit ${newestLookedAt})
     select (select count(*) from newest) as looked_at, (select count(*) from newest e where ${conditions}) as n`,
    values,
  )
  const { looked_at: lookedAt, n } = rows[0] ?? { looked_at: 0, n: 0 }
  return { newMembers: Math.min(n, mostNew), hasMore: n > mostNew || lookedAt >= newestLookedAt }
}

const oneSql = `
  select ${cardColumns}, ${takesMessagesFrom('m', '$1')} as writable from members m ${cardJoins}
  where m.id = $2 and m.pool_id = $3 and m.state = 'active' and (m.email_confirmed_at is not null or not m.needs_confirmation)
    and not exists (select from blocks b where b.member_id = $1 and b.other_id = m.id) and ${isShownTo('m', '$1')}`

/** One member the viewer may see, or undefined: unknown, of another pool, not active, not confirmed, blocked, hidden from them. */
export async function oneCard(
  pool: pg.Pool,
  viewerId: string,
  id: string,
  poolId: string,
): Promise<(CardRow & { writable: boolean }) | undefined> {
  const { rows } = await pool.query<CardRow & { writable: boolean }>({
    name: 'one card',
    text: oneSql,
    values: [viewerId, id, poolId],
  })
  return rows[0]
}
