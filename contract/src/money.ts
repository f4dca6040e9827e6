/*
 * Decimals of ISO 4217 currencies that do not have two. A table, because browsers and Node take theirs from CLDR, which
 * differs from the standard for some currencies and from release to release.
 */
const without = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'
const withThree = 'BHD IQD JOD KWD LYD OMR TND'

/** Decimals of a currency: 2 for EUR, 0 for JPY, 3 for KWD. */
export const minorDigits = (currency: string): 0 | 2 | 3 =>
  without.includes(currency) ? 0 : withThree.includes(currency) ? 3 : 2

/** Minor units as the wire's decimal string: 2490 is "24.90" EUR, "2490" JPY and "2.490" KWD. */
export function decimal(minor: number, currency: string): string {
  const digits = minorDigits(currency)
  return (minor / 10 ** digits).toFixed(digits)
}

/** Whether the text is an amount with exactly the currency's decimals. */
export function isAmountOf(text: string, currency: string): boolean {
  const digits = minorDigits(currency)
  return new RegExp(digits === 0 ? '^\\d{1,12}$' : `^\\d{1,12}\\.\\d{${digits}}$`).test(text)
}

/** The reverse of `decimal`. @throws RangeError for a text that is no amount of the currency */
export function minorOf(text: string, currency: string): number {
  if (!isAmountOf(text, currency)) throw new RangeError(`"${text}" is no amount of ${currency}`)
  return Math.round(Number(text) * 10 ** minorDigits(currency))
}

/** The tax contained in a total, in minor units. */
export const taxWithin = (totalMinor: number, ratePercent: number): number =>
  Math.round((totalMinor * ratePercent) / (100 + ratePercent))

/** Formats an amount such as "24.90" in a language. @param form a locale such as `it` or `en-GB` */
export function formatAmount(amount: string, currency: string, form: string): string {
  const digits = minorDigits(currency)
  return new Intl.NumberFormat(form, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(Number(amount))
}
