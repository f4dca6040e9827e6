import type { Place, Principal } from '../../platform/caller.ts'
import { Failure } from '../../platform/http/problem.ts'
import type { Flows } from '../flows/index.ts'
import type { Geo } from '../geo/index.ts'
import { searchPlace } from '../members/index.ts'
import type { Area } from './queries.ts'

type Names = Pick<Geo, 'regionByName' | 'cityByName'>
interface Named {
  readonly region?: string | undefined
  readonly city?: string | undefined
}

/**
 * Where a request searches: the place it names, or the one the member chose. Without a region, another country is
 * searched as a whole. An unknown city is ignored. @throws Failure 400 for a region that the country does not have
 */
export function placeAsked(
  { geo, flows }: { readonly geo: Names; readonly flows: Flows },
  member: Principal,
  country: string,
  { region, city }: Named,
): Pick<Area, 'regionId' | 'cityId'> {
  if (region === undefined) {
    if (country !== member.country) return { regionId: null, cityId: null }
    return searchPlace(flows.of(member.brandId, member.flowId), member.level, member, member.search.place)
  }
  const regionId = regionNamed(geo, country, region)
  return { regionId, cityId: (city ? geo.cityByName(country, regionId, city)?.id : undefined) ?? null }
}

/** @throws Failure 400 */
export function regionNamed(geo: Pick<Names, 'regionByName'>, country: string, name: string): number {
  const region = geo.regionByName(country, name)
  if (!region)
    throw new Failure(400, 'errore_citta', { field: 'region', message: 'Unknown region: send one of /get/regions' })
  return region.id
}

/**
 * The place in the member's country by the names of `/get/regions` and `/get/cities`; null for where they live. @throws
 * Failure 400
 */
export function placeNamed(geo: Names, member: Principal, { region, city }: Named): Place | null {
  if (region === undefined) {
    if (!city) return null
    throw new Failure(400, 'errore_citta', { field: 'region', message: 'Send the region of the city' })
  }
  const regionId = regionNamed(geo, member.country, region)
  if (!city) return { regionId, cityId: null }
  const town = geo.cityByName(member.country, regionId, city)
  if (!town)
    throw new Failure(400, 'errore_citta', {
      field: 'city',
      message: 'Unknown city: send one of the region, from /get/cities',
    })
  return { regionId, cityId: town.id }
}
