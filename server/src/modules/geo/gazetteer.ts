import type { City as CityItem } from '@incontro/contract/domain'
import { sql } from 'kysely'
import type { Database } from '../../platform/database.ts'
import { type Cell, kmBetween } from './distance.ts'
import { foldName } from './fold.ts'

export interface Region {
  readonly id: number
  readonly country: string
  readonly name: string
}
export interface City {
  readonly id: number
  readonly regionId: number
  readonly name: string
  readonly cell: Cell
}

/** Regions and cities in memory: they are constant while the program runs, and every card shows them. */
export interface Gazetteer {
  region(id: number): Region | undefined
  city(id: number): City | undefined
  /** Ignores case and accents. */
  regionByName(country: string, name: string): Region | undefined
  cityByName(country: string, regionId: number, name: string): City | undefined
  /** Sorted by name; undefined for an unknown country. */
  regionsOf(country: string): readonly Region[] | undefined
  citiesOf(regionIds: readonly number[]): readonly CityItem[]
  /** Ids of the cities of these regions whose cells are within the distance. */
  citiesWithin(regionIds: readonly number[], from: Cell, km: number): number[]
}

export async function readGazetteer(db: Database): Promise<Gazetteer> {
  const regions = new Map<number, Region>()
  const regionNames = new Map<string, Region>()
  const byCountry = new Map<string, Region[]>()
  for (const region of await db.selectFrom('geo_regions').select(['id', 'country', 'name']).execute()) {
    regions.set(region.id, region)
    regionNames.set(`${region.country}/${foldName(region.name)}`, region)
    byCountry.set(region.country, [...(byCountry.get(region.country) ?? []), region])
  }
  for (const list of byCountry.values()) list.sort((a, b) => a.name.localeCompare(b.name, 'it'))

  const cities = new Map<number, City>()
  const byRegion = new Map<number, readonly CityRow[]>()
  // As JSON, which is parsed several times faster than rows: this query is most of the start-up time.
  const { rows } = await sql<{ region_id: number; cities: CityRow[] }>`
    select region_id, json_agg(json_build_object('id', id, 'regionId', region_id, 'name', name, 'province', province,
      'cell', json_build_object('row', cell_of(latitude), 'column', cell_of(longitude))) order by name_folded, id) as cities
    from geo_cities group by region_id`.execute(db)
  for (const row of rows) {
    byRegion.set(row.region_id, row.cities)
    for (const city of row.cities) cities.set(city.id, city)
  }
  const citiesOfRegion = (regionId: number) => byRegion.get(regionId) ?? []
  const namesOf = onFirstUse((regionId) => byFoldedName(citiesOfRegion(regionId)))
  const cellsOf = onFirstUse((regionId) => byCell(citiesOfRegion(regionId)))
  const itemsOf = (regionId: number): CityItem[] => {
    const regionName = regions.get(regionId)?.name ?? ''
    return citiesOfRegion(regionId).map(({ name, province }) => ({ cityName: name, regionName, province }))
  }
  return {
    region: (id) => regions.get(id),
    city: (id) => cities.get(id),
    regionByName: (country, name) => regionNames.get(`${country}/${foldName(name)}`),
    cityByName: (country, regionId, name) =>
      regions.get(regionId)?.country === country ? namesOf(regionId).get(foldName(name)) : undefined,
    regionsOf: (country) => byCountry.get(country),
    citiesWithin: (regionIds, from, km) =>
      regionIds.flatMap((id) => cellsOf(id).flatMap(({ cell, ids }) => (kmBetween(from, cell) <= km ? ids : []))),
    citiesOf(regionIds) {
      const list = regionIds.flatMap(itemsOf)
      return regionIds.length > 1 ? list.sort((a, b) => a.cityName.localeCompare(b.cityName, 'it')) : list
    },
  }
}

interface CityRow extends City {
  readonly province: string
}

/** Caches what is derived from a region on first use: most regions are never used. */
function onFirstUse<Made>(make: (regionId: number) => Made): (regionId: number) => Made {
  const made = new Map<number, Made>()
  return (regionId) => {
    const of = made.get(regionId) ?? make(regionId)
    made.set(regionId, of)
    return of
  }
}

/** Of two cities with one name, the provincial capital counts, otherwise the first. */
function byFoldedName(cities: readonly CityRow[]): Map<string, City> {
  const named = new Map<string, City>()
  for (const city of cities) {
    const key = foldName(city.name)
    if (!named.has(key) || city.province === city.name) named.set(key, city)
  }
  return named
}

function byCell(cities: readonly City[]): { readonly cell: Cell; readonly ids: number[] }[] {
  const cells = new Map<string, { readonly cell: Cell; readonly ids: number[] }>()
  for (const { id, cell } of cities) {
    const key = `${cell.row} ${cell.column}`
    const same = cells.get(key)
    if (same) same.ids.push(id)
    else cells.set(key, { cell, ids: [id] })
  }
  return [...cells.values()]
}
