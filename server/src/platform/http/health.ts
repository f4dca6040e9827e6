import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Bus } from '../bus.ts'

/** Whether this process accepts traffic: false during startup and from the beginning of shutdown. */
export interface Health {
  ready: boolean
}

export interface HealthDeps {
  readonly pool: pg.Pool
  readonly bus: Bus
  readonly health: Health
  /** Figures of the modules, by name. */
  readonly vitals: Readonly<Record<string, () => Promise<number>>>
}

/** Headers a reverse proxy on this machine adds to a forwarded request. */
const proxyMarks = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'] as const

/**
 * `/healthz`: the process is alive. `/readyz`: it has started and the database answers; `degraded` while the broker is
 * away, which still answers 200, since requests can be served. `/metrics`: Prometheus, from this machine only.
 */
export function healthRoutes(app: FastifyInstance, { pool, bus, health, vitals }: HealthDeps): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'incontro_bus_up',
    help: 'Whether news of other processes reach this one: 1 in process or connected, 0 while the broker is away',
    registers: [registry],
    collect() {
      this.set(bus.state === 'degraded' ? 0 : 1)
    },
  })
  for (const [name, read] of Object.entries(vitals))
    new Gauge({
      name: `incontro_${name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`,
      help: name,
      registers: [registry],
      async collect() {
        this.set(await read())
      },
    })
  const figures = async (): Promise<Record<string, number>> =>
    Object.fromEntries(await Promise.all(Object.entries(vitals).map(async ([name, read]) => [name, await read()])))
  const figuresIfUp = async (): Promise<Record<string, number> | undefined> => {
    try {
      await pool.query('select 1')
      return await figures()
    } catch {
      // The database does not answer, which the reply says.
      return undefined
    }
  }
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }))
  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    void reply.header('cache-control', 'no-store')
    const found = health.ready ? await figuresIfUp() : undefined
    if (!found) return reply.code(503).send({ status: 'starting' })
    return { status: bus.state === 'degraded' ? 'degraded' : 'ready', ...found }
  })
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    const here =
      ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.ip) &&
      proxyMarks.every((name) => request.headers[name] === undefined)
    if (!here) return reply.callNotFound()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
