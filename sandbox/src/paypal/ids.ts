import { randomBytes } from 'node:crypto'

const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
/** Letters and digits in capitals, as PayPal's ids are. */
const idOf = (length: number): string => [...randomBytes(length)].map((byte) => letters[byte % 32]).join('')
export const newPayPalId = (of: 'payment' | 'page' | 'customer' | 'stored' | 'refund' | 'dispute' | 'event'): string =>
  of === 'dispute'
    ? `PP-D-${idOf(6)}`
    : of === 'event'
      ? `WH-${idOf(17)}-${idOf(17)}`
      : idOf(of === 'customer' ? 10 : 17)
