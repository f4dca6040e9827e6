import type { SearchFilters } from '@incontro/contract'
import type { Principal } from '#platform/caller.ts'
import type { LaggingReads } from '#platform/database/replica.ts'
import type { Geo } from '#modules/geo/index.ts'
import { choicesOf } from '#modules/members/index.ts'
import { pairsFor } from './pairs.ts'
import type { Area } from './queries.ts'

/** The area and criteria of a search with these filters at a place. */
export async function areaOf(
  { reads, geo }: { readonly reads: Pick<LaggingReads, 'of'>; readonly geo: Pick<Geo, 'cellOf' | 'citiesWithin'> },
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
    pairs: pairsFor(member),
    age: member.search.age,
    height: member.search.height,
    intent: member.search.intent,
    ownInterests: filters.sharedInterests
      ? (await choicesOf(reads.of(member.memberId), [member.memberId]))(member.memberId).interests
      : [],
    cell,
    nearCities: cell && filters.distance ? geo.citiesWithin(cell, filters.distance, { country, regionId }) : null,
    filters,
  }
}
