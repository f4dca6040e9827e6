import { timeZoneOf } from '@incontro/contract'
import { dayIn } from '#modules/calendar/index.ts'
import { territoryOf, type TaxPlace, type Territory } from './tax-place.ts'
import table from './vat-rates.json' with { type: 'json' }

const rates: Readonly<Record<string, readonly { readonly since: string; readonly percent: number }[]>> = table.rates

export interface Vat {
  /** Percent. */
  readonly rate: number
  /** The part of the country that has a VAT of its own, or none. */
  readonly territory: Territory | null
}

/**
 * The VAT of a member at a time, by the calendar of the place where they live: that of the territory, the country's, or
 * the brand's if the table has none.
 */
export function vatFor(brand: { readonly vatRate: number }, place: TaxPlace, at: Date): Vat {
  const territory = territoryOf(place)
  if (territory?.rates === null) return { rate: 0, territory }
  const day = dayIn(at, territory?.timeZone ?? timeZoneOf(place.country))
  const list = territory?.rates ?? rates[place.country]
  return { rate: list?.findLast(({ since }) => since <= day)?.percent ?? brand.vatRate, territory }
}
