import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { createApp } from './app.ts'
import { createLog } from '../log.ts'

/* The event loop is late because the test holds it. */

const maxDelayMs = 50
let app: FastifyInstance
beforeAll(async () => {
  app = await createApp({ log: createLog('silent'), trustedProxies: [], maxDelayMs } as never)
  for (const url of ['/some/page', '/healthz', '/readyz', '/metrics']) app.get(url, async () => 'served')
  await app.ready()
})
afterAll(() => app.close())

const hold = (ms: number): void => {
  for (const end = Date.now() + ms; Date.now() < end;);
}
const statusOf = async (url: string) => (await app.inject({ url })).statusCode

it('refuses requests while the event loop is late, says when to come back, and answers monitoring all the same', async () => {
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
