import { dayOf } from '../../../platform/day.ts'
import table from './vat-rates.json' with { type: 'json' }

const rates: Readonly<Record<string, readonly { readonly since: string; readonly percent: number }[]>> = table.rates

/** VAT rate in percent for a member in `country` at a time: the country's, or the brand's if the table has none. */
export function vatRateFor(brand: { readonly vatRate: number }, country: string, at: Date): number {
  const day = dayOf(at)
  return rates[country]?.findLast(({ since }) => since <= day)?.percent ?? brand.vatRate
}
