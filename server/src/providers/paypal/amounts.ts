import type { Money } from '../../modules/payments/port.ts'
import type { Amount } from './wire.ts'

/** PayPal's currencies with two decimals, the only ones supported here. */
export const currencies = [
  'AUD',
  'BRL',
  'CAD',
  'CHF',
  'CZK',
  'DKK',
  'EUR',
  'GBP',
  'HKD',
  'ILS',
  'MXN',
  'MYR',
  'NOK',
  'NZD',
  'PHP',
  'PLN',
  'SEK',
  'SGD',
  'THB',
  'USD',
] as const

export const toAmount = ({ minor, currency }: Money): Amount => ({
  currency_code: currency,
  value: (minor / 100).toFixed(2),
})

export const toMoney = ({ value, currency_code: currency }: Amount): Money => ({
  minor: Number(value.replace('.', '')),
  currency,
})
