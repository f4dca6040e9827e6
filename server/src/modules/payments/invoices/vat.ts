import table from './vat-rates.json' with { type: 'json' }

const rates: Readonly<Record<string, readonly { readonly since: string; readonly percent: number }[]>> = table.rates

/** VAT rate in percent for a member in `country` at a time: the country's, or the brand's if the table has none. */
export function vatRateFor(brand: { readonly vatRate: number }, country: string, at: Date): number {
  const day = at.toISOString().slice(0, 10)
  return rates[country]?.findLast(({ since }) => since <= day)?.percent ?? brand.vatRate
}
