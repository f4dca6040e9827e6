import type { Problem } from '@incontro/contract'
import type { adminRoutes } from '@incontro/contract/admin'
import type * as z from 'zod/mini'

type Key<R> = R extends { method: infer M extends string; path: infer P extends string } ? `${M} ${P}` : never
type Table = { [Id in keyof typeof adminRoutes as Key<(typeof adminRoutes)[Id]>]: (typeof adminRoutes)[Id] }
export type Endpoint = keyof Table
type Input<R, Part extends string> = R extends { [K in Part]: infer S extends z.core.$ZodType }
  ? { [K in Part]: z.input<S> }
  : unknown
type Query<R> = R extends { query: infer S extends z.core.$ZodType } ? { query?: z.input<S> } : unknown
export type CallOf<E extends Endpoint> = Input<Table[E], 'body'> & Input<Table[E], 'params'> & Query<Table[E]>
export type ReplyOf<E extends Endpoint> = Table[E] extends { reply: infer S extends z.core.$ZodType }
  ? z.output<S>
  : never

/** A failure of the console's API. `status` is 0 if no answer came. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem'
  readonly status: number
  readonly code: string
  readonly field: string | undefined
  constructor(status: number, { code, message, field }: Partial<Problem>) {
    super(message ?? 'No answer')
    this.status = status
    this.code = code ?? String(status)
    this.field = field
  }
}

type Listeners = {
  /** Shows the second factor again; resolves with whether it was shown. */
  proof: () => Promise<boolean>
  signedOut: () => void
}
const listeners: Partial<Listeners> = {}

/** The shell answers what any request may run into: a proof that has expired, a session that has ended. */
export const onEvery = (given: Listeners): void => void Object.assign(listeners, given)

type Loose = { body?: unknown; params?: Record<string, string>; query?: Record<string, unknown> }

const addressOf = (path: string, { params = {}, query = {} }: Loose): string => {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const given = Object.entries(query).flatMap(([key, value]) =>
    value === undefined || value === '' ? [] : [[key, String(value)]],
  )
  return given.length > 0 ? `${filled}?${new URLSearchParams(given).toString()}` : filled
}

async function send(method: string, path: string, call: Loose): Promise<unknown> {
  let response: Response
  try {
    response = await fetch(addressOf(path, call), {
      method,
      credentials: 'same-origin',
      headers: { accept: 'application/json', ...(call.body !== undefined && { 'content-type': 'application/json' }) },
      ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
    })
  } catch {
    // No network, or no server: the same to who waits.
    throw new ApiProblem(0, { code: 'offline' })
  }
  if (response.ok) return response.json()
  // An answer that is not JSON still has its status.
  throw new ApiProblem(response.status, (await response.json().catch(() => ({}))) as Partial<Problem>)
}

/**
 * Calls the console's API: `api('GET /admin/api/me', {})`. Where the second factor has to be shown again, it is asked for and
 * the request repeated.
 *
 * @throws ApiProblem
 */
export async function api<E extends Endpoint>(endpoint: E, call: CallOf<E>): Promise<ReplyOf<E>> {
  const at = endpoint.indexOf(' ')
  const ask = () => send(endpoint.slice(0, at), endpoint.slice(at + 1), call as Loose) as Promise<ReplyOf<E>>
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    if (error.code === 'proof_needed' && (await listeners.proof?.())) return ask()
    if (error.status === 401 && !endpoint.includes('/session') && !endpoint.includes('/link')) listeners.signedOut?.()
    throw error
  }
}
