import type { City as CityItem } from '@incontro/contract/domain'
import { setImmediate } from 'node:timers/promises'
import type { Gazetteer } from './gazetteer.ts'
import { isCapital, keysOf, readingsOf } from './town-keys.ts'

interface Entry {
  readonly key: string
  readonly rank: 0 | 1
  readonly town: CityItem
  readonly regionId: number
}

const most = 20
/** Names between two pauses: about two milliseconds. */
const perSlice = 200

export interface CitySearch {
  /**
   * Cities whose name starts with `query`: those that are called so first, then provincial capitals, at most 20.
   *
   * @param regionId undefined for the whole country
   */
  search(country: string, query: string, regionId: number | undefined): Promise<CityItem[]>
}

/** The keys of a country are sorted when it is first searched, in slices, so that nothing else waits for it. */
export function createCitySearch(names: () => Gazetteer): CitySearch {
  const sorted = new Map<string, Promise<readonly Entry[]>>()
  return {
    async search(country, query, regionId) {
      const entries = await (sorted.get(country) ?? keep(country))
      return find(entries, query, regionId)
    },
  }

  function keep(country: string): Promise<readonly Entry[]> {
    const entries = entriesOf(names(), country)
    sorted.set(country, entries)
    return entries
  }
}

async function entriesOf(gazetteer: Gazetteer, country: string): Promise<readonly Entry[]> {
  const entries: Entry[] = []
  let read = 0
  for (const { id: regionId } of gazetteer.regionsOf(country) ?? [])
    for (const town of gazetteer.citiesOf([regionId])) {
      for (const key of keysOf(country, town.cityName)) entries.push({ ...key, town, regionId })
      read += 1
      if (read % perSlice === 0) await setImmediate()
    }
  await setImmediate()
  return entries.sort((one, other) => compare(one.key, other.key))
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

function find(entries: readonly Entry[], query: string, regionId: number | undefined): CityItem[] {
  const readings = readingsOf(query)
  const found = new Map<CityItem, Entry & { readonly isExact: boolean }>()
  for (const prefix of readings)
    if (prefix !== '')
      for (let at = firstFrom(entries, prefix); entries[at]?.key.startsWith(prefix) === true; at += 1) {
        const entry = entries[at]
        if (!entry || (regionId !== undefined && entry.regionId !== regionId)) continue
        const isExact = entry.key === prefix
        const before = found.get(entry.town)
        if (!before || order({ ...entry, isExact }, before) < 0) found.set(entry.town, { ...entry, isExact })
      }
  return [...found.values()]
    .sort(order)
    .slice(0, most)
    .map(({ town }) => town)
}

const townOf = ({ town: { cityName: name, province } }: Entry) => ({ name, province })

function order(one: Entry & { isExact: boolean }, other: Entry & { isExact: boolean }): number {
  return (
    Number(other.isExact) - Number(one.isExact) ||
    Number(isCapital(townOf(other))) - Number(isCapital(townOf(one))) ||
    one.rank - other.rank ||
    compare(one.key, other.key) ||
    one.town.cityId - other.town.cityId
  )
}

/** The first entry whose key is not before the prefix. */
function firstFrom(entries: readonly Entry[], prefix: string): number {
  let [low, high] = [0, entries.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((entries[middle]?.key ?? '') < prefix) low = middle + 1
    else high = middle
  }
  return low
}
