import { sql, type RawBuilder } from 'kysely'
import type { Executor } from '#platform/database/database.ts'
import { type CountedBrand, periodOf } from './count-days.ts'
import { type Fact, factsFor } from './sources.ts'

/** What figures can be divided by. */
export const dimensions = ['day', 'flow', 'source', 'campaign', 'country'] as const
export type Dimension = (typeof dimensions)[number]

const columnOf: Readonly<Record<Dimension, RawBuilder<string>>> = {
  day: sql`day::text`,
  flow: sql`flow_id`,
  source: sql`source`,
  campaign: sql`campid`,
  country: sql`country`,
}

export interface Asked {
  readonly brandId: string
  /** Days of the brand's calendar, both included. */
  readonly from: string
  readonly to: string
}

export interface Figure {
  readonly metric: string
  readonly by: string
  readonly currency: string
  readonly count: number
  readonly amountMinor: number
}

const between = ({ brandId, from, to }: Asked): RawBuilder<boolean> =>
  sql`brand_id = ${brandId} and day between ${from}::date and ${to}::date`

/** The figures of a period, divided by one thing if asked. */
export async function figures(executor: Executor, asked: Asked, by: Dimension | undefined): Promise<readonly Figure[]> {
  const { rows } = await sql<Figure & { count: string; amountMinor: string }>`
    select metric, ${by === undefined ? sql`''` : columnOf[by]} as by, currency, sum(count) as count,
      sum(amount_minor) as "amountMinor"
    from kpi_days where ${between(asked)} group by 1, 2, 3 order by 1, 2, 3`.execute(executor)
  return rows.map((row) => ({ ...row, count: Number(row.count), amountMinor: Number(row.amountMinor) }))
}

export const funnelSteps = [
  'sign_ups',
  'funnel_confirmed',
  'funnel_photo',
  'funnel_first_message',
  'funnel_first_reply',
  'funnel_payment',
] as const

export interface FunnelDay {
  readonly day: string
  /** Members who signed up on the day and reached each step, in the order of `funnelSteps`. */
  readonly reached: readonly number[]
}

/** How far those came who signed up on each day. */
export async function funnel(executor: Executor, asked: Asked): Promise<readonly FunnelDay[]> {
  const { rows } = await sql<{ day: string; metric: string; count: string }>`
    select day::text as day, metric, sum(count) as count from kpi_days
    where ${between(asked)} and metric = any(${[...funnelSteps]}) group by 1, 2 order by 1`.execute(executor)
  const days = [...new Set(rows.map(({ day }) => day))]
  return days.map((day) => ({
    day,
    reached: funnelSteps.map((step) => Number(rows.find((row) => row.day === day && row.metric === step)?.count ?? 0)),
  }))
}

export interface Cohort {
  readonly week: string
  readonly age: number
  readonly metric: 'signed_up' | 'present' | 'paid'
  readonly currency: string
  readonly count: number
  readonly amountMinor: number
}

/** Weeks of sign-ups that began in a period. */
export async function cohorts(executor: Executor, { brandId, from, to }: Asked): Promise<readonly Cohort[]> {
  const { rows } = await sql<Cohort & { amountMinor: string }>`
    select week::text as week, age, metric, currency, count, amount_minor as "amountMinor" from kpi_cohorts
    where brand_id = ${brandId} and week between ${from}::date and ${to}::date order by 1, 3, 2, 4`.execute(executor)
  return rows.map((row) => ({ ...row, amountMinor: Number(row.amountMinor) }))
}

const mostRows = 1000

export interface AskedRows {
  readonly metric: string
  /** Days of the brand's calendar, both included. */
  readonly from: string
  readonly to: string
  /** Only of this flow. */
  readonly flow?: string | undefined
  readonly samples?: boolean
}

/** The rows that a figure counts, as they are now: of a sealed day some may be gone. At most 1,000. */
export async function rowsOf(
  executor: Executor,
  brand: CountedBrand,
  { metric, from, to, flow, samples }: AskedRows,
): Promise<readonly Fact[]> {
  const period = { ...periodOf(brand, from, samples), until: periodOf(brand, to).until }
  const { rows } = await sql<Fact>`
    select * from (${factsFor(period, metric)}) facts
    where metric = ${metric} and (${flow ?? null}::text is null or flow_id = ${flow ?? null}) order by key limit ${mostRows}`.execute(
    executor,
  )
  return rows
}
