import type { FastifyInstance } from 'fastify'

/** For every page: nothing from elsewhere, no script. */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src data:; frame-src 'self'; base-uri 'none'; frame-ancestors 'none'"

/** What holds for every route: forms are read, pages bring nothing from elsewhere, other sites can't press buttons. */
export function protect(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(body))))
  })

  app.addHook('onRequest', async (request, reply) => {
    // The port is reachable from every page in the developer's browser: cross-site requests must change nothing here.
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
