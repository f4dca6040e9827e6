import { decimal, minorOf, type Money } from '#modules/payments/port.ts'
import type { Amount } from './wire.ts'

/**
 * With the decimals of ISO 4217. Not among them: HUF and TWD, which PayPal takes in whole units only: a refund of a
 * part could not be sent. Source: developer.paypal.com, "Currency codes".
 */
export const currencies: readonly string[] =
  'AUD BRL CAD CHF CZK DKK EUR GBP HKD ILS JPY MXN MYR NOK NZD PHP PLN SEK SGD THB USD'.split(' ')

export const toAmount = ({ minor, currency }: Money): Amount => ({
  currency_code: currency,
  value: decimal(minor, currency),
})

export const toMoney = ({ value, currency_code: currency }: Amount): Money => ({
  minor: minorOf(value, currency),
  currency,
})
