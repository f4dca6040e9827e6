import type { City } from '@incontro/contract/domain'
import type pg from 'pg'
import { foldName } from './fold.ts'

const text = `
  select c.name as "cityName", r.name as "regionName", c.province as province
  from geo_cities c join geo_regions r on r.id = c.region_id
  where c.country = $1 and c.name_folded ~>=~ $2 and c.name_folded ~<~ $3
  order by c.province = c.name desc, c.name_folded, c.id
  limit 20`

/**
 * Cities whose name starts with `query`, provincial capitals first, at most 20. A byte-order range instead of LIKE: it
 * uses the index with a generic plan too, and the query cannot contain wildcards.
 */
export async function searchCities(pool: pg.Pool, country: string, query: string): Promise<City[]> {
  const prefix = foldName(query)
  if (prefix.length < 3) return []
  const { rows } = await pool.query<City>({
    name: 'geo-city',
    text,
    values: [country, prefix, `${prefix}\u{10FFFF}`],
  })
  return rows
}
