import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { foldName } from './fold.ts'
import { readGeoNames } from './geonames.ts'

/** Loads regions and cities into an empty database, all or nothing. Idempotent. */
export async function loadGeography(db: Database): Promise<void> {
  const present = await sql<{ present: boolean }>`select exists (select from geo_cities) as present`.execute(db)
  if (present.rows[0]?.present) return
  const { regions, cities } = await readGeoNames()
  await db.transaction().execute(async (tx) => {
    // Of two processes that start on an empty database, the second waits here and finds the rows.
    await sql`lock table geo_regions in share row exclusive mode`.execute(tx)
    await sql`
      insert into geo_regions (id, country, name)
      select * from unnest(${regions.map((row) => row.id)}::integer[], ${regions.map((row) => row.country)}::text[], ${regions.map((row) => row.name)}::text[])
      on conflict do nothing`.execute(tx)
    await sql`
      insert into geo_cities (id, country, region_id, province, name, name_folded, latitude, longitude)
      select * from unnest(
        ${cities.map((row) => row.id)}::integer[], ${cities.map((row) => row.country)}::text[], ${cities.map((row) => row.regionId)}::integer[],
        ${cities.map((row) => row.province)}::text[], ${cities.map((row) => row.name)}::text[], ${cities.map((row) => foldName(row.name))}::text[],
        ${cities.map((row) => row.latitude)}::real[], ${cities.map((row) => row.longitude)}::real[])
      on conflict do nothing`.execute(tx)
  })
  await sql`analyze geo_regions, geo_cities`.execute(db)
}
