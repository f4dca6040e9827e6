import type { City } from '@incontro/contract/domain'
import type pg from 'pg'
import { foldName } from './fold.ts'

const text = (ofRegion: string) => `
  select c.name as "cityName", r.name as "regionName", c.province as province
  from geo_cities c join geo_regions r on r.id = c.region_id
  where c.country = $1 and c.name_folded ~>=~ $2 and c.name_folded ~<~ $3 ${ofRegion}
  order by c.province = c.name desc, c.name_folded, c.id
  limit 20`

/**
 * Cities whose name starts with `query`, provincial capitals first, at most 20. A byte-order range instead of LIKE: it
 * uses the index with a generic plan too, and the query cannot contain wildcards.
 *
 * @param regionId undefined for the whole country
 */
export async function searchCities(
  pool: pg.Pool,
  country: string,
  query: string,
  regionId: number | undefined,
): Promise<City[]> {
  const prefix = foldName(query)
  if (prefix.length < 3) return []
  const range = [country, prefix, `${prefix}\u{10FFFF}`]
  const { rows } = await pool.query<City>(
    regionId === undefined
      ? { name: 'geo-city', text: text(''), values: range }
      : { name: 'geo-city of a region', text: text('and c.region_id = $4'), values: [...range, regionId] },
  )
  return rows
}
