import { createECDH } from 'node:crypto'
import * as z from 'zod/mini'
import type { Outbound } from '#platform/outbound.ts'

/** A browser's push subscription: where to send, and the keys to encrypt for it (RFC 8030, 8291). */
export interface Subscription {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

const base64url = (bytes: number) =>
  z.string().check(
    z.maxLength(Math.ceil((bytes * 4) / 3) + 3),
    z.refine((value) => /^[A-Za-z0-9_-]+=*$/.test(value) && Buffer.from(value, 'base64url').length === bytes),
  )

/** Browsers add fields of their own, such as when it expires. */
const schema = z.object({
  endpoint: z.string().check(z.minLength(9), z.maxLength(1024)),
  keys: z.object({ p256dh: base64url(65), auth: base64url(16) }),
})

/** Reads the JSON text of a subscription; undefined for anything else, and for an endpoint that may not be called. */
export function readSubscription(text: string, outbound: Pick<Outbound, 'faultOf'>): Subscription | undefined {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    // Not JSON: the caller is answered what to send.
    return undefined
  }
  const read = schema.safeParse(json)
  if (!read.success) return undefined
  const { endpoint, keys } = read.data
  if (outbound.faultOf(endpoint) !== undefined || !isOnCurve(keys.p256dh)) return undefined
  return { endpoint, p256dh: keys.p256dh, auth: keys.auth }
}

/** A key that is no point of the curve would fail at each sending. */
function isOnCurve(key: string): boolean {
  const curve = createECDH('prime256v1')
  curve.generateKeys()
  try {
    return curve.computeSecret(Buffer.from(key, 'base64url')).length > 0
  } catch {
    // It is not.
    return false
  }
}
