import type { Money } from '../../modules/payments/port.ts'

/** Currencies whose minor units Stripe counts as ISO 4217 does, in hundredths. */
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

export const toMoney = (minor: number, currency: string): Money => ({ minor, currency: currency.toUpperCase() })
