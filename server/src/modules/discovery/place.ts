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
 * searched as a whole. Undefined for an unknown region; an unknown city is ignored.
 */
export function placeAsked(
  { geo, flows }: { readonly geo: Names; readonly flows: Flows },
  member: Principal,
  country: string,
  { region, city }: Named,
): Pick<Area, 'regionId' | 'cityId'> | undefined {
  if (region === undefined) {
    if (country !== member.country) return { regionId: null, cityId: null }
    return searchPlace(flows.of(member.brandId, member.flowId), member.level, member, member.search.place)
  }
  const found = geo.regionByName(country, region)
  if (!found) return undefined
  return { regionId: found.id, cityId: (city ? geo.cityByName(country, found.id, city)?.id : undefined) ?? null }
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
  const found = geo.regionByName(member.country, region)
  if (!found)
    throw new Failure(400, 'errore_citta', { field: 'region', message: 'Unknown region: send one of /get/regions' })
  if (!city) return { regionId: found.id, cityId: null }
  const town = geo.cityByName(member.country, found.id, city)
  if (!town)
    throw new Failure(400, 'errore_citta', {
      field: 'city',
      message: 'Unknown city: send one of the region, from /get/cities',
    })
  return { regionId: found.id, cityId: town.id }
}
