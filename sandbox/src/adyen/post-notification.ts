import type { SandboxConfig } from '../config.ts'
import { postToApp } from '../post-to-app.ts'
import type { WebhookAttempt } from '../webhook-delivery.ts'
import type { NotificationItem } from './records.ts'

/** Where the application receives Adyen's webhooks. */
const WEBHOOK_PATH = '/pay/webhooks/adyen'

/** Posts one standard notification with basic authentication. Never throws: a failure is recorded as an attempt. */
export function postNotification(
  item: NotificationItem,
  { appUrl, adyen }: Pick<SandboxConfig, 'appUrl' | 'adyen'>,
  signal: AbortSignal,
): Promise<WebhookAttempt> {
  const credentials = Buffer.from(`${adyen.webhookUser}:${adyen.webhookPassword}`).toString('base64')
  return postToApp(
    `${appUrl}${WEBHOOK_PATH}`,
    {
      headers: { 'content-type': 'application/json; charset=utf-8', authorization: `Basic ${credentials}` },
      body: JSON.stringify({ live: 'false', notificationItems: [{ NotificationRequestItem: item }] }),
    },
    signal,
  )
}
