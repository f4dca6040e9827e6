import { sql } from 'kysely'
import type { Database } from '#server/platform/database/database.ts'

/**
 * Inserts the members of a large brand in one country: most of them in a few regions, one in twelve of them new. One
 * half seeks the other half.
 */
export async function fillCountry(db: Database, members: number): Promise<void> {
  await sql`
    with people as (
      select gen_random_uuid() as id, n, (array(select id from geo_regions where country = 'IT' order by name))[1 + (n % 97) % 20] as region_id
      from generate_series(1, ${members}) n
    ), made as (
      insert into members (id, brand_id, pool_id, clickid, email, screen_name, gender, seeks, age_stated, age_stated_on, country, region_id, locale, about,
        flow_id, flow_version, email_confirmed_at, last_active_at, created_at)
      select id, 'local', 'local', 'bench' || n, 'bench' || n || '@bench.example', 'Bench ' || n, case when n % 2 = 0 then 'woman' else 'man' end,
        case when n % 2 = 0 then 'man' else 'woman' end, 19 + n % 50, current_date, 'IT', region_id, 'it', repeat('Mi piace camminare. ', 8), '7', 'bench', now(),
        now() - (n % 43200) * interval '1 minute', now() - case when n % 12 = 0 then interval '2 days' else interval '60 days' end
      from people returning id, pool_id, country, region_id, gender, seeks, last_active_at, created_at, age_stated
    )
    insert into discovery_entries (pool_id, country, region_id, member_id, gender, seeks, is_new, active_at, created_at, born_on, intent, has_words)
    select pool_id, country, region_id, id, gender, seeks, created_at > now() - interval '7 days', last_active_at, created_at,
      current_date - make_interval(years => age_stated), (array['slowly', 'open', 'light', null])[1 + age_stated % 4], age_stated % 3 > 0 from made`.execute(
    db,
  )
}
