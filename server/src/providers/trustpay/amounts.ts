import { decimal, type Money } from '#modules/payments/port.ts'
import type { Amount } from './wire.ts'

/** Bank transfers within the single euro payments area. */
export const currencies = ['EUR'] as const

export const toAmount = ({ minor, currency }: Money) => ({ Amount: decimal(minor, currency), Currency: currency })

/** Its numbers leave out zeros at the end; the wire's schema allows the euro's decimals. */
export const toMoney = ({ Amount: value, Currency: currency }: Amount): Money => ({
  minor: Math.round(value * 100),
  currency,
})
