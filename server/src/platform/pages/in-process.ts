import type { FastifyInstance, FastifyRequest } from 'fastify'

/** The headers of the page request that the API needs to know the same visitor. */
const passed = ['cookie', 'host', 'user-agent', 'accept-language', 'x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host'] as const

/** Calls the API of this very process for a page that is being rendered: no network, the visitor's cookie and address. */
export function inProcess(app: FastifyInstance, request: FastifyRequest, origin: string): (path: string, init?: RequestInit) => Promise<Response> {
  return async (path, init = {}) => {
    const headers: Record<string, string> = {}
    for (const name of passed) {
      const value = request.headers[name]
      if (typeof value === 'string') headers[name] = value
    }
    new Headers(init.headers).forEach((value, name) => { headers[name] = value })
    // The page itself has to have come from here before it may change anything in the visitor's name.
    const from = request.headers.origin ?? (request.method === 'GET' ? origin : undefined)
    if (from !== undefined) headers['origin'] = from
    const answer = await app.inject({
      method: (init.method ?? 'GET') as 'GET', url: path, headers,
      // The connection's own end, so that headers of a trusted proxy count here as they did for the page.
      remoteAddress: request.socket.remoteAddress ?? request.ip,
      ...(typeof init.body === 'string' ? { payload: init.body } : {}),
    })
    const reply = new Headers()
    for (const [name, value] of Object.entries(answer.headers)) {
      for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) reply.append(name, String(one))
    }
    const empty = answer.statusCode === 204 || answer.statusCode === 304
    return new Response(empty ? null : new Uint8Array(answer.rawPayload), { status: answer.statusCode, headers: reply })
  }
}
