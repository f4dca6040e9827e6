import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'

/** Calls the API for a page: `path` starts with `/`. */
export type PageApi = (path: string, init?: RequestInit) => Promise<Response>

/** The headers of the page request that the API needs to know the same visitor. */
const passed = [
  'cookie',
  'host',
  'user-agent',
  'accept-language',
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-forwarded-host',
] as const

interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: Uint8Array<ArrayBuffer> | null
}

/**
 * Calls the API of this very process for pages that are being rendered: no network, the visitor's cookie and address. An answer that
 * says it is `public` for some seconds is kept that long for the pages of its site, as any cache between us and a browser may do.
 */
export function createInProcess(app: FastifyInstance): (request: FastifyRequest, origin: string) => PageApi {
  const kept = new LRUCache<string, Answer>({ max: 500 })

  async function ask(request: FastifyRequest, origin: string, path: string, init: RequestInit): Promise<Answer> {
    const headers: Record<string, string> = {}
    for (const name of passed) {
      const value = request.headers[name]
      if (typeof value === 'string') headers[name] = value
    }
    for (const [name, value] of Object.entries(plainHeaders(init.headers))) headers[name] = value
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

  return (request, origin) =>
    async (path, init = {}) => {
      const key = (init.method ?? 'GET') === 'GET' ? `${origin} ${path}` : undefined
      const known = key === undefined ? undefined : kept.get(key)
      const answer = known ?? (await ask(request, origin, path, init))
      if (key !== undefined && !known) {
        const ttl = lifetime(answer)
        if (ttl > 0) kept.set(key, answer, { ttl })
      }
      return new Response(answer.body, { status: answer.status, headers: answer.headers })
    }
}

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
