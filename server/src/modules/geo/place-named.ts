import { Failure } from '#platform/http/problem.ts'
import type { Geo } from './geo.ts'

export type PlaceNames = Pick<Geo, 'regionByName' | 'cityByName' | 'cityById'>

export interface NamedPlace {
  readonly region: string
  readonly city?: string | undefined
  /** As the type-ahead gives it; counts before the name. */
  readonly cityId?: number | undefined
}

/**
 * A region and a town by the names of `/get/regions` and `/get/cities`, or the town by its id.
 * @param current the town that is meant if it has the name and another town of the region has it as well
 * @throws Failure 400 `errore_citta` that says which of the two is unknown
 */
export function placeNamed(
  geo: PlaceNames,
  country: string,
  { region, city, cityId }: NamedPlace,
  current?: number | null,
): { regionId: number; cityId: number | null } {
  const regionId = regionNamed(geo, country, region)
  if (cityId === undefined && !city?.trim()) return { regionId, cityId: null }
  const town =
    cityId === undefined
      ? geo.cityByName(country, regionId, city ?? '', current)
      : geo.cityById(country, regionId, cityId)
  if (!town)
    throw new Failure(400, 'errore_citta', {
      field: cityId === undefined ? 'city' : 'cityId',
      message: `There is no town “${cityId ?? city}” in ${region}: send one of /get/cities, or none`,
    })
  return { regionId, cityId: town.id }
}

/** @throws Failure 400 */
export function regionNamed(geo: Pick<PlaceNames, 'regionByName'>, country: string, name: string): number {
  const region = geo.regionByName(country, name)
  if (!region)
    throw new Failure(400, 'errore_citta', { field: 'region', message: 'Unknown region: send one of /get/regions' })
  return region.id
}
