import { geoRoutes } from '@incontro/contract'
import type { Database } from '#platform/database/database.ts'
import { notFound } from '#platform/http/problem.ts'
import type { ModuleWith } from '#platform/module.ts'
import { type City, type Gazetteer, readGazetteer, type Region } from './gazetteer.ts'
import type { Cell } from './distance.ts'
import { loadGeography } from './load.ts'
import { createCitySearch } from './search.ts'

export interface Geo extends ModuleWith<'routes' | 'load'> {
  /** Countries are ISO 3166-1 alpha-2 in capitals; names ignore case and accents. */
  regionByName(country: string, name: string): Region | undefined
  /** By any of its names; `current` if two have it. */
  cityByName(country: string, regionId: number, name: string, current?: number | null): City | undefined
  /** Undefined for an id of another region or country. */
  cityById(country: string, regionId: number, id: number): City | undefined
  /** Empty for an unknown id. */
  regionName(id: number | null): string
  cityName(id: number | null): string
  /** The cell of a city, from which distances are computed; null for an unknown id. */
  cellOf(cityId: number | null): Cell | null
  /** Ids of the cities within a distance of a cell, in a region or, without one, in a country. */
  citiesWithin(from: Cell, km: number, area: { readonly country: string; readonly regionId: number | null }): number[]
  /** Sorted by name; empty for an unknown country. */
  regionsOf(country: string): readonly Region[]
}

/** They only change with a new version of the data set. */
const cacheControl = 'public, max-age=3600'

export interface GeoDeps {
  readonly db: Database
  /** Pass it if the database was read already. */
  readonly gazetteer?: Gazetteer | undefined
}

export function createGeo({ db, gazetteer }: GeoDeps): Geo {
  let loaded = gazetteer
  const names = (): Gazetteer => {
    if (!loaded) throw new Error('geography is asked before it is loaded')
    return loaded
  }
  const towns = createCitySearch(names)
  const regionsOrNone = (country: string): readonly Region[] => {
    const regions = names().regionsOf(country)
    if (!regions) throw notFound()
    return regions
  }
  const regionOr404 = (country: string, name: string | undefined): Region | undefined => {
    const region = name === undefined ? undefined : names().regionByName(country, name)
    if (name !== undefined && !region) throw notFound()
    return region
  }
  return {
    // Loads the names into memory; call it before anything else.
    async load() {
      if (loaded) return
      await loadGeography(db)
      loaded = await readGazetteer(db)
    },
    regionByName: (country, name) => names().regionByName(country, name),
    cityByName: (country, regionId, name, current) => names().cityByName(country, regionId, name, current),
    cityById(country, regionId, id) {
      const city = names().city(id)
      return city?.regionId === regionId && names().region(regionId)?.country === country ? city : undefined
    },
    regionName: (id) => (id === null ? '' : (names().region(id)?.name ?? '')),
    cityName: (id) => (id === null ? '' : (names().city(id)?.name ?? '')),
    cellOf: (cityId) => (cityId === null ? null : (names().city(cityId)?.cell ?? null)),
    citiesWithin: (from, km, { country, regionId }) =>
      names().citiesWithin(
        regionId === null ? (names().regionsOf(country) ?? []).map(({ id }) => id) : [regionId],
        from,
        km,
      ),
    regionsOf: (country) => names().regionsOf(country) ?? [],
    routes(http) {
      http.bind(
        geoRoutes.regions,
        async ({ params, reply }) => {
          const regions = regionsOrNone(params.country)
          void reply.header('cache-control', cacheControl)
          return regions.map((region) => ({ regionName: region.name }))
        },
        { kept: true },
      )
      http.bind(
        geoRoutes.cities,
        async ({ params, query, reply }) => {
          const regions = regionsOrNone(params.country)
          const region = regionOr404(params.country, query.region)
          void reply.header('cache-control', cacheControl)
          return [...names().citiesOf(region ? [region.id] : regions.map(({ id }) => id))]
        },
        { kept: true },
      )
      http.bind(geoRoutes.city, async ({ params, query, reply }) => {
        regionsOrNone(params.country)
        const cities = await towns.search(params.country, params.query, regionOr404(params.country, query.region)?.id)
        void reply.header('cache-control', cacheControl)
        return cities
      })
    },
  }
}
