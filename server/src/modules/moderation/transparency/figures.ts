import { type TransparencyFigure, transparencyFigures, type TransparencyRow } from '@incontro/contract/admin'
import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '#platform/database/database.ts'
import { repeatedRules } from '../notices/repeated.ts'

/** A brand in a time. */
export interface Period {
  readonly brandId: string
  readonly from: Date
  readonly until: Date
}

interface Row {
  readonly by: string | null
  readonly value: number | null
}
type Source = (period: Period) => RawBuilder<Row>

/*
 * Each figure is a count of rows that exist, or a median over them. What came in is counted by when it came, with what has
 * become of it since; what was decided by when it was decided.
 */

const within = (column: RawBuilder<unknown>, { from, until }: Period): RawBuilder<boolean> =>
  sql<boolean>`${column} >= ${from} and ${column} < ${until}`
const hours = (from: RawBuilder<unknown>, until: RawBuilder<unknown>): RawBuilder<number | null> =>
  sql`round((percentile_cont(0.5) within group (order by extract(epoch from ${until} - ${from}) / 3600))::numeric, 1)::float8`

type OrderKind = 'act' | 'information' | 'notification'
/** @param kind left out, what authorities ordered */
const orders = (period: Period, kind?: OrderKind) => sql`
  authority_orders o where o.brand_id = ${period.brandId} and ${within(sql`o.received_at`, period)}
    and ${kind === undefined ? sql`o.kind <> 'notification'` : sql`o.kind = ${kind}`}`
const orderHours =
  (step: 'acknowledged' | 'effect'): Source =>
  (period) =>
    sql`
  select null as by, ${hours(sql`o.received_at`, sql`s.at`)} as value
  from authority_orders o
    join authority_order_steps s on s.brand_id = o.brand_id and s.order_id = o.id and s.kind = ${step}
  where o.brand_id = ${period.brandId} and o.kind <> 'notification' and ${within(sql`o.received_at`, period)}`
const byCountry =
  (kind: OrderKind): Source =>
  (period) =>
    sql`select o.country as by, count(*)::int as value from ${orders(period, kind)} group by 1 order by 1`

/** By their state, as the indexes of what waits and of what is decided are. */
const notices = (period: Period) => sql`(
  select * from reports where brand_id = ${period.brandId} and state = 'open' and ${within(sql`created_at`, period)}
  union all
  select * from reports where brand_id = ${period.brandId} and state in ('upheld', 'dismissed', 'gone') and state <> 'open'
    and ${within(sql`created_at`, period)}) n`
const noticesBy =
  (column: RawBuilder<unknown>): Source =>
  (period) =>
    sql`select ${column} as by, count(*)::int as value from ${notices(period)} group by 1 order by 1`

const decisions = (period: Period) =>
  sql`restrictions d where d.brand_id = ${period.brandId} and ${within(sql`d.from_at`, period)}`
const decisionsBy =
  (column: RawBuilder<unknown>): Source =>
  (period) =>
    sql`select ${column} as by, count(*)::int as value from ${decisions(period)} group by 1 order by 1`

const appeals = (period: Period) =>
  sql`appeals a left join restrictions d on d.brand_id = a.brand_id and d.id = a.restriction_id
    where a.brand_id = ${period.brandId} and ${within(sql`a.filed_at`, period)}`
const appealsBy =
  (column: RawBuilder<unknown>): Source =>
  (period) =>
    sql`select ${column} as by, count(*)::int as value from ${appeals(period)} group by 1 order by 1`

/** The months that are counted: the last six until the end of the period. */
const months = ({ brandId, until }: Period) => sql`(
  select month, members from active_months
  where brand_id = ${brandId} and month < ${until} and month >= ${until}::timestamptz - interval '6 months 1 day'
  order by month desc limit 6) m`

const sources: Readonly<Record<TransparencyFigure, Source>> = {
  orders_to_act: byCountry('act'),
  orders_for_information: byCountry('information'),
  orders_by_rule: (period) =>
    sql`select o.clause as by, count(*)::int as value from ${orders(period)} group by 1 order by 1`,
  orders_by_outcome: (period) => sql`
    select coalesce((select s.outcome from authority_order_steps s
        where s.brand_id = o.brand_id and s.order_id = o.id and s.kind = 'effect'), 'open') as by, count(*)::int as value
    from ${orders(period)} group by 1 order by 1`,
  order_acknowledged_hours: orderHours('acknowledged'),
  order_effect_hours: orderHours('effect'),

  crimes_notified: byCountry('notification'),
  crimes_by_rule: (period) =>
    sql`select o.clause as by, count(*)::int as value from ${orders(period, 'notification')} group by 1 order by 1`,

  notices_by_reason: noticesBy(sql`n.reason`),
  notices_by_source: noticesBy(sql`n.channel`),
  notices_illegal: (period) =>
    sql`select null as by, count(*)::int as value from ${notices(period)} where n.claims_illegal`,
  notices_by_outcome: noticesBy(sql`n.state`),
  notices_acted_on: (period) => sql`
    select d.ground as by, count(*)::int as value
    from restrictions d join cases c on c.brand_id = d.brand_id and c.id = d.case_id and c.kind = 'report'
    where d.brand_id = ${period.brandId} and ${within(sql`d.from_at`, period)} group by 1 order by 1`,
  notice_hours: (period) =>
    sql`select null as by, ${hours(sql`n.created_at`, sql`n.decided_at`)} as value from ${notices(period)} where n.decided_at is not null`,

  decisions_by_kind: decisionsBy(sql`d.kind`),
  decisions_by_ground: decisionsBy(sql`d.ground`),
  decisions_by_rule: decisionsBy(sql`d.clause`),
  decisions_by_content: decisionsBy(sql`d.content_type`),
  decisions_by_source: decisionsBy(sql`d.source`),
  detected_by_software: (period) =>
    sql`select null as by, count(*)::int as value from ${decisions(period)} and d.automated_detection`,
  decided_by_software: (period) =>
    sql`select null as by, count(*)::int as value from ${decisions(period)} and d.automated_decision`,
  people_deciding: (period) => sql`
    select null as by, count(distinct decided_by)::int as value from cases
    where brand_id = ${period.brandId} and state = 'closed' and ${within(sql`decided_at`, period)}
      and decided_by like 'staff:%'`,

  appeals_by_decision: appealsBy(sql`coalesce(d.kind, 'report')`),
  appeals_by_outcome: appealsBy(sql`coalesce(a.outcome, 'open')`),
  appeal_hours: (period) =>
    sql`select null as by, ${hours(sql`a.filed_at`, sql`a.decided_at`)} as value from ${appeals(period)} and a.decided_at is not null`,

  suspended_for_illegal: (period) => sql`
    select null as by, count(*)::int as value from ${decisions(period)}
      and d.ground = 'illegal' and d.kind in ('suspension', 'removal')`,
  reporters_refused: (period) => sql`
    select null as by, count(*)::int as value from (
      select from ${notices(period)} where n.unfounded
      group by coalesce(n.reporter_id::text, encode(n.notifier_hash, 'hex'))
      having coalesce(n.reporter_id::text, encode(n.notifier_hash, 'hex')) is not null
        and count(*) >= ${repeatedRules.refusedAt}) r`,

  recipients: (period) => sql`select null as by, round(avg(m.members))::int as value from ${months(period)}`,
  recipients_by_month: (period) =>
    sql`select to_char(m.month, 'YYYY-MM') as by, m.members as value from ${months(period)} order by 1`,
}

/** The figures of the report, in its order. Those by something have no row for what did not happen. */
export async function figuresOf(executor: Executor, period: Period): Promise<TransparencyRow[]> {
  const figures: TransparencyRow[] = []
  for (const figure of Object.values(transparencyFigures).flat()) {
    const { rows } = await sources[figure](period).execute(executor)
    figures.push(...rows.map((row) => ({ figure, by: row.by, value: row.value })))
  }
  return figures
}
