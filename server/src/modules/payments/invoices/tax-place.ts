import { timeZoneOf } from '@incontro/contract'
import type { Executor } from '#platform/database/database.ts'
import table from './territories.json' with { type: 'json' }

/** Where a member lives, as far as taxes differ by it; names as in the gazetteer. */
export interface TaxPlace {
  readonly country: string
  readonly region?: string | null
  readonly province?: string | null
  readonly city?: string | null
}

/** A part of a country with another VAT than the rest of it. */
export interface Territory {
  readonly code: string
  readonly country: string
  readonly name: string
  readonly timeZone: string
  /** Null outside the area of the country's VAT. */
  readonly rates: readonly { readonly since: string; readonly percent: number }[] | null
}

/** A place of the table: `province` and `city` of those that are no whole region. */
interface Row {
  readonly code: string
  readonly country: string
  readonly region: string
  readonly province?: string
  readonly city?: string
  readonly name: string
  readonly timeZone?: string
  readonly rates?: Territory['rates']
}

const rows: readonly Row[] = table.territories

const toTerritory = ({ code, country, name, timeZone = timeZoneOf(country), rates = null }: Row): Territory => ({
  code,
  country,
  name,
  timeZone,
  rates,
})

/** The part with a VAT of its own in which a member lives; null for the rest of a country. */
export function territoryOf(place: TaxPlace): Territory | null {
  const found = rows.find(
    (row) =>
      row.country === place.country &&
      row.region === place.region &&
      (row.province === undefined || row.province === place.province) &&
      (row.city === undefined || row.city === place.city),
  )
  return found ? toTerritory(found) : null
}

export function territoryByCode(code: string | null): Territory | null {
  const found = rows.find((row) => row.code === code)
  return found ? toTerritory(found) : null
}

/** Where a member lives now. */
export const taxPlaceOf = (executor: Executor, memberId: string): Promise<TaxPlace> =>
  executor
    .selectFrom('members as m')
    .leftJoin('geo_regions as r', 'r.id', 'm.region_id')
    .leftJoin('geo_cities as c', 'c.id', 'm.city_id')
    .select(['m.country', 'r.name as region', 'c.province', 'c.name as city'])
    .where('m.id', '=', memberId)
    .executeTakeFirstOrThrow()
