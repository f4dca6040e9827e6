import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { NotificationItem } from './wire.ts'

/** True when the header has these basic credentials; takes constant time. */
export function hasCredentials(header: string | undefined, user: string, password: string): boolean {
  const expected = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  return equal(header ?? '', expected)
}

/**
 * True when Adyen signed this item: base64 of HMAC-SHA256 with the hexadecimal key over eight values joined by colons.
 * Source: docs.adyen.com, "Verify HMAC signatures".
 */
export function isSigned(item: NotificationItem, hmacKey: string): boolean {
  const payload = [
    item.pspReference,
    item.originalReference ?? '',
    item.merchantAccountCode,
    item.merchantReference,
    item.amount.value,
    item.amount.currency,
    item.eventCode,
    item.success,
  ].join(':')
  const expected = createHmac('sha256', Buffer.from(hmacKey, 'hex')).update(payload, 'utf8').digest('base64')
  return equal(item.additionalData.hmacSignature ?? '', expected)
}

/** Compares digests, so that timing reveals neither length nor content. */
function equal(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
