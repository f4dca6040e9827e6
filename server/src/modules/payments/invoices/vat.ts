import table from './vat-rates.json' with { type: 'json' }

const rates: Readonly<Record<string, readonly { readonly since: string; readonly percent: number }[]>> = table.rates

/**
 * The VAT contained in what a member who lives in `country` pays at `at`, in percent: that country's, or the brand's own where the table
 * has none.
 */
export function vatRateFor(brand: { readonly vatRate: number }, country: string, at: Date): number {
  const day = at.toISOString().slice(0, 10)
  return rates[country]?.findLast(({ since }) => since <= day)?.percent ?? brand.vatRate
}
