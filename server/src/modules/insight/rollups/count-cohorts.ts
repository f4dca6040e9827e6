import { sql } from 'kysely'
import { dayAfter, dayIn, startOfDay } from '#modules/calendar/index.ts'
import type { Database } from '#platform/database/database.ts'
import { type CountedBrand, type RollupDeps, timeZoneOf } from './count-days.ts'

/*
 * Members by the week in which they signed up: how many were there in each week after that, and what they paid. Weeks
 * begin on Monday, by the calendar of the brand's company; those of a member at their sign-up. A figure is stored once all members of the week have had
 * the time for it.
 */

const dayMs = 86_400_000
/** Weeks after a sign-up that are followed. */
const followedWeeks = 12
/** Until the last of them is over for the last sign-up; after that a week is not counted again. */
const countedWeeks = followedWeeks + 2

/** Monday of a moment's week. */
export function weekOf(at: Date, timeZone: string): string {
  const day = dayIn(at, timeZone)
  return dayAfter(day, -((new Date(day).getUTCDay() + 6) % 7))
}

/** Counts the weeks that are not complete. */
export async function countCohorts({ db, brands, clock, countsSamples }: RollupDeps, until: number): Promise<void> {
  const now = clock()
  for (const brand of brands.list)
    for (let ago = 0; ago < countedWeeks; ago += 1) {
      if (performance.now() > until) return
      await countCohort(db, brand, dayAfter(weekOf(now, timeZoneOf(brand)), -7 * ago), now, countsSamples)
    }
}

export async function countCohort(
  db: Database,
  brand: CountedBrand,
  week: string,
  now: Date,
  samples = false,
): Promise<void> {
  const brandId = brand.key
  const from = startOfDay(week, timeZoneOf(brand))
  const until = startOfDay(dayAfter(week, 7), timeZoneOf(brand))
  /** Weeks that are over for all who signed up. */
  const over = Math.floor((now.getTime() - until.getTime()) / (7 * dayMs))
  await db.transaction().execute(async (tx) => {
    await tx
      .deleteFrom('kpi_cohorts')
      .where('brand_id', '=', brandId)
      .where('week', '=', sql<Date>`${week}::date`)
      .execute()
    await sql`
      with members_of_week as materialized (
        select id, created_at, last_active_at from members
        where brand_id = ${brandId} and (sample is null or ${samples}) and created_at >= ${from} and created_at < ${until})
      insert into kpi_cohorts (brand_id, week, age, metric, currency, count, amount_minor)
      select ${brandId}, ${week}::date, 0, 'signed_up', '', count(*), 0 from members_of_week having count(*) > 0
      union all
      select ${brandId}, ${week}::date, age, 'present', '', count(*), 0
      from members_of_week m, generate_series(1, ${Math.min(over, followedWeeks)}) age
      where m.last_active_at >= m.created_at + age * interval '7 days' group by age
      union all
      select ${brandId}, ${week}::date, age, 'paid', a.currency, count(distinct m.id), sum(a.amount_minor)
      from members_of_week m join payment_attempts a on a.member_id = m.id and a.amount_minor > 0
        and a.granted_at >= m.created_at,
        lateral (select floor(extract(epoch from a.granted_at - m.created_at) / 604800)::int as age) g
      where age <= ${Math.min(over - 1, followedWeeks)} group by age, a.currency`.execute(tx)
  })
}
