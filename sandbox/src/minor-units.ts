/** The providers, as the pages name them. */
export type ProviderName = 'Adyen' | 'Mollie' | 'PayPal' | 'Stripe' | 'TrustPay'

const digitsOf = (digits: number, codes: string): readonly (readonly [string, number])[] =>
  codes.split(' ').map((code) => [code, digits])

/** ISO 4217, where it is not two decimals. */
const standard: ReadonlyMap<string, number> = new Map([
  ...digitsOf(0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'),
  ...digitsOf(3, 'BHD IQD JOD KWD LYD OMR TND'),
])

/** Where a provider differs from it, by its documentation. */
const own: Readonly<Record<ProviderName, ReadonlyMap<string, number>>> = {
  Adyen: new Map([...digitsOf(2, 'CLP ISK'), ...digitsOf(0, 'CVE IDR')]),
  Mollie: new Map(),
  PayPal: new Map(digitsOf(0, 'HUF JPY TWD')),
  Stripe: new Map([...digitsOf(2, 'ISK UGX'), ...digitsOf(0, 'MGA')]),
  TrustPay: new Map(),
}

const decimals = (provider: ProviderName, currency: string): number =>
  own[provider].get(currency) ?? standard.get(currency) ?? 2

/** `29.90` */
export function toDecimal(provider: ProviderName, value: number, currency: string): string {
  const digits = decimals(provider, currency)
  return (value / 10 ** digits).toFixed(digits)
}

/** The reverse; null for a text with other decimals than the provider takes. */
export function fromDecimal(provider: ProviderName, text: string, currency: string): number | null {
  const digits = decimals(provider, currency)
  const [, fraction = ''] = text.split('.')
  return fraction.length === digits ? Math.round(Number(text) * 10 ** digits) : null
}

/** Whether Stripe takes the amount: it refuses the last decimals of some currencies unless they are zeros. */
export function isWholeAtStripe(value: number, currency: string): boolean {
  if (currency === 'ISK' || currency === 'UGX') return value % 100 === 0
  return decimals('Stripe', currency) < 3 || value % 10 === 0
}
