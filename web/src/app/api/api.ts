import type { Problem, routes } from '@incontro/contract'
import { type Domain, toDomain, toWire } from '@incontro/contract/domain'
import type * as z from 'zod/mini'

type Key<R> = R extends { method: infer M extends string; path: infer P extends string } ? `${M} ${P}` : never
/**
 * The contract's routes by method and path, e.g. "POST /dispenser/match". Lookup tables, because the compiler cannot
 * resolve a union of a hundred endpoints.
 */
type Table = { [Id in keyof typeof routes as Key<(typeof routes)[Id]>]: (typeof routes)[Id] }
export type Endpoint = keyof Table
type Input<R, Part extends string> = R extends { [K in Part]: infer S extends z.core.$ZodType }
  ? { [K in Part]: Domain<z.input<S>> }
  : unknown
type Query<R> = R extends { query: infer S extends z.core.$ZodType } ? { query?: Domain<z.input<S>> } : unknown
type Calls = {
  [E in Endpoint]: Input<Table[E], 'body'> &
    Input<Table[E], 'params'> &
    Query<Table[E]> & { signal?: AbortSignal; keepalive?: boolean }
}
type Replies = {
  [E in Endpoint]: Table[E] extends { reply: infer S extends z.core.$ZodType } ? Domain<z.output<S>> : never
}
/**
 * What an endpoint takes, in domain words: `body`, `params` and `query`, if it declares them. With `keepalive` the
 * request outlives the page.
 */
export type CallOf<E extends Endpoint> = Calls[E]
/** An endpoint's reply. */
export type ReplyOf<E extends Endpoint> = Replies[E]

/** An API failure: a flat problem document (rule 1.4). `status` is 0 if no answer came. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem'
  readonly status: number
  /** A code of the specification's catalogue (`1000`, `errore_email`, `fine_crediti`, …), or `offline` if no answer came. */
  readonly code: string
  readonly field: string | undefined
  /** With code 1006: the URL to register at instead. */
  readonly redirect: string | undefined
  /** With `challenge_required`: the difficulty of the challenge to solve. */
  readonly difficulty: number | undefined
  /** With `order_open` and `order_paid`: the other order. */
  readonly order: Problem['order']
  constructor(
    status: number,
    code: string,
    message: string,
    { field, redirect, difficulty, order }: Pick<Problem, 'field' | 'redirect' | 'difficulty' | 'order'> = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.field = field
    this.redirect = redirect
    this.difficulty = difficulty
    this.order = order
  }
}

type Loose = {
  body?: unknown
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  signal?: AbortSignal
  keepalive?: boolean
}
/** Sends a request: `fetch` in a browser, `context.api` in a loader or an action. */
export type Sender = (path: string, init?: RequestInit) => Promise<Response>

const address = (path: string, call: Loose) => {
  const params = toWire(call.params ?? {}) as Record<string, unknown>
  const query = toWire(call.query ?? {}) as Record<string, unknown>
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const given = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => [key, String(value)])
  return given.length > 0 ? `${filled}?${new URLSearchParams(given).toString()}` : filled
}

/** Reads the problem from a response that is not a success. */
export const problemOf = async (response: Response): Promise<ApiProblem> => {
  // A response that is not JSON still has its status, which the problem carries.
  const problem = (await response.json().catch(() => ({}))) as Partial<Problem>
  const message = problem.message ?? response.statusText
  const code = problem.code ?? /-(\d{4})$/.exec(message)?.[1] ?? String(response.status)
  return new ApiProblem(response.status, code, message, problem)
}

/**
 * Builds the typed API on a function that sends requests.
 *
 * @throws ApiProblem when the response is not a success, or none came
 */
export const apiOver =
  (send: Sender) =>
  async <E extends Endpoint>(endpoint: E, call: CallOf<E>): Promise<ReplyOf<E>> => {
    const loose = call as Loose
    const at = endpoint.indexOf(' ')
    const init: RequestInit = {
      method: endpoint.slice(0, at),
      signal: loose.signal ?? null,
      keepalive: loose.keepalive ?? false,
      headers: { accept: 'application/json' },
    }
    if (loose.body !== undefined) {
      init.headers = { accept: 'application/json', 'content-type': 'application/json' }
      init.body = JSON.stringify(toWire(loose.body))
    }
    let response: Response
    try {
      response = await send(address(endpoint.slice(at + 1), loose), init)
    } catch (error) {
      if (loose.signal?.aborted) throw error
      throw new ApiProblem(0, 'offline', 'No answer')
    }
    if (!response.ok) throw await problemOf(response)
    return toDomain((await response.json()) as unknown) as ReplyOf<E>
  }

/** The API for the browser, which sends the session in its cookie. */
export const api = apiOver((path, init) => fetch(path, { ...init, credentials: 'same-origin' }))
