import { sql } from 'kysely'
import { dayIn, startOfDay } from '#modules/calendar/index.ts'
import { type CountedBrand, type RollupDeps, timeZoneOf } from './count-days.ts'

/**
 * Counts the members who have been there in the month that runs. A member's last visit is all that is stored, so a month
 * can be counted only while it lasts: what counts is the last time.
 */
export async function countMonth({ db, brands, clock }: RollupDeps, until: number): Promise<void> {
  const now = clock()
  for (const brand of brands.list) {
    if (performance.now() > until) return
    const month = monthAt(brand, now)
    await sql`
      insert into active_months as a (brand_id, month, members, counted_at)
      select ${brand.key}, ${month}::date, count(*)::int, ${now} from members
      where brand_id = ${brand.key} and created_at <= ${now} and sample is null
        and last_active_at >= ${startOfDay(month, timeZoneOf(brand))}
      on conflict (brand_id, month) do update
        set members = greatest(a.members, excluded.members), counted_at = excluded.counted_at`.execute(db)
  }
}

const monthAt = (brand: CountedBrand, now: Date): string => `${dayIn(now, timeZoneOf(brand)).slice(0, 7)}-01`
