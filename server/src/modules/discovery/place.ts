import type { Principal, SearchPlace } from '#platform/caller.ts'
import { Failure } from '#platform/http/problem.ts'
import type { Flows } from '#modules/flows/index.ts'
import { placeNamed, type PlaceNames, regionNamed } from '#modules/geo/index.ts'
import { searchPlace } from '#modules/members/index.ts'
import type { Area } from './queries.ts'

interface Named {
  readonly region?: string | undefined
  readonly city?: string | undefined
  readonly cityId?: number | undefined
}

/**
 * Where a request searches: the place it names, or the one the member chose. Without a region, another country is
 * searched as a whole. An unknown city is ignored. @throws Failure 400 for a region that the country does not have
 */
export function placeAsked(
  { geo, flows }: { readonly geo: PlaceNames; readonly flows: Flows },
  member: Principal,
  country: string,
  { region, city, cityId }: Named,
): Pick<Area, 'regionId' | 'cityId'> {
  if (region === undefined) {
    if (country !== member.country) return { regionId: null, cityId: null }
    return searchPlace(flows.of(member.brandId, member.flowId), member.level, member, member.search)
  }
  const regionId = regionNamed(geo, country, region)
  const current = member.search.place?.cityId ?? member.cityId
  const town =
    cityId === undefined
      ? city && geo.cityByName(country, regionId, city, current)
      : geo.cityById(country, regionId, cityId)
  return { regionId, cityId: (town && town.id) || null }
}

/**
 * The place in the member's country by the names of `/get/regions` and `/get/cities`; null for where they live. @throws
 * Failure 400
 */
export function placeToKeep(
  geo: PlaceNames,
  member: Principal,
  { region, city, cityId, wholeCountry }: Named & { readonly wholeCountry?: boolean | undefined },
): SearchPlace | null {
  if (wholeCountry === true) {
    if (region === undefined && !city && cityId === undefined) return { regionId: null, cityId: null }
    throw new Failure(400, 'invalid', {
      field: 'wholeCountry',
      message: 'Send a region or the whole country, not both',
    })
  }
  if (region !== undefined)
    return placeNamed(geo, member.country, { region, city, cityId }, member.search.place?.cityId ?? member.cityId)
  if (!city && cityId === undefined) return null
  throw new Failure(400, 'errore_citta', { field: 'region', message: 'Send the region of the city' })
}
