import type { Money } from '../../modules/payments/port.ts'
import type { Amount } from './wire.ts'

/** Bank transfers within the single euro payments area. */
export const currencies = ['EUR'] as const

export const toAmount = ({ minor, currency }: Money) => ({ Amount: (minor / 100).toFixed(2), Currency: currency })

export const toMoney = ({ Amount: value, Currency: currency }: Amount): Money => ({
  minor: Math.round(value * 100),
  currency,
})
