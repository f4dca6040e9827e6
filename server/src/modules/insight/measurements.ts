import { sql, type RawBuilder } from 'kysely'
import type { Executor } from '../../platform/database.ts'
import { lastActiveOf } from '../members/index.ts'
import { compare, share, type Cell, type Group, type Measured } from './figure.ts'

/** Brand and period of a measurement. Sample members are always left out. */
export interface Scope {
  readonly brandId: string
  readonly poolId: string
  readonly from: Date
  readonly to: Date
}
export type Measurement = (db: Executor, scope: Scope) => Promise<Measured>

interface CellRow {
  n1: number
  mean1: number | null
  var1: number | null
  n0: number
  mean0: number | null
  var0: number | null
}

/** Received first messages by member. */
const firstMessages = ({ poolId, from, to }: Scope): RawBuilder<unknown> => sql`
  select case when c.low_id = g.sender_id then c.high_id else c.low_id end as member_id, count(*) as n
  from conversations c
  join messages g on g.conversation_id = c.id and g.seq = 1 and g.withdrawn_at is null
  join members s on s.id = g.sender_id and s.sample is null
  where c.pool_id = ${poolId} and g.created_at >= ${from} and g.created_at < ${to}
  group by 1`

const likes = ({ poolId, from, to }: Scope): RawBuilder<unknown> => sql`
  select r.other_id as member_id, count(*) as n
  from reactions r
  join members s on s.id = r.member_id and s.sample is null
  where s.pool_id = ${poolId} and r.kind = 'like' and r.created_at >= ${from} and r.created_at < ${to}
  group by 1`

/**
 * Messages that members with a photo received, against those without. Includes members who were findable for the whole
 * period and active in its last month, and whose photo was there from the first day or never.
 */
const byPhoto =
  (received: (scope: Scope) => RawBuilder<unknown>): Measurement =>
  async (db, scope) => {
    const { brandId, from, to } = scope
    const { rows } = await sql<CellRow>`
    with people as (
      select m.id, m.gender,
        exists (select from member_photos p where p.member_id = m.id and p.state = 'approved' and p.created_at <= ${from}) as with_photo,
        exists (select from member_photos p where p.member_id = m.id) as any_photo
      from members m
      where m.brand_id = ${brandId} and m.sample is null and m.state = 'active' and m.region_id is not null
        and m.email_confirmed_at <= ${from} and ${sql.raw(lastActiveOf('m'))} >= ${to}::timestamptz - interval '30 days'
    ), received as (${received(scope)}), counted as (
      select p.gender, p.with_photo, coalesce(g.n, 0) as n from people p left join received g on g.member_id = p.id where p.with_photo or not p.any_photo
    )
    select count(*) filter (where with_photo) as n1, (avg(n) filter (where with_photo))::float8 as mean1, (var_samp(n) filter (where with_photo))::float8 as var1,
      count(*) filter (where not with_photo) as n0, (avg(n) filter (where not with_photo))::float8 as mean0, (var_samp(n) filter (where not with_photo))::float8 as var0
    from counted group by gender`.execute(db)
    const group = (n: number, mean: number | null, variance: number | null): Group => ({
      n,
      mean: mean ?? 0,
      variance: variance ?? 0,
    })
    return compare(
      rows.map((row): Cell => ({
        withIt: group(row.n1, row.mean1, row.var1),
        without: group(row.n0, row.mean0, row.var0),
      })),
    )
  }

const shareOf =
  (counted: (scope: Scope) => RawBuilder<{ hits: number; n: number }>): Measurement =>
  async (db, scope) => {
    const { rows } = await counted(scope).execute(db)
    return share(rows[0]?.hits ?? 0, rows[0]?.n ?? 0)
  }

export const photoMessages = byPhoto(firstMessages)
export const photoLikes = byPhoto(likes)

/** First messages by members of the brand that were answered within a day. */
export const answeredInADay = shareOf(
  ({ brandId, poolId, from, to }) => sql`
  select count(*) as n, count(*) filter (where exists (
      select from messages a where a.conversation_id = g.conversation_id and a.sender_id <> g.sender_id and a.withdrawn_at is null and a.created_at <= g.created_at + interval '24 hours'
    )) as hits
  from conversations c
  join messages g on g.conversation_id = c.id and g.seq = 1 and g.withdrawn_at is null
  join members s on s.id = g.sender_id and s.sample is null and s.brand_id = ${brandId}
  join members r on r.id = case when c.low_id = g.sender_id then c.high_id else c.low_id end and r.sample is null
  where c.pool_id = ${poolId} and g.created_at >= ${from} and g.created_at < ${to}`,
)

/** Published reviews with four or five stars. */
export const goodReviews = shareOf(
  ({ brandId, from, to }) => sql`
  select count(*) as n, count(*) filter (where v.stars >= 4) as hits
  from reviews v join members m on m.id = v.member_id and m.state = 'active'
  where v.brand_id = ${brandId} and v.state = 'published' and v.sample is null and v.created_at >= ${from} and v.created_at < ${to}`,
)

/** Confirmation emails that the mail server had taken within five minutes. */
export const confirmationMail = shareOf(
  ({ brandId, from, to }) => sql`
  select count(*) as n, count(*) filter (where e.state = 'sent' and e.sent_at <= e.created_at + interval '5 minutes') as hits
  from emails e left join members m on m.id = e.member_id
  where e.brand_id = ${brandId} and e.kind = 'confirm-email' and m.sample is null and e.created_at >= ${from} and e.created_at < ${to}`,
)
