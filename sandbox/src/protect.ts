import type { FastifyInstance } from 'fastify'

/** The policy of every page: no scripts, and nothing from other origins. */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src data:; frame-src 'self'; base-uri 'none'; frame-ancestors 'none'"

/**
 * Applies to every route: forms are parsed, pages load nothing from other origins, and cross-site requests are refused.
 */
export function protect(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(body))))
  })

  app.addHook('onRequest', async (request, reply) => {
    // Every page in the developer's browser can reach this port, so cross-site requests must not change anything.
    const site = request.headers['sec-fetch-site']
    const foreign = site !== undefined && site !== 'same-origin' && site !== 'none'
    if (request.method !== 'GET' && foreign) return reply.code(403).send({ error: 'Not from another site' })
  })

  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('content-security-policy')) {
      reply.header('content-security-policy', PAGE_POLICY)
    }
    reply
      .header('x-content-type-options', 'nosniff')
      .header('referrer-policy', 'no-referrer')
      .header('cache-control', 'no-store')
  })
}
