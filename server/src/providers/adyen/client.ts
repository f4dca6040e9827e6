import type { AdyenOptions } from './options.ts'

const TIMEOUT_MS = 10_000

/**
 * What came of a call. `lost` covers all in which Adyen may or may not have acted: no answer in
 * time, a broken connection, a 5xx, an unreadable body.
 */
export type Reply =
  | { readonly kind: 'answer'; readonly body: unknown }
  | { readonly kind: 'refusal'; readonly status: number; readonly body: unknown }
  | { readonly kind: 'lost' }

export interface AdyenClient {
  post(path: string, body: object, idempotencyKey: string): Promise<Reply>
  get(url: string): Promise<Reply>
  remove(path: string, query: Readonly<Record<string, string>>): Promise<Reply>
}

/** Calls Adyen; never throws for what the network or Adyen does. */
export function createClient(options: AdyenOptions): AdyenClient {
  const call = options.fetch ?? fetch

  async function reply(url: string, init: RequestInit): Promise<Reply> {
    try {
      // The limit holds for the body too: a reply that stops half-way is a lost one.
      const response = await call(url, {
        ...init,
        redirect: 'error',
        signal: AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS),
      })
      const text = await response.text()
      if (response.status >= 500 || response.status === 408 || response.status === 429) return { kind: 'lost' }
      const body: unknown = response.status === 204 ? null : JSON.parse(text)
      return response.ok ? { kind: 'answer', body } : { kind: 'refusal', status: response.status, body }
    } catch {
      return { kind: 'lost' }
    }
  }

  return {
    post: (path, body, idempotencyKey) =>
      reply(`${options.baseUrl}${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-api-key': options.apiKey,
          'idempotency-key': idempotencyKey,
        },
        body: JSON.stringify(body),
      }),
    get: (url) => reply(url, { method: 'GET' }),
    remove: (path, query) =>
      reply(`${options.baseUrl}${path}?${new URLSearchParams(query).toString()}`, {
        method: 'DELETE',
        headers: { 'x-api-key': options.apiKey },
      }),
  }
}
