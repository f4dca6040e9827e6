import type { SandboxConfig } from '../config.ts'
import type { NotificationItem, WebhookAttempt } from './records.ts'

const TIMEOUT_MS = 10_000

/** Where the application takes Adyen's webhooks. */
const WEBHOOK_PATH = '/pay/webhooks/adyen'

/** Posts one standard notification with basic authentication; never throws, a failure is an attempt too. */
export async function postNotification(
  item: NotificationItem,
  { appUrl, adyen }: Pick<SandboxConfig, 'appUrl' | 'adyen'>,
  signal: AbortSignal,
): Promise<WebhookAttempt> {
  const at = new Date().toISOString()
  const credentials = Buffer.from(`${adyen.webhookUser}:${adyen.webhookPassword}`).toString('base64')
  try {
    const response = await fetch(`${appUrl}${WEBHOOK_PATH}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', authorization: `Basic ${credentials}` },
      body: JSON.stringify({ live: 'false', notificationItems: [{ NotificationRequestItem: item }] }),
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    return { at, status: response.status, answer: (await response.text()).slice(0, 300) }
  } catch (error) {
    return { at, status: null, answer: reason(error) }
  }
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  return cause instanceof Error ? `${error.message}: ${cause.message}` : error.message
}
