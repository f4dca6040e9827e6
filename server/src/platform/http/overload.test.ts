import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { createApp } from './app.ts'
import { createLog } from '#platform/process/log.ts'
import type { Bus } from '#platform/live/bus.ts'
import { healthRoutes } from './health.ts'

/* The test blocks the event loop to make it lag. */

const maxDelayMs = 50
let app: FastifyInstance
beforeAll(async () => {
  app = await createApp({ log: createLog('silent'), trustedProxies: [], maxDelayMs } as never)
  for (const url of ['/some/page', '/healthz', '/readyz', '/metrics']) app.get(url, async () => 'served')
  app.get('/fails', async ({ headers }) => {
    throw Object.assign(new Error(headers['x-message'] as string), { code: headers['x-code'] })
  })
  await app.ready()
})
afterAll(() => app.close())

const hold = (ms: number): void => {
  for (const end = Date.now() + ms; Date.now() < end;);
}
const statusOf = async (url: string) => (await app.inject({ url })).statusCode

it('answers 503 with Retry-After while the event loop lags, but always answers monitoring', async () => {
  await expect.poll(() => statusOf('/some/page'), { timeout: 10_000 }).toBe(200)
  const refused = await expect
    .poll(
      async () => {
        hold(4 * maxDelayMs)
        await new Promise((resolve) => setImmediate(resolve))
        return app.inject({ url: '/some/page' })
      },
      { timeout: 10_000, interval: 1 },
    )
    .toMatchObject({ statusCode: 503 })
    .then(() => app.inject({ url: '/some/page' }))
  expect(refused.statusCode).toBe(503)
  expect(refused.headers['retry-after']).toBe('3')
  for (const url of ['/healthz', '/readyz', '/metrics']) expect([url, await statusOf(url)]).toEqual([url, 200])
  await expect.poll(() => statusOf('/some/page'), { timeout: 10_000 }).toBe(200)
})

describe('an error of the database', () => {
  const answer = async (code: string | undefined, message = 'x', headers: Record<string, string> = {}) => {
    await expect.poll(() => statusOf('/some/page'), { timeout: 10_000 }).toBe(200)
    return app.inject({
      url: '/fails',
      headers: { 'x-message': message, ...(code === undefined ? {} : { 'x-code': code }), ...headers },
    })
  }

  it.each([
    ['08006', 'x'],
    ['53300', 'x'],
    ['57P01', 'x'],
    ['57014', 'x'],
    ['ECONNREFUSED', 'x'],
    ['ECONNRESET', 'x'],
    ['ETIMEDOUT', 'x'],
    ['EPIPE', 'x'],
    ['EHOSTUNREACH', 'x'],
    ['ENOTFOUND', 'x'],
    ['EAI_AGAIN', 'x'],
    [undefined, 'Query read timeout'],
    [undefined, 'timeout exceeded when trying to connect'],
    [undefined, 'Connection terminated unexpectedly'],
    [undefined, 'the database went silent'],
    [undefined, 'Client has encountered a connection error and is not queryable'],
  ])('with code %s and “%s” is reported as temporary', async (code, message) => {
    const { statusCode, headers } = await answer(code, message)
    expect([statusCode, headers['retry-after'], headers['cache-control']]).toEqual([503, '3', 'no-store'])
  })

  it.each([
    ['23505', 'x'],
    ['57000', 'x'],
    ['40001', 'x'],
    ['ENOENT', 'x'],
    [undefined, 'no Query read timeout'],
  ])('with code %s and “%s” is a server error', async (code, message) => {
    const { statusCode, headers } = await answer(code, message)
    expect([statusCode, headers['retry-after']]).toEqual([500, undefined])
  })

  it('is a page for a browser, in its language if available', async () => {
    const page = (headers: Record<string, string>) => answer('08006', 'x', { accept: 'text/html', ...headers })
    const [french, other, program] = [
      await page({ 'accept-language': 'FR-fr,it' }),
      await page({ 'accept-language': 'de' }),
      await page({ accept: 'application/json' }),
    ]
    expect(french.headers['content-type']).toBe('text/html; charset=utf-8')
    expect([/<html lang="(\w+)"/.exec(french.body)?.[1], /<html lang="(\w+)"/.exec(other.body)?.[1]]).toEqual([
      'fr',
      'en',
    ])
    expect([french.statusCode, french.headers['retry-after']]).toEqual([503, '3'])
    // It asks again for the page that was wanted, not before the header says and not all at once.
    const waits: number[] = []
    for (let n = 0; n < 24; n += 1)
      waits.push(Number(/<meta http-equiv="refresh" content="(\d+)">/.exec((await page({})).body)?.[1]))
    expect([Math.min(...waits) >= 3, Math.max(...waits) <= 10, new Set(waits).size > 1]).toEqual([true, true, true])
    expect(program.headers['content-type']).toMatch(/^application\/problem\+json/)
  })
})

it('is ready once loaded and while the database answers, degraded without its broker, and reports its figures', async () => {
  const state = { ready: false, bus: 'in process', database: true, figure: 3 }
  const monitored = await createApp({ log: createLog('silent'), trustedProxies: [] })
  healthRoutes(monitored, {
    pool: {
      query: async () => {
        if (!state.database) throw new Error('away')
      },
    } as never,
    bus: {
      get state() {
        return state.bus
      },
    } as unknown as Bus,
    health: {
      get ready() {
        return state.ready
      },
    },
    vitals: { oldestJobSeconds: async () => state.figure },
  })
  const ready = async () => {
    const reply = await monitored.inject('/readyz')
    return [reply.statusCode, reply.json(), reply.headers['cache-control']]
  }
  const figure = async (name: string) =>
    new RegExp(`^${name} (.*)$`, 'm').exec((await monitored.inject('/metrics')).body)?.[1]
  expect(await ready()).toEqual([503, { status: 'starting' }, 'no-store'])
  state.ready = true
  expect(await ready()).toEqual([200, { status: 'ready', oldestJobSeconds: 3 }, 'no-store'])
  expect([await figure('incontro_bus_up'), await figure('incontro_oldest_job_seconds')]).toEqual(['1', '3'])
  Object.assign(state, { bus: 'connected', figure: 4 })
  expect(await ready()).toEqual([200, { status: 'ready', oldestJobSeconds: 4 }, 'no-store'])
  state.bus = 'degraded'
  expect(await ready()).toEqual([200, { status: 'degraded', oldestJobSeconds: 4 }, 'no-store'])
  expect(await figure('incontro_bus_up')).toBe('0')
  state.database = false
  expect(await ready()).toEqual([503, { status: 'starting' }, 'no-store'])
  expect((await monitored.inject('/healthz')).json()).toEqual({ status: 'ok' })
  expect((await monitored.inject({ url: '/metrics', remoteAddress: '203.0.113.5' })).statusCode).toBe(404)
  await monitored.close()
})
