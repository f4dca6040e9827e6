import type { Money } from '../../modules/payments/port.ts'
import type { Amount } from './wire.ts'

/** Mollie's currencies with two decimals, the only ones supported here. */
export const currencies = [
  'AUD',
  'BGN',
  'CAD',
  'CHF',
  'CZK',
  'DKK',
  'EUR',
  'GBP',
  'HKD',
  'HUF',
  'ILS',
  'MXN',
  'NOK',
  'NZD',
  'PHP',
  'PLN',
  'RON',
  'SEK',
  'SGD',
  'THB',
  'USD',
  'ZAR',
] as const

export const toAmount = ({ minor, currency }: Money): Amount => ({ currency, value: (minor / 100).toFixed(2) })

export const toMoney = ({ value, currency }: Amount): Money => ({ minor: Number(value.replace('.', '')), currency })
