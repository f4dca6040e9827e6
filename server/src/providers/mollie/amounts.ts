import { decimal, minorOf, type Money } from '#modules/payments/port.ts'
import type { Amount } from './wire.ts'

/** With the decimals of ISO 4217. Source: docs.mollie.com, "Multicurrency". */
export const currencies: readonly string[] = [
  'AED AUD BGN BRL CAD CHF CZK DKK EUR GBP HKD HUF ILS ISK JPY MXN MYR NOK NZD PHP PLN RON SEK SGD',
  'THB TWD USD ZAR',
].flatMap((codes) => codes.split(' '))

export const toAmount = ({ minor, currency }: Money): Amount => ({ currency, value: decimal(minor, currency) })

export const toMoney = ({ value, currency }: Amount): Money => ({ minor: minorOf(value, currency), currency })
