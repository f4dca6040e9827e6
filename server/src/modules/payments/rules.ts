import type { PayingBrand } from './deps.ts'

/** Days within which a consumer may withdraw without a reason (directive 2011/83/EU, article 9). */
export const withdrawalDays = 14

/** Version of the texts a member agrees to above the order button. */
export const orderTextVersion = 'order-2026-11'

const leastNotice: Readonly<Record<string, number>> = { IT: 30, ES: 15, FR: 30 }

/** Days of notice before a renewal: the brand's, never fewer than its country asks for (decision 2, "All plans renew"). */
export const noticeDaysOf = (brand: Pick<PayingBrand, 'country' | 'renewal'>): number =>
  Math.max(brand.renewal.noticeDays, leastNotice[brand.country] ?? 0)
