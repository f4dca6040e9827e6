import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { collectDefaultMetrics, Registry } from 'prom-client'

/** Whether this process takes traffic: false while it starts and from the moment it stops. */
export interface Health {
  ready: boolean
}

/** A proxy on this machine passes on what comes from elsewhere, and says so by one of these. */
const proxyMarks = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'] as const

/** `/healthz`: the process lives. `/readyz`: it is loaded and the database answers. `/metrics`: Prometheus, from this machine only. */
export function healthRoutes(app: FastifyInstance, pool: pg.Pool, health: Health): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }))
  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const up =
      health.ready &&
      (await pool.query('select 1').then(
        () => true,
        () => false,
      ))
    return reply
      .code(up ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: up ? 'ready' : 'starting' })
  })
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    const here =
      ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.ip) &&
      proxyMarks.every((name) => request.headers[name] === undefined)
    if (!here) return reply.callNotFound()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
