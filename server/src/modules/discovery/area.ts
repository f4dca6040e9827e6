import type { SearchFilters } from '@incontro/contract'
import type pg from 'pg'
import type { Principal } from '../../platform/caller.ts'
import type { Geo } from '../geo/index.ts'
import { choicesOf } from '../members/index.ts'
import type { Area } from './queries.ts'

/** The area and criteria of a search with these filters at a place. */
export async function areaOf(
  { pool, geo }: { readonly pool: pg.Pool; readonly geo: Pick<Geo, 'cellOf' | 'citiesWithin'> },
  member: Principal,
  country: string,
  { regionId, cityId }: Pick<Area, 'regionId' | 'cityId'>,
  filters: SearchFilters,
): Promise<Area> {
  const cell = geo.cellOf(member.cityId)
  return {
    viewerId: member.memberId,
    poolId: member.poolId,
    country,
    regionId,
    cityId,
    seeks: member.seeks,
    gender: member.gender,
    age: member.search.age,
    ownInterests: filters.sharedInterests ? (await choicesOf(pool, [member.memberId]))(member.memberId).interests : [],
    cell,
    nearCities: cell && filters.distance ? geo.citiesWithin(cell, filters.distance, { country, regionId }) : null,
    filters,
  }
}
