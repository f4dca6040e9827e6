import { fastify } from 'fastify'
import type pg from 'pg'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Bus } from '#platform/live/bus.ts'
import { requestAnswered } from '#platform/process/metrics.ts'
import { type HealthDeps, healthRoutes, isHealthPath, type OtherDatabase } from './health.ts'

const up = { query: () => Promise.resolve() } as unknown as pg.Pool
const away = { query: () => Promise.reject(new Error('away')) } as unknown as pg.Pool
const figures = (monthsAhead: number) => ({ monthsAhead: () => Promise.resolve(monthsAhead) })
const mailWaits = (seconds: number) => ({ oldestWaitingMailSeconds: () => Promise.resolve(seconds) })

async function serve(deps: Partial<Omit<HealthDeps, 'bus'>> & { readonly bus?: Bus['state'] } = {}) {
  const app = fastify({ trustProxy: false })
  const { bus = 'in process', ...rest } = deps
  healthRoutes(app, { pool: up, health: { ready: true }, vitals: {}, ...rest, bus: { state: bus } as Bus })
  await app.ready()
  return app
}
const ask = async (deps: Parameters<typeof serve>[0], url = '/readyz') => {
  const { statusCode, body, headers } = await (await serve(deps)).inject(url)
  return [statusCode, JSON.parse(body) as unknown, headers['cache-control']]
}

describe('/readyz', () => {
  it.each([
    [{}, 200, { status: 'ready' }],
    [{ bus: 'connected' as const }, 200, { status: 'ready' }],
    [{ bus: 'degraded' as const }, 200, { status: 'degraded' }],
    [{ vitals: figures(1) }, 200, { status: 'ready', monthsAhead: 1 }],
    [{ vitals: figures(0) }, 200, { status: 'degraded', monthsAhead: 0 }],
    [{ vitals: mailWaits(120) }, 200, { status: 'ready', oldestWaitingMailSeconds: 120 }],
    [{ vitals: { brandsWithStoppedMail: async () => 1 } }, 200, { status: 'degraded', brandsWithStoppedMail: 1 }],
    [{ vitals: { unreadLogMegabytes: async () => 1000 } }, 200, { status: 'ready', unreadLogMegabytes: 1000 }],
    [{ vitals: { unreadLogMegabytes: async () => 1001 } }, 200, { status: 'degraded', unreadLogMegabytes: 1001 }],
    [{ vitals: { clockSecondsAhead: async () => 60 } }, 200, { status: 'ready', clockSecondsAhead: 60 }],
    [{ vitals: { clockSecondsAhead: async () => -61 } }, 200, { status: 'degraded', clockSecondsAhead: -61 }],
    [{ vitals: mailWaits(121) }, 200, { status: 'degraded', oldestWaitingMailSeconds: 121 }],
    [{ health: { ready: false } }, 503, { status: 'starting' }],
    [{ pool: away }, 503, { status: 'starting' }],
  ])('%#', async (deps, status, body) => expect(await ask(deps)).toEqual([status, body, 'no-store']))

  const other = (changes: Partial<OtherDatabase> = {}): OtherDatabase => ({
    name: 'vicino',
    pool: up,
    health: { ready: true },
    vitals: figures(2),
    ...changes,
  })
  const ready = (monthsAhead: number) => ({ status: 'ready', monthsAhead })
  it.each([
    [other(), 200, { status: 'ready', databases: { default: ready(3), vicino: ready(2) } }],
    [other({ pool: away }), 200, { status: 'degraded', databases: { default: ready(3), vicino: { status: 'away' } } }],
    [
      other({ health: { ready: false } }),
      200,
      { status: 'degraded', databases: { default: ready(3), vicino: { status: 'away' } } },
    ],
    [
      other({ vitals: figures(0) }),
      200,
      { status: 'degraded', databases: { default: ready(3), vicino: { status: 'degraded', monthsAhead: 0 } } },
    ],
  ])('of several databases: %#', async (one, status, body) => {
    expect(await ask({ vitals: figures(3), others: () => [one] })).toEqual([status, body, 'no-store'])
  })

  it('is served while one database of several answers, whichever it is', async () => {
    const without = { vitals: figures(3), pool: away }
    expect((await ask({ ...without, others: () => [other()] })).slice(0, 2)).toEqual([
      200,
      { status: 'degraded', databases: { default: { status: 'away' }, vicino: ready(2) } },
    ])
    expect((await ask({ ...without, others: () => [other({ pool: away })] }))[0]).toBe(503)
  })
})

describe('/readyz for strangers', () => {
  const token = 't'.repeat(32)
  const one = { name: 'vicino', pool: up, health: { ready: true }, vitals: figures(2) }
  it.each<[Record<string, string>, string, boolean]>([
    [{}, '127.0.0.1', true],
    [{ authorization: `Bearer ${token}` }, '10.0.0.1', true],
    [{}, '10.0.0.1', false],
    [{ 'x-forwarded-for': '192.0.2.1' }, '127.0.0.1', false],
    [{ authorization: `Bearer ${token}x` }, '10.0.0.1', false],
  ])('with %j from %s has figures: %s', async (headers, remoteAddress, has) => {
    const asked = async (deps: Parameters<typeof serve>[0]) =>
      (await (await serve({ metricsToken: token, ...deps })).inject({ url: '/readyz', headers, remoteAddress })).json()
    expect(await asked({ vitals: figures(0) })).toEqual({ status: 'degraded', ...(has && { monthsAhead: 0 }) })
    expect(Object.keys(await asked({ vitals: figures(3), others: () => [one] }))).toEqual(
      has ? ['status', 'databases'] : ['status'],
    )
  })

  it('does not ask the database more than once a second', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    let asked = 0
    const health = { ready: true }
    const app = await serve({ health, vitals: { monthsAhead: async () => 1 - (asked += 1) } })
    const ask = async () =>
      (await app.inject({ url: '/readyz', headers: { 'x-forwarded-for': '192.0.2.1' } })).json() as unknown
    expect(await Promise.all([ask(), ask(), ask()])).toEqual(Array(3).fill({ status: 'degraded' }))
    expect(asked).toBe(1)
    vi.advanceTimersByTime(999)
    expect([await ask(), asked]).toEqual([{ status: 'degraded' }, 1])
    vi.advanceTimersByTime(1)
    expect([await ask(), asked]).toEqual([{ status: 'degraded' }, 2])
    // Of this machine each is answered by another look.
    expect((await app.inject('/readyz')).json()).toEqual({ status: 'degraded', monthsAhead: -2 })
    // From the moment in which it begins to stop.
    health.ready = false
    expect(await ask()).toEqual({ status: 'starting' })
  })
})

it('/healthz answers while the database is away', async () => {
  expect((await ask({ pool: away, health: { ready: false } }, '/healthz')).slice(0, 2)).toEqual([200, { status: 'ok' }])
})

describe('/metrics', () => {
  const lines = (body: string) =>
    body.split('\n').filter((line) => /^incontro_(?!http|socket|job_d|failures)/.test(line))

  it('has the figures of the modules, of each database that answers', async () => {
    const one = { ...figures(3), openSockets: () => Promise.resolve(7) }
    const alone = await (await serve({ vitals: one, bus: 'degraded' })).inject('/metrics')
    expect(lines(alone.body)).toEqual(['incontro_bus_up 0', 'incontro_months_ahead 3', 'incontro_open_sockets 7'])
    const fails = { monthsAhead: () => Promise.reject(new Error('away')) }
    const others = () => [
      { name: 'vicino', pool: up, health: { ready: true }, vitals: figures(2) },
      { name: 'battito', pool: away, health: { ready: true }, vitals: fails },
    ]
    const several = await (await serve({ vitals: figures(3), others })).inject('/metrics')
    expect(lines(several.body)).toEqual([
      'incontro_bus_up 1',
      'incontro_months_ahead{database="default"} 3',
      'incontro_months_ahead{database="vicino"} 2',
    ])
  })

  it.each<[Record<string, string>, string, number]>([
    [{}, '127.0.0.1', 200],
    [{}, '::1', 200],
    [{}, '::ffff:127.0.0.1', 200],
    [{}, '127.0.0.2', 404],
    [{}, '10.0.0.1', 404],
    ...['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'].map((name): [Record<string, string>, string, number] => [
      { [name]: 'x' },
      '127.0.0.1',
      404,
    ]),
  ])('with %j from %s is answered with %i', async (headers, remoteAddress, status) => {
    const { statusCode } = await (await serve()).inject({ url: '/metrics', headers, remoteAddress })
    expect(statusCode).toBe(status)
  })

  const token = 't'.repeat(32)
  it.each<[Record<string, string>, number]>([
    [{ authorization: `Bearer ${token}` }, 200],
    [{ authorization: `bearer ${token}`, 'x-forwarded-for': '192.0.2.1' }, 200],
    [{ authorization: `Bearer ${token}x` }, 404],
    [{ authorization: token }, 404],
    [{ authorization: 'Bearer ' }, 404],
    [{ authorization: 'Bearer undefined' }, 404],
    [{}, 404],
  ])('with a token, %j from elsewhere is answered with %i', async (headers, status) => {
    const ask = async (metricsToken: string | undefined) =>
      (await serve({ metricsToken })).inject({ url: '/metrics', headers, remoteAddress: '10.0.0.1' })
    expect((await ask(token)).statusCode).toBe(status)
    expect((await ask(undefined)).statusCode).toBe(404)
  })

  it('is OpenMetrics, with what the process did by names of ours', async () => {
    requestAnswered('/only/:here', 503, 30)
    requestAnswered(undefined, 404, 1)
    const { headers, body } = await (await serve()).inject('/metrics')
    expect(headers['content-type']).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8')
    expect(body.endsWith('# EOF\n')).toBe(true)
    expect(body).toContain(
      'incontro_http_request_duration_seconds_bucket{le="0.05",route="/only/:here",status="5xx"} 1',
    )
    expect(body).toMatch(/incontro_http_request_duration_seconds_count\{route="none",status="4xx"\} [1-9]/)
  })
})

it.each([
  ['/healthz', true],
  ['/readyz/', true],
  ['/metrics?x=1', true],
  ['/readyz/?x', true],
  ['/healthz2', false],
  ['/healthz/x', false],
  ['/api/healthz', false],
])('%s is about the process: %s', (url, isOne) => expect(isHealthPath(url)).toBe(isOne))
