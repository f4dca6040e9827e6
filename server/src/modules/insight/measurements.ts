import { sql, type RawBuilder } from 'kysely'
import type { Executor } from '../../platform/database.ts'
import { lastActiveOf } from '../members/index.ts'
import { answers, likesReceived, messagesReceived, type Interval, type Parts } from './days.ts'
import { compare, share, type Cell, type Group, type Measured } from './figure.ts'

/** Brand and period of a measurement. Sample members are always left out. */
export interface Scope {
  readonly brandId: string
  readonly poolId: string
  readonly from: Date
  readonly to: Date
  /** Which part of the period is stored by day; nothing by default. */
  readonly parts?: Parts
}
export type Measurement = (db: Executor, scope: Scope) => Promise<Measured>

const partsIn = ({ from, to, parts }: Scope): Parts => parts ?? { days: [], rest: [[from, to]] }

interface CellRow {
  n1: number
  mean1: number | null
  var1: number | null
  n0: number
  mean0: number | null
  var0: number | null
}

/** What is counted by day, with the column of `received_by_day`: first messages or likes by the member who received them. */
interface Received {
  readonly column: 'first_messages' | 'likes'
  readonly of: (poolId: string, interval: Interval) => RawBuilder<unknown>
}

const received = ({ column, of }: Received, scope: Scope): RawBuilder<unknown> => {
  const { days, rest } = partsIn(scope)
  const stored = sql`select d.member_id, d.${sql.ref(column)} as n from received_by_day d
    where d.pool_id = ${scope.poolId} and d.day = any(${days}::date[])`
  return sql`
  select member_id, sum(n) as n from (${all([stored, ...rest.map((interval) => of(scope.poolId, interval))])}) parts group by 1`
}

const all = (parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  sql.join(
    parts.map((part) => sql`(${part})`),
    sql` union all `,
  )

/** Something that members have on their profile, or not; SQL over `members m` and their `profile_choices c`. */
interface Having {
  /** It has been there since before a time; null where that is not known. */
  readonly since: (time: Date) => RawBuilder<unknown>
  readonly now: RawBuilder<unknown>
  /** Members are compared within each value of it, besides each gender. */
  readonly within?: RawBuilder<unknown>
}

const anyPhoto = sql`exists (select from member_photos p where p.member_id = m.id)`
const photo: Having = {
  since: (time) =>
    sql`exists (select from member_photos p where p.member_id = m.id and p.state = 'approved' and p.created_at <= ${time})`,
  now: anyPhoto,
}
/** Who completes one step of the profile often has a photo too, whose effect must not look like that of the step. */
const prompt: Having = {
  since: (time) => sql`c.prompts_since <= ${time}`,
  now: sql`exists (select from profile_prompts q where q.member_id = m.id)`,
  within: anyPhoto,
}
const intent: Having = {
  since: (time) => sql`c.intent_since <= ${time}`,
  now: sql`(m.looking_for <> '' or c.intent is not null)`,
  within: anyPhoto,
}
const interests: Having = {
  since: (time) => sql`c.interests_since <= ${time}`,
  now: sql`coalesce(cardinality(c.interests), 0) > 0`,
  within: anyPhoto,
}

/**
 * What members with something received, against those without. Includes members who were findable for the whole period
 * and active in its last month, and who had it from the first day or do not have it.
 */
const by =
  (having: Having, what: Received): Measurement =>
  async (db, scope) => {
    const { brandId, from, to } = scope
    const { rows } = await sql<CellRow>`
    with people as (
      select m.id, m.gender, ${having.within ?? sql`false`} as within, coalesce(${having.since(from)}, false) as with_it, ${having.now} as has_it
      from members m left join profile_choices c on c.member_id = m.id
      where m.brand_id = ${brandId} and m.sample is null and m.state = 'active' and m.region_id is not null
        and m.email_confirmed_at <= ${from} and ${sql.raw(lastActiveOf('m'))} >= ${to}::timestamptz - interval '30 days'
    ), received as (${received(what, scope)}), counted as (
      select p.gender, p.within, p.with_it, coalesce(g.n, 0) as n from people p left join received g on g.member_id = p.id where p.with_it or not p.has_it
    )
    select count(*) filter (where with_it) as n1, (avg(n) filter (where with_it))::float8 as mean1, (var_samp(n) filter (where with_it))::float8 as var1,
      count(*) filter (where not with_it) as n0, (avg(n) filter (where not with_it))::float8 as mean0, (var_samp(n) filter (where not with_it))::float8 as var0
    from counted group by gender, within`.execute(db)
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

const firstMessages: Received = { column: 'first_messages', of: messagesReceived }
export const photoMessages = by(photo, firstMessages)
export const photoLikes = by(photo, { column: 'likes', of: likesReceived })
export const promptMessages = by(prompt, firstMessages)
export const intentMessages = by(intent, firstMessages)
export const interestsMessages = by(interests, firstMessages)

/** First messages by members of the brand that were answered within a day. */
export const answeredInADay = shareOf((scope) => {
  const { days, rest } = partsIn(scope)
  const stored = sql`select d.sent, d.answered from answers_by_day d where d.brand_id = ${scope.brandId} and d.day = any(${days}::date[])`
  const counted = rest.map(
    (interval) =>
      sql`select t.sent, t.answered from (${answers(scope.poolId, interval)}) t where t.brand_id = ${scope.brandId}`,
  )
  return sql`
  select coalesce(sum(sent), 0)::integer as n, coalesce(sum(answered), 0)::integer as hits from (${all([stored, ...counted])}) parts`
})

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
