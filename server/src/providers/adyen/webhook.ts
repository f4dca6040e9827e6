import { WebhookRefused, type PaymentProvider, type ProviderEvent } from '#modules/payments/port.ts'
import { hasCredentials, isSigned } from './authenticity.ts'
import { readEvent } from './events.ts'
import type { AdyenOptions } from './options.ts'
import { Notification } from './wire.ts'

/**
 * Verifies and parses a standard notification. Every item must be signed and for our account, otherwise the whole body
 * is refused. Rejects with WebhookRefused.
 */
export async function readWebhook(
  { raw, headers }: Parameters<PaymentProvider['readWebhook']>[0],
  options: AdyenOptions,
): Promise<readonly ProviderEvent[]> {
  if (!hasCredentials(headers.authorization, options.webhookUser, options.webhookPassword)) {
    throw new WebhookRefused('credentials')
  }
  const body = Notification.safeParse(parse(raw))
  if (!body.success) throw new WebhookRefused('not a notification')
  const items = body.data.notificationItems.map(({ NotificationRequestItem }) => NotificationRequestItem)
  for (const item of items) {
    if (!isSigned(item, options.hmacKey)) throw new WebhookRefused('signature')
    if (item.merchantAccountCode !== options.merchantAccount) throw new WebhookRefused('merchant account')
  }
  return items.map(readEvent)
}

function parse(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'))
  } catch {
    throw new WebhookRefused('not JSON')
  }
}
