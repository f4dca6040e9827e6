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

/** Regions and cities in memory: they never change while the program runs, and every card shows one of each. */
export interface Gazetteer {
  region(id: number): Region | undefined
  city(id: number): City | undefined
  /** Case and accents do not matter. */
  regionByName(country: string, name: string): Region | undefined
  cityByName(country: string, regionId: number, name: string): City | undefined
  /** By name; undefined for a country we do not have. */
  regionsOf(country: string): readonly Region[] | undefined
  citiesOf(regionIds: readonly number[]): readonly CityItem[]
  /** Ids of the cities of these regions whose cells are at most so many kilometres from this one. */
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
  const cityNames = new Map<string, City>()
  const items = new Map<number, CityItem[]>()
  const ofCells = new Map<number, Map<string, { readonly cell: Cell; readonly ids: number[] }>>()
  const rows = await db
    .selectFrom('geo_cities')
    .select([
      'id',
      'region_id',
      'name',
      'name_folded',
      'province',
      sql<number>`cell_of(latitude)`.as('cell_row'),
      sql<number>`cell_of(longitude)`.as('cell_column'),
    ])
    .orderBy('name_folded')
    .orderBy('id')
    .execute()
  for (const row of rows) {
    const cell = { row: row.cell_row, column: row.cell_column }
    const city: City = { id: row.id, regionId: row.region_id, name: row.name, cell }
    const ofRegion = ofCells.get(row.region_id) ?? new Map()
    if (ofRegion.size === 0) ofCells.set(row.region_id, ofRegion)
    const place = `${cell.row} ${cell.column}`
    const ofCell = ofRegion.get(place) ?? { cell, ids: [] }
    if (ofCell.ids.push(row.id) === 1) ofRegion.set(place, ofCell)
    cities.set(row.id, city)
    const key = `${row.region_id}/${row.name_folded}`
    // Of two that share a name the province's own capital is meant, else the first.
    if (!cityNames.has(key) || row.province === row.name) cityNames.set(key, city)
    const list = items.get(row.region_id) ?? []
    if (list.length === 0) items.set(row.region_id, list)
    list.push({ cityName: row.name, regionName: regions.get(row.region_id)?.name ?? '', province: row.province })
  }
  return {
    region: (id) => regions.get(id),
    city: (id) => cities.get(id),
    regionByName: (country, name) => regionNames.get(`${country}/${foldName(name)}`),
    cityByName: (country, regionId, name) =>
      regions.get(regionId)?.country === country ? cityNames.get(`${regionId}/${foldName(name)}`) : undefined,
    regionsOf: (country) => byCountry.get(country),
    citiesWithin: (regionIds, from, km) =>
      regionIds.flatMap((id) =>
        [...(ofCells.get(id)?.values() ?? [])].flatMap(({ cell, ids }) => (kmBetween(from, cell) <= km ? ids : [])),
      ),
    citiesOf(regionIds) {
      const list = regionIds.flatMap((id) => items.get(id) ?? [])
      return regionIds.length > 1 ? list.sort((a, b) => a.cityName.localeCompare(b.cityName, 'it')) : list
    },
  }
}
