/**
 * What came of a call to a provider. `lost` covers all in which it may or may not have acted: no answer in time, a broken
 * connection, a 5xx, too many calls, an unreadable body.
 */
export type Reply =
  | { readonly kind: 'answer'; readonly body: unknown }
  | { readonly kind: 'refusal'; readonly status: number; readonly body: unknown }
  | { readonly kind: 'lost' }

/** How a provider is called; tests pass another `fetch`. */
export interface CallOptions {
  readonly timeoutMs?: number
  readonly fetch?: typeof fetch
}

const defaultTimeoutMs = 10_000

/** Calls a provider; never throws for what the network or the provider does. */
export async function call(url: string, init: RequestInit, options: CallOptions): Promise<Reply> {
  try {
    // The limit holds for the body too: a reply that stops half-way is a lost one.
    const response = await (options.fetch ?? fetch)(url, {
      ...init,
      redirect: 'error',
      signal: AbortSignal.timeout(options.timeoutMs ?? defaultTimeoutMs),
    })
    const text = await response.text()
    if (response.status >= 500 || response.status === 408 || response.status === 429) return { kind: 'lost' }
    const body: unknown = response.status === 204 ? null : JSON.parse(text)
    return response.ok ? { kind: 'answer', body } : { kind: 'refusal', status: response.status, body }
  } catch {
    // No answer, or half of one: what became of the request is unknown, and the caller has to ask again.
    return { kind: 'lost' }
  }
}
