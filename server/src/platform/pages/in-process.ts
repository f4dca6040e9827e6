import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'

/** Calls the API for a page; `path` starts with `/`. */
export type PageApi = (path: string, init?: RequestInit) => Promise<Response>

/** The API, for pages rendered in this process. */
export interface InProcess {
  /** On behalf of the visitor who requested the page: with their cookie, address and browser. */
  forVisitor(request: FastifyRequest, origin: string): PageApi
  /**
   * For a page that is cached for many visitors: carries site and language, and nothing else of the first visitor.
   * `failed` reports whether a response was specific to the moment (too many requests, a server error).
   */
  forEverybody(request: FastifyRequest, origin: string, locale: string): { api: PageApi; failed(): boolean }
}

/** Headers that determine the site of a request and the address its rate limit counts. */
const ofSite = ['host', 'x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host'] as const
const ofVisitor = [...ofSite, 'cookie', 'user-agent', 'accept-language'] as const

interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: Uint8Array<ArrayBuffer> | null
}

/**
 * Calls the API of this process for server-side rendering: without network, with the visitor's cookie and address. A
 * `public` response is cached for its max-age per site, as an HTTP cache would.
 */
export function createInProcess(app: FastifyInstance): InProcess {
  const kept = new LRUCache<string, Answer>({ max: 500 })

  async function ask(
    request: FastifyRequest,
    given: Readonly<Record<string, string>>,
    origin: string,
    path: string,
    init: RequestInit,
  ): Promise<Answer> {
    const headers = { ...given, ...plainHeaders(init.headers) }
    // The page request itself must be same-origin before it may change anything on the visitor's behalf.
    const from = request.headers.origin ?? (request.method === 'GET' ? origin : undefined)
    if (from !== undefined) headers['origin'] = from
    const answer = await app.inject({
      method: (init.method ?? 'GET') as 'GET',
      url: path,
      headers,
      // The peer address of the connection, so that trusted proxies are recognised as for the page itself.
      remoteAddress: request.socket.remoteAddress ?? request.ip,
      ...(typeof init.body === 'string' ? { payload: init.body } : {}),
    })
    const reply = new Headers()
    for (const [name, value] of Object.entries(answer.headers)) {
      for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) reply.append(name, String(one))
    }
    const empty = answer.statusCode === 204 || answer.statusCode === 304
    return { status: answer.statusCode, headers: reply, body: empty ? null : new Uint8Array(answer.rawPayload) }
  }

  const apiWith =
    (request: FastifyRequest, origin: string, given: Readonly<Record<string, string>>): PageApi =>
    async (path, init = {}) => {
      const key = (init.method ?? 'GET') === 'GET' ? `${origin} ${path}` : undefined
      const known = key === undefined ? undefined : kept.get(key)
      const answer = known ?? (await ask(request, given, origin, path, init))
      if (key !== undefined && !known) {
        const ttl = lifetime(answer)
        if (ttl > 0) kept.set(key, answer, { ttl })
      }
      return new Response(answer.body, { status: answer.status, headers: answer.headers })
    }

  return {
    forVisitor: (request, origin) => apiWith(request, origin, taken(request, ofVisitor)),
    forEverybody(request, origin, locale) {
      let failed = false
      const api = apiWith(request, origin, { ...taken(request, ofSite), 'accept-language': locale })
      return {
        failed: () => failed,
        async api(path, init) {
          const answer = await api(path, init)
          failed ||= answer.status === 429 || answer.status >= 500
          return answer
        },
      }
    },
  }
}

const taken = ({ headers }: FastifyRequest, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = headers[name]
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )

const plainHeaders = (headers: RequestInit['headers']): Record<string, string> =>
  headers === undefined || headers instanceof Headers || Array.isArray(headers)
    ? Object.fromEntries(new Headers(headers))
    : headers

/** Milliseconds a response may be cached; 0 for a private one. */
function lifetime({ status, headers }: Answer): number {
  if (status !== 200 || headers.has('set-cookie')) return 0
  const [, seconds = '0'] = /^public, max-age=(\d+)/.exec(headers.get('cache-control') ?? '') ?? []
  return Number(seconds) * 1000
}
