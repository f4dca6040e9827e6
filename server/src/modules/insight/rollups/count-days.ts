import { sql } from 'kysely'
import { companyTimeZone, dayAfter, dayIn, startOfDay } from '#modules/calendar/index.ts'
import type { Database, Executor, Tx } from '#platform/database/database.ts'
import { factsOf, type Period } from './sources.ts'

/*
 * Figures by day are counts of rows, stored without them: they stay when a member is erased, and are read at once however
 * many members there are. Days are those of the brand's company (rule 13.1). A day is counted while it lasts, several times after it ended, as payments and answers come
 * later, and not again once it is sealed.
 */

/** Days after its beginning at which a day is counted again; at the last one it is sealed. */
const recountedAfter = [1, 2, 3, 7, 14, 35] as const
const sealedAfter = 35
/** What was there before figures were counted is counted so far back. */
const furthestDays = 400
/** Days of a brand that one night counts; usually half a dozen are due, and what was there before takes several nights. */
const mostDays = 40
/** Pairs of source and campaign that a day keeps apart; an address can name any number of them. */
export const mostCampaigns = 200
export const other = 'other'

/** A brand, and by whose calendar its days are counted. */
export interface CountedBrand {
  readonly key: string
  readonly company: { readonly vatNumber: string }
}
export const timeZoneOf = ({ company }: CountedBrand): string => companyTimeZone(company.vatNumber)

/** When a day begins, a number of days after another. */
const daysLater = (brand: CountedBrand, day: string, days: number): Date =>
  startOfDay(dayAfter(day, days), timeZoneOf(brand))
export const periodOf = (brand: CountedBrand, day: string, samples = false): Period => ({
  brandId: brand.key,
  day,
  samples,
  from: daysLater(brand, day, 0),
  until: daysLater(brand, day, 1),
})

/** Counts a day of a brand again, in one transaction; a sealed one stays. */
export async function countDay(
  db: Database,
  brand: CountedBrand,
  day: string,
  at: Date,
  samples = false,
): Promise<void> {
  const brandId = brand.key
  await db.transaction().execute(async (tx) => {
    if (await isSealedAfterLocking(tx, brand, day, at)) return
    await tx
      .deleteFrom('kpi_days')
      .where('brand_id', '=', brandId)
      .where('day', '=', sql<Date>`${day}::date`)
      .execute()
    await tx
      .deleteFrom('kpi_slices')
      .where('brand_id', '=', brandId)
      .where('day', '=', sql<Date>`${day}::date`)
      .where('metric', '!=', present)
      .execute()
    await sql`
      with facts as materialized (${factsOf(periodOf(brand, day, samples))}),
      campaigns as (
        select source, campid, row_number() over (order by sum(n) desc, source, campid) as place from facts group by 1, 2),
      kept as materialized (
        select metric, flow_id, case when c.place > ${mostCampaigns} then ${other} else source end as source,
          case when c.place > ${mostCampaigns} then ${other} else campid end as campid, country, region, gender, currency,
          n, amount_minor
        from facts f join campaigns c using (source, campid)),
      together as (
        insert into kpi_days (brand_id, day, metric, flow_id, source, campid, country, currency, count, amount_minor)
        select ${brandId}, ${day}::date, metric, flow_id, source, campid, country, currency, sum(n), sum(amount_minor)
        from kept group by metric, flow_id, source, campid, country, currency)
      insert into kpi_slices (brand_id, metric, dimension, day, value, currency, count, amount_minor)
      select ${brandId}, metric, d.dimension, ${day}::date, d.value, currency, sum(n), sum(amount_minor)
      from kept cross join lateral (values ('all', ''), ('flow', flow_id), ('source', source), ('campaign', campid),
        ('country', country), ('gender', gender), ('region', region), ('region_gender', region || '/' || gender)) d(dimension, value)
      where d.dimension not in ('region', 'region_gender') or (metric = any(${[...byRegion]}) and region <> '')
      group by metric, d.dimension, d.value, currency`.execute(tx)
  })
}

/** Members who were there within thirty days, as the sites count them: what was true on a day cannot be counted later. */
export const present = 'present'
const presentDays = 30
/** Figures that are divided by region too: there are many regions. */
const byRegion = ['sign_ups', 'confirmations', 'first_messages', 'first_replies', 'payments'] as const

/** How many members are there now, and of which gender where. */
export async function countPresent(
  db: Database,
  brand: CountedBrand,
  day: string,
  at: Date,
  samples = false,
): Promise<void> {
  const brandId = brand.key
  await db.transaction().execute(async (tx) => {
    await tx
      .deleteFrom('kpi_slices')
      .where('brand_id', '=', brandId)
      .where('metric', '=', present)
      .where('day', '=', sql<Date>`${day}::date`)
      .execute()
    await sql`
      with groups as (
        select flow_id, country, coalesce(country || '/' || region_id, '') as region, gender, count(*) as n
        from members where brand_id = ${brandId} and state = 'active' and (sample is null or ${samples})
          and last_active_at > ${at}::timestamptz - interval '1 day' * ${presentDays}
        group by 1, 2, 3, 4)
      insert into kpi_slices (brand_id, metric, dimension, day, value, currency, count, amount_minor)
      select ${brandId}, ${present}, d.dimension, ${day}::date, d.value, '', sum(n), 0
      from groups cross join lateral (values ('all', ''), ('flow', flow_id), ('country', country), ('gender', gender),
        ('region', region), ('region_gender', region || '/' || gender)) d(dimension, value)
      where d.dimension not in ('region', 'region_gender') or region <> ''
      group by d.dimension, d.value
      on conflict do nothing`.execute(tx)
  })
}

/** Locks a day, so that two processes count it one after the other. */
async function isSealedAfterLocking(tx: Tx, brand: CountedBrand, day: string, at: Date): Promise<boolean> {
  const sealedAt = at >= daysLater(brand, day, sealedAfter) ? at : null
  const { rows } = await sql`
    insert into kpi_counted as c (brand_id, day, counted_at, sealed_at)
    values (${brand.key}, ${day}::date, ${at}, ${sealedAt})
    on conflict (brand_id, day) do update set counted_at = excluded.counted_at, sealed_at = excluded.sealed_at
    where c.sealed_at is null returning day`.execute(tx)
  return rows.length === 0
}

/** Whole days that are due to be counted again, the latest first, at most 40. */
export async function dueDays(executor: Executor, brand: CountedBrand, now: Date): Promise<readonly string[]> {
  const first = await firstDay(executor, brand, now)
  if (first === undefined) return []
  const { rows } = await sql<{ day: string; countedAt: Date; sealed: boolean }>`
    select day::text as day, counted_at as "countedAt", sealed_at is not null as sealed from kpi_counted
    where brand_id = ${brand.key} and day >= ${first}::date`.execute(executor)
  const known = new Map(rows.map((row) => [row.day, row]))
  const days: string[] = []
  for (let day = dayAfter(dayIn(now, timeZoneOf(brand)), -1); day >= first; day = dayAfter(day, -1)) {
    const counted = known.get(day)
    const last = recountedAfter.map((after) => daysLater(brand, day, after)).findLast((time) => time <= now)
    const isDue = !counted || (!counted.sealed && last !== undefined && counted.countedAt < last)
    if (isDue && days.length < mostDays) days.push(day)
  }
  return days
}

async function firstDay(executor: Executor, brand: CountedBrand, now: Date): Promise<string | undefined> {
  const row = await executor
    .selectFrom('members')
    .select('created_at')
    .where('brand_id', '=', brand.key)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  if (!row) return undefined
  const timeZone = timeZoneOf(brand)
  const furthest = dayAfter(dayIn(now, timeZone), -furthestDays)
  const first = dayIn(row.created_at, timeZone)
  return first > furthest ? first : furthest
}

export interface RollupDeps {
  readonly db: Database
  readonly brands: { readonly list: readonly CountedBrand[] }
  readonly clock: () => Date
  /** In a demo. */
  readonly countsSamples?: boolean
}

/** Today, as far as it has come, for each brand. */
export async function countToday({ db, brands, clock, countsSamples }: RollupDeps, until: number): Promise<void> {
  const now = clock()
  for (const brand of brands.list) {
    if (performance.now() > until) return
    const today = dayIn(now, timeZoneOf(brand))
    await countDay(db, brand, today, now, countsSamples)
    await countPresent(db, brand, today, now, countsSamples)
  }
}

/** Every day that is due, the latest of all brands first. */
export async function countDueDays({ db, brands, clock, countsSamples }: RollupDeps, until: number): Promise<void> {
  const now = clock()
  const due: { readonly brand: CountedBrand; readonly day: string }[] = []
  for (const brand of brands.list) due.push(...(await dueDays(db, brand, now)).map((day) => ({ brand, day })))
  for (const { brand, day } of due.toSorted((one, two) => two.day.localeCompare(one.day))) {
    if (performance.now() > until) return
    await countDay(db, brand, day, clock(), countsSamples)
  }
}
