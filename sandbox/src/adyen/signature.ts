import { createHmac } from 'node:crypto'
import type { NotificationItem } from './records.ts'

/**
 * Adyen's HMAC over a notification: SHA-256 with the hexadecimal key, over eight values joined by
 * colons, in base64. Source: docs.adyen.com, "Verify HMAC signatures".
 */
export function sign(item: Omit<NotificationItem, 'additionalData'>, hmacKey: string): string {
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
  return createHmac('sha256', Buffer.from(hmacKey, 'hex')).update(payload, 'utf8').digest('base64')
}
