import type { Brand } from './brand.ts'

/**
 * Consumer protections. They depend on the brand alone: no flow, plan or level changes them (decision 2, "Flow 0000").
 */
export interface Protections {
  /** Days between the reminder and the renewal, by the law of the brand's country. */
  readonly noticeDays: number
  /** Days to withdraw from a purchase (directive 2011/83/EU, article 9). */
  readonly withdrawalDays: number
  /** Days a plan stays active after a renewal that could not be charged. */
  readonly graceDays: number
}

export const protections = (brand: Brand): Protections => ({ ...brand.renewal, withdrawalDays: 14 })
