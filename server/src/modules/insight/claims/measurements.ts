import { sql, type RawBuilder } from 'kysely'
import type { Executor } from '#platform/database/database.ts'
import { compareSteps, partsIn, type Comparisons, type Period, type Received, type Step } from './comparisons.ts'
import { answers } from './days.ts'
import { compare, share, type Measured } from './figure.ts'

export interface Scope extends Period {
  readonly brandId: string
  /** `compareSteps`, for a caller that needs it for several brands and claims. */
  readonly compareSteps?: (db: Executor, period: Period) => Promise<Comparisons>
}
export type Measurement = (db: Executor, scope: Scope) => Promise<Measured>

const all = (parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  sql.join(
    parts.map((part) => sql`(${part})`),
    sql` union all `,
  )

const by =
  (step: Step, received: Received): Measurement =>
  async (db, scope) => {
    const { compareSteps: compared = compareSteps } = scope
    const cells = (await compared(db, scope))(scope.brandId, step, received)
    return compare(cells)
  }

const shareOf =
  (counted: (scope: Scope) => RawBuilder<{ hits: number; n: number }>): Measurement =>
  async (db, scope) => {
    const { rows } = await counted(scope).execute(db)
    return share(rows[0]?.hits ?? 0, rows[0]?.n ?? 0)
  }

/** First messages that members with a step received, as a factor of what those without did. */
export const photoMessages = by('photo', 'first_messages')
export const promptMessages = by('prompts', 'first_messages')
export const intentMessages = by('intent', 'first_messages')
export const interestsMessages = by('interests', 'first_messages')
/** As `photoMessages`, for likes. */
export const photoLikes = by('photo', 'likes')

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
