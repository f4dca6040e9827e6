import { createHmac, timingSafeEqual } from 'node:crypto'

/** Tolerance of a webhook's time in seconds, as in Stripe's own clients. */
const tolerance = 300

export type Verdict = 'genuine' | 'forged' | 'old'

/**
 * Checks `t=<seconds>,v1=<hex>[,v1=…]` over time and raw body; during a rotation of the secret there are two
 * signatures.
 */
export function checkSignature(raw: Buffer, header: string | undefined, secret: string, nowMs: number): Verdict {
  const parts = (header ?? '').split(',').map((part) => part.split('='))
  const time = parts.find(([name]) => name === 't')?.[1] ?? ''
  if (!/^\d{1,12}$/.test(time)) return 'forged'
  const expected = createHmac('sha256', secret).update(`${time}.`).update(raw).digest()
  const isSigned = parts.some(([name, value]) => {
    const given = name === 'v1' ? Buffer.from(value ?? '', 'hex') : Buffer.alloc(0)
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
  if (!isSigned) return 'forged'
  return Math.abs(nowMs / 1000 - Number(time)) > tolerance ? 'old' : 'genuine'
}
