import { sql, type RawBuilder } from 'kysely'
import { namesOfPlace } from '#modules/geo/index.ts'
import type { Executor } from '#platform/database/database.ts'
import { present } from './count-days.ts'
import type { Asked } from './report.ts'

/*
 * What the console draws. A figure divided by one thing, over any days, is one range of the key of `kpi_slices`,
 * however many members there are. How many members were there is true on a day, and is never added up over several: the
 * last day of a step counts.
 */

/** What the console divides figures by. */
export type SliceDimension = 'flow' | 'source' | 'campaign' | 'country' | 'region' | 'gender'
export type Step = 'day' | 'week' | 'month'

/** One value of one dimension: only what has it is counted. */
export interface Narrowed {
  readonly of: SliceDimension
  readonly value: string
}

export interface Point {
  readonly metric: string
  /** The first day of the step, or a value of the dimension. */
  readonly at: string
  readonly currency: string
  readonly count: number
  readonly amountMinor: number
}

const mostValues = 500

const within = (
  { brandId, from, to }: Asked,
  metrics: readonly string[],
  dimension: RawBuilder<unknown>,
): RawBuilder<boolean> =>
  sql`brand_id = ${brandId} and metric = any(${[...metrics]}) and dimension = ${dimension}
    and day between ${from}::date and ${to}::date`

const points = (rows: readonly (Omit<Point, 'count' | 'amountMinor'> & { count: string; amountMinor: string })[]) =>
  rows.map((row) => ({ ...row, count: Number(row.count), amountMinor: Number(row.amountMinor) }))

type Read = Point & { count: string; amountMinor: string }

/** Figures by day, week or month, of everything or of one value. */
export async function series(
  executor: Executor,
  asked: Asked,
  metrics: readonly string[],
  { step, narrowed }: { readonly step: Step; readonly narrowed?: Narrowed | undefined },
): Promise<readonly Point[]> {
  const { rows } = await sql<Read>`
    select metric, date_trunc(${step}, day)::date::text as at, currency,
      case when metric = ${present} then (array_agg(count order by day desc))[1] else sum(count) end as count,
      sum(amount_minor) as "amountMinor"
    from kpi_slices where ${within(asked, metrics, sql`${narrowed?.of ?? 'all'}`)} and value = ${narrowed?.value ?? ''}
    group by 1, 2, 3 order by 2, 1, 3`.execute(executor)
  return points(rows)
}

/** All figures of a period by the values of a dimension, 500 at most: those with most of what is asked for first. */
export async function divided(
  executor: Executor,
  asked: Asked,
  metrics: readonly string[],
  by: SliceDimension,
): Promise<{ readonly points: readonly Point[]; readonly more: boolean }> {
  const { rows } = await sql<Read & { place: number }>`
    with counted as (
      select metric, value, currency, sum(count) as count, sum(amount_minor) as amount
      from kpi_slices where ${within(asked, metrics, sql`${by}`)} and metric <> ${present} group by 1, 2, 3),
    ranked as (
      select value, (row_number() over (
        order by coalesce(sum(count) filter (where metric = ${metrics[0] ?? ''}), 0) desc, sum(count) desc, value))::int as place
      from counted group by 1)
    select metric, value as at, currency, count, amount as "amountMinor", place
    from counted join ranked using (value) where place <= ${mostValues + 1} order by place, metric, currency`.execute(
    executor,
  )
  const shown = rows.filter(({ place }) => place <= mostValues)
  return {
    points: points(
      shown.map(({ metric, at, currency, count, amountMinor }) => ({ metric, at, currency, count, amountMinor })),
    ),
    more: shown.length < rows.length,
  }
}

/** What the list of sources and campaigns has of each. */
const campaignMetrics = ['visits', 'sign_ups', 'first_payments', 'payments', 'refunds', 'funnel_complaint'] as const

export interface CampaignFigure {
  readonly value: string
  readonly metric: (typeof campaignMetrics)[number]
  readonly currency: string
  readonly count: number
  readonly amountMinor: number
}

/** Figures of the sources or campaigns by which most came and signed up, those first; all figures of as many values. */
export async function campaignFigures(
  executor: Executor,
  asked: Asked,
  by: 'source' | 'campaign',
  mostShown: number,
): Promise<readonly CampaignFigure[]> {
  const { rows } = await sql<CampaignFigure & { count: string; amountMinor: string }>`
    with counted as (
      select value, metric, currency, sum(count) as count, sum(amount_minor) as amount
      from kpi_slices where ${within(asked, campaignMetrics, sql`${by}`)} group by 1, 2, 3),
    ranked as (
      select value, row_number() over (
        order by coalesce(sum(count) filter (where metric in ('visits', 'sign_ups')), 0) desc, value) as place
      from counted group by 1)
    select value, metric, currency, count, amount as "amountMinor"
    from counted join ranked using (value) where place <= ${mostShown} order by place, metric, currency`.execute(
    executor,
  )
  return rows.map((row) => ({ ...row, count: Number(row.count), amountMinor: Number(row.amountMinor) }))
}

/** Names of regions by what a figure divided by region has, as `IT/12`. */
export async function regionNames(executor: Executor, values: readonly string[]): Promise<Map<string, string>> {
  const ids = values.flatMap((value) => (/^[A-Z]{2}\/\d+$/.test(value) ? [value] : []))
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ value: string; name: string | null }>`
    select value, ${sql.raw(namesOfPlace('r').region)} as name
    from (select value, split_part(value, '/', 2)::int as region_id from unnest(${ids}::text[]) value) r`.execute(
    executor,
  )
  return new Map(rows.map(({ value, name }) => [value, name ?? value]))
}

/** Below it, advertising in a region stops until there are more of the others. */
const leastShare = 0.35
/** With fewer members a share says nothing. */
const fewest = 10

export interface RegionBalance {
  readonly country: string
  readonly region: string
  readonly women: number
  readonly men: number
  /** Who signed up in the period. */
  readonly newWomen: number
  readonly newMen: number
  readonly advertising: 'goes_on' | 'stops' | 'too_few'
}

/** Whether advertising in a region goes on: the rule, written once. */
export function advertisingWith(women: number, men: number): RegionBalance['advertising'] {
  if (women + men < fewest) return 'too_few'
  return Math.min(women, men) < leastShare * (women + men) ? 'stops' : 'goes_on'
}

/** Women and men by region on the last counted day of a period, the largest regions first. */
export async function balance(
  executor: Executor,
  asked: Asked,
): Promise<{ readonly day: string | null; readonly regions: readonly RegionBalance[] }> {
  const { rows } = await sql<{ metric: string; value: string; count: string; day: string }>`
    with last as (
      select max(day) as day from kpi_slices
      where ${within(asked, [present], sql`'region_gender'`)})
    select metric, value, sum(count) as count, (select day::text from last) as day from kpi_slices
    where ${within(asked, [present, 'sign_ups'], sql`'region_gender'`)}
      and (metric <> ${present} or day = (select day from last))
    group by 1, 2`.execute(executor)
  const of = (place: string, gender: string, metric: string): number =>
    Number(rows.find((row) => row.value === `${place}/${gender}` && row.metric === metric)?.count ?? 0)
  const places = [...new Set(rows.map(({ value }) => value.slice(0, value.lastIndexOf('/'))))]
  const names = await regionNames(executor, places)
  const regions = places.map((place): RegionBalance => {
    const [women, men] = [of(place, 'woman', present), of(place, 'man', present)]
    return {
      country: place.slice(0, 2),
      region: names.get(place) ?? place,
      women,
      men,
      newWomen: of(place, 'woman', 'sign_ups'),
      newMen: of(place, 'man', 'sign_ups'),
      advertising: advertisingWith(women, men),
    }
  })
  return {
    day: rows.find(({ day }) => day)?.day ?? null,
    regions: regions.toSorted(
      (one, two) => two.women + two.men - one.women - one.men || one.region.localeCompare(two.region),
    ),
  }
}

/** When figures of a brand were counted the last time. */
export async function lastCounted(executor: Executor, brandId: string): Promise<string | null> {
  const row = await executor
    .selectFrom('kpi_counted')
    .select('counted_at')
    .where('brand_id', '=', brandId)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.counted_at.toISOString() ?? null
}
