/* Crockford's base 32: no I, L, O and U, so that a number can be read out and typed from paper. */
const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const bits = 40n

/**
 * The number of an order as people read it, such as `7K2M-9XPD`: the last 40 bits of its id, which are random, so it
 * does not say how much a brand sells. Two orders in a million million share one: a look-up may find both.
 */
export function orderNumberOf(orderId: string): string {
  const tail = BigInt(`0x${orderId.slice(-10)}`)
  const read = Array.from({ length: 8 }, (_, at) => digits[Number((tail >> (bits - 5n * BigInt(at + 1))) & 31n)])
  return `${read.slice(0, 4).join('')}-${read.slice(4).join('')}`
}

/**
 * The last ten hexadecimal digits of the ids that an order number stands for, as typed: in any case, with or without
 * the dash, `O` for zero and `I` or `L` for one. Undefined for what is no order number.
 */
export function orderIdTail(typed: string): string | undefined {
  const written = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  if (!/^[0-9A-HJKMNP-TV-Z]{8}$/.test(written)) return undefined
  const tail = [...written].reduce((sum, digit) => sum * 32n + BigInt(digits.indexOf(digit)), 0n)
  return tail.toString(16).padStart(10, '0')
}
