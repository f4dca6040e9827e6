import { randomBytes } from 'node:crypto'

const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
/** Upper-case letters and digits, as in PayPal's ids. */
const idOf = (length: number): string => [...randomBytes(length)].map((byte) => letters[byte % 32]).join('')
export const newPayPalId = (of: 'payment' | 'page' | 'customer' | 'stored' | 'refund' | 'dispute' | 'event'): string =>
  of === 'dispute'
    ? `PP-D-${idOf(6)}`
    : of === 'event'
      ? `WH-${idOf(17)}-${idOf(17)}`
      : idOf(of === 'customer' ? 10 : 17)
