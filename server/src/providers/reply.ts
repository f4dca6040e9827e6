import { type CallNote, callOut, noteAnswer } from '#platform/process/calls.ts'
import { currentRequestId } from '#platform/process/request-id.ts'

export { type CallNote, callOut, noteAnswer }

/**
 * The outcome of a call to a provider. `lost` means that it may or may not have acted: time-out, broken connection,
 * 5xx, 429, unreadable body.
 */
export type Reply =
  | { readonly kind: 'answer'; readonly body: unknown }
  | { readonly kind: 'refusal'; readonly status: number; readonly body: unknown }
  | { readonly kind: 'lost' }

/** Options of provider calls; tests pass another `fetch`. */
export interface CallOptions {
  /** By what the installation knows whom it calls. */
  readonly service?: string
  readonly timeoutMs?: number
  readonly fetch?: typeof fetch
}

const defaultTimeoutMs = 10_000

/** Calls a provider; never throws on network or provider errors. */
export const call = (url: string, init: RequestInit, options: CallOptions): Promise<Reply> =>
  callOut(init.method ?? 'GET', new URL(url), (note) => {
    if (options.service !== undefined) note.service = options.service
    return ask(url, init, options, note)
  })

async function ask(url: string, init: RequestInit, options: CallOptions, note: CallNote): Promise<Reply> {
  try {
    // The time-out covers the body too: a reply that stops half-way is lost.
    const response = await (options.fetch ?? fetch)(url, {
      ...init,
      redirect: 'error',
      signal: AbortSignal.timeout(options.timeoutMs ?? defaultTimeoutMs),
    })
    noteAnswer(note, response)
    if (response.status === 401) note.fault = 'credentials'
    const text = await response.text()
    if (response.status >= 500 || response.status === 408 || response.status === 429) return { kind: 'lost' }
    const body: unknown = response.status === 204 ? null : JSON.parse(text)
    return response.ok ? { kind: 'answer', body } : { kind: 'refusal', status: response.status, body }
  } catch {
    // No or an incomplete response: the outcome is unknown, and the caller has to ask again.
    return { kind: 'lost' }
  }
}

/** The provider's support finds a call by it, which OpenAI keeps and others ignore. */
export function requestHeader(): { readonly 'x-client-request-id'?: string } {
  const id = currentRequestId()
  return id === undefined ? {} : { 'x-client-request-id': id }
}
