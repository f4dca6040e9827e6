import { createHmac, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** Values of the `paypal-transmission-…` headers of a webhook. */
export interface Transmission {
  readonly id: string
  /** ISO 8601. */
  readonly time: string
  readonly signature: string
}

/**
 * Signs the same values as PayPal: the transmission, the webhook's endpoint and the body's checksum. The signature is
 * only verified by the sandbox itself, through PayPal's verification call, so a keyed hash replaces PayPal's RSA.
 */
export function signTransmission(
  { id, time }: Pick<Transmission, 'id' | 'time'>,
  { webhookId, secret, body }: { readonly webhookId: string; readonly secret: string; readonly body: string },
): Transmission {
  const text = `${id}|${time}|${webhookId}|${crc32(body)}`
  return { id, time, signature: createHmac('sha256', secret).update(text).digest('hex') }
}

export function isSigned(transmission: Transmission, by: Parameters<typeof signTransmission>[1]): boolean {
  const expected = Buffer.from(signTransmission(transmission, by).signature)
  const given = Buffer.from(transmission.signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}
