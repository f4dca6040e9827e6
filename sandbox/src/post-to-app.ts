import type { WebhookAttempt } from './webhook-delivery.ts'

const TIMEOUT_MS = 10_000

/** Posts a webhook to the application. Never throws: a failure is recorded as an attempt. */
export async function postToApp(
  url: string,
  webhook: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
  signal: AbortSignal,
): Promise<WebhookAttempt> {
  const at = new Date().toISOString()
  try {
    const response = await fetch(url, {
      method: 'POST',
      ...webhook,
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
