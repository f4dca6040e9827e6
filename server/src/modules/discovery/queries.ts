import type { Gender } from '@incontro/contract'
import type pg from 'pg'
import { isShownTo, takesMessagesFrom } from '../members/index.ts'
import { cardColumns, cardJoins, type CardRow } from './cards.ts'
import type { Slice } from './pages.ts'

/** Who looks, and where. `regionId` null looks in the whole country. */
export interface Area {
  readonly viewerId: string
  readonly poolId: string
  readonly country: string
  readonly regionId: number | null
  /** Gender looked for, and the viewer's own, which the others must look for. */
  readonly seeks: Gender
  readonly gender: Gender
}

/** How long a dislike keeps its member out of the match (decision 5.1), in days. */
const dislikeDays = 30

/** Excluded: oneself, blocked in either direction; in match mode members who were answered (a dislike for 30 days, since `$7`). */
const excluded = (mode: 'find' | 'match'): string => `
  and e.member_id <> $1
  and e.member_id not in (select b.other_id from blocks b where b.member_id = $1)
  ${
    mode === 'match'
      ? `and not exists (select from reactions z where z.member_id = $1 and z.other_id = e.member_id
    and (z.kind = 'like' or z.created_at > $7))`
      : 'and $7::timestamptz is not null'
  }`

const within = (region: boolean): string =>
  `e.pool_id = $2 and e.country = $3 and e.gender = $4 and e.seeks = $5${region ? ' and e.region_id = $6' : ' and $6::int is null'}`

const part = (region: boolean, mode: 'find' | 'match', fresh: boolean, offset: string, limit: string): string => `
  (select e.member_id, ${fresh} as fresh, e.active_at
   from discovery_entries e where ${within(region)} and e.is_new = ${fresh} ${excluded(mode)}
   order by e.active_at desc, e.member_id offset ${offset} limit ${limit})`

const pageSql = (region: boolean, mode: 'find' | 'match'): string => `
  select t.fresh, ${cardColumns}
  from (${part(region, mode, false, '$8', '$9')} union all ${part(region, mode, true, '$10', '$11')}) t
  join members m on m.id = t.member_id ${cardJoins}
  order by t.fresh, t.active_at desc, t.member_id`

const countSql = (region: boolean, mode: 'find' | 'match'): string => `
  select count(*) filter (where not e.is_new) as known, count(*) filter (where e.is_new) as fresh
  from discovery_entries e where ${within(region)} ${excluded(mode)}`

const values = (area: Area, now: Date): unknown[] => [
  area.viewerId,
  area.poolId,
  area.country,
  area.seeks,
  area.gender,
  area.regionId,
  new Date(now.getTime() - dislikeDays * 86_400_000),
]
const nameOf = (area: Area, mode: string): string => `${mode} ${area.regionId === null ? 'country' : 'region'}`

export async function countArea(
  pool: pg.Pool,
  area: Area,
  mode: 'find' | 'match',
  now: Date,
): Promise<{ known: number; fresh: number }> {
  const { rows } = await pool.query<{ known: number; fresh: number }>({
    name: `count ${nameOf(area, mode)}`,
    text: countSql(area.regionId !== null, mode),
    values: values(area, now),
  })
  return rows[0] ?? { known: 0, fresh: 0 }
}

export async function pageOf(
  pool: pg.Pool,
  area: Area,
  mode: 'find' | 'match',
  slices: { known: Slice; fresh: Slice },
  now: Date,
): Promise<(CardRow & { fresh: boolean })[]> {
  const { rows } = await pool.query<CardRow & { fresh: boolean }>({
    name: `page ${nameOf(area, mode)}`,
    text: pageSql(area.regionId !== null, mode),
    values: [...values(area, now), slices.known.offset, slices.known.limit, slices.fresh.offset, slices.fresh.limit],
  })
  return rows
}

/** How long ago somebody was here at most to be counted as active, in days. */
const activeDays = 30

/** Members of the area whom the viewer may see and who were here in the last 30 days: the live count of decision 12.1. */
export async function countActive(pool: pg.Pool, area: Area, now: Date): Promise<number> {
  const { rows } = await pool.query<{ n: number }>({
    name: `active in ${area.regionId === null ? 'country' : 'region'}`,
    text: `select count(*) as n from discovery_entries e
      where ${within(area.regionId !== null)} ${excluded('find')} and e.active_at > $8`,
    values: [...values(area, now), new Date(now.getTime() - activeDays * 86_400_000)],
  })
  return rows[0]?.n ?? 0
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
