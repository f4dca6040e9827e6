import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'

/** Calls the API for a page: `path` starts with `/`. */
export type PageApi = (path: string, init?: RequestInit) => Promise<Response>

/** The API, for the pages of one process. */
export interface InProcess {
  /** For the visitor who asked for the page: their cookie, address and browser. */
  forVisitor(request: FastifyRequest, origin: string): PageApi
  /**
   * For a page that many will be shown: the site and its language, and nothing else of the visitor who happened to ask first.
   * `failed` says whether an answer was one that the next visitor might not get (too many requests, a failure of ours).
   */
  forEverybody(request: FastifyRequest, origin: string, locale: string): { api: PageApi; failed(): boolean }
}

/** What decides which site a request is for, and how often its address may ask. */
const ofSite = ['host', 'x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host'] as const
const ofVisitor = [...ofSite, 'cookie', 'user-agent', 'accept-language'] as const

interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: Uint8Array<ArrayBuffer> | null
}

/**
 * Calls the API of this very process for pages that are being rendered: no network, the visitor's cookie and address. An answer that
 * says it is `public` for some seconds is kept that long for the pages of its site, as any cache between us and a browser may do.
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
    // The page itself has to have come from here before it may change anything in the visitor's name.
    const from = request.headers.origin ?? (request.method === 'GET' ? origin : undefined)
    if (from !== undefined) headers['origin'] = from
    const answer = await app.inject({
      method: (init.method ?? 'GET') as 'GET',
      url: path,
      headers,
      // The connection's own end, so that headers of a trusted proxy count here as they did for the page.
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

/** Milliseconds an answer may be shared; 0 for one that is for this visitor alone. */
function lifetime({ status, headers }: Answer): number {
  if (status !== 200 || headers.has('set-cookie')) return 0
  const [, seconds = '0'] = /^public, max-age=(\d+)/.exec(headers.get('cache-control') ?? '') ?? []
  return Number(seconds) * 1000
}
