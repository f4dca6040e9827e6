import type { Money } from '#modules/payments/port.ts'

/**
 * Not among them: currencies with three decimals and MGA, of which Stripe takes no smallest units: a refund of a part
 * could not be sent. Source: docs.stripe.com, "Supported currencies".
 */
export const currencies: readonly string[] = [
  'AED AUD BGN BRL CAD CHF CLP CZK DKK EUR GBP HKD HUF ILS ISK JPY KRW MXN MYR NOK NZD PHP PLN RON',
  'SEK SGD THB TWD UGX USD VND ZAR',
].flatMap((codes) => codes.split(' '))

/** Without decimals in ISO 4217, with two at Stripe, which must be zeros. */
const inHundredths = new Set(['ISK', 'UGX'])
const scaleOf = (currency: string): number => (inHundredths.has(currency) ? 100 : 1)

export const toAmount = ({ minor, currency }: Money) => ({
  amount: String(minor * scaleOf(currency)),
  currency: currency.toLowerCase(),
})

/** Rounds down: no part of a unit makes up for a whole one. */
export function toMoney(amount: number, code: string): Money {
  const currency = code.toUpperCase()
  return { minor: Math.floor(amount / scaleOf(currency)), currency }
}
