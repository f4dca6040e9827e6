import type { City as CityItem } from '@incontro/contract/domain'
import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { type Cell, kmBetween } from './distance.ts'
import { foldName } from './fold.ts'
import { foldTown, isCapital, keysOf, readingsOf } from './town-keys.ts'

export interface Region {
  readonly id: number
  readonly country: string
  readonly name: string
}
export interface City {
  readonly id: number
  readonly regionId: number
  readonly name: string
  readonly province: string
  readonly cell: Cell
}

/** Regions and cities in memory: they are constant while the program runs, and every card shows them. */
export interface Gazetteer {
  region(id: number): Region | undefined
  city(id: number): City | undefined
  /** Ignores case and accents. */
  regionByName(country: string, name: string): Region | undefined
  /**
   * By any of its names, or as "Massa (Massa-Carrara)" where a region has two of one name. Without the province,
   * `current` if it has that name, then the provincial capital, then the first.
   */
  cityByName(country: string, regionId: number, name: string, current?: number | null): City | undefined
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
  const namesOf = onFirstUse((regionId) => byKey(regions.get(regionId)?.country ?? '', citiesOfRegion(regionId)))
  const cellsOf = onFirstUse((regionId) => byCell(citiesOfRegion(regionId)))
  const itemsOf = (regionId: number): CityItem[] => {
    const regionName = regions.get(regionId)?.name ?? ''
    return citiesOfRegion(regionId).map(({ id, name, province }) => ({
      cityId: id,
      cityName: name,
      regionName,
      province,
    }))
  }
  return {
    region: (id) => regions.get(id),
    city: (id) => cities.get(id),
    regionByName: (country, name) => regionNames.get(`${country}/${foldName(name)}`),
    cityByName: (country, regionId, name, current) =>
      regions.get(regionId)?.country === country ? choose(namesOf(regionId), name, current) : undefined,
    regionsOf: (country) => byCountry.get(country),
    citiesWithin: (regionIds, from, km) =>
      regionIds.flatMap((id) => cellsOf(id).flatMap(({ cell, ids }) => (kmBetween(from, cell) <= km ? ids : []))),
    citiesOf(regionIds) {
      const list = regionIds.flatMap(itemsOf)
      return regionIds.length > 1 ? list.sort((a, b) => a.cityName.localeCompare(b.cityName, 'it')) : list
    },
  }
}

type CityRow = City

/** Caches what is derived from a region on first use: most regions are never used. */
function onFirstUse<Made>(make: (regionId: number) => Made): (regionId: number) => Made {
  const made = new Map<number, Made>()
  return (regionId) => {
    const of = made.get(regionId) ?? make(regionId)
    made.set(regionId, of)
    return of
  }
}

type Named = ReadonlyMap<string, readonly { readonly city: City; readonly rank: 0 | 1 }[]>

function byKey(country: string, cities: readonly City[]): Named {
  const named = new Map<string, { readonly city: City; readonly rank: 0 | 1 }[]>()
  for (const city of cities)
    for (const { key, rank } of keysOf(country, city.name)) named.set(key, [...(named.get(key) ?? []), { city, rank }])
  return named
}

/** "Massa (Massa-Carrara)" or "Massa, Massa-Carrara". */
const withProvince = /^(.+?)\s*(?:\((.+)\)|,\s*(.+))$/

function choose(named: Named, typed: string, current: number | null | undefined): City | undefined {
  const whole = called(named, typed)
  const [, name, inside, after] = withProvince.exec(typed.trim()) ?? []
  const province = foldTown(inside ?? after ?? '')
  const found =
    whole.length > 0 || name === undefined
      ? whole
      : called(named, name).filter((city) => foldTown(city.province) === province)
  return found.find(({ id }) => id === current) ?? found.find((city) => isCapital(city)) ?? found[0]
}

/** Those with the name itself, otherwise those with it as another one. */
function called(named: Named, typed: string): readonly City[] {
  const found = readingsOf(typed).flatMap((reading) => named.get(reading) ?? [])
  const best = Math.min(...found.map(({ rank }) => rank))
  return found.filter(({ rank }) => rank === best).map(({ city }) => city)
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
