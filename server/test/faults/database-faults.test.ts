import { afterAll, beforeAll, expect, it } from 'vitest'
import { impatient, startDeafProxy, type DeafProxy } from '#test/support/deaf-proxy.ts'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'

/* The database is silent, too slow or unreachable: every request is answered soon, and no one is signed out. */

let proxy: DeafProxy
let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer({
    jobs: false,
    database: impatient,
    async databaseUrl(given) {
      proxy = await startDeafProxy(given)
      return proxy.url
    },
  })
})
afterAll(async () => {
  await testServer.close()
  await proxy.close()
})

const timed = async (path: string, token: string, headers: Record<string, string> = {}) => {
  const before = performance.now()
  const { status, body, headers: replied } = await testServer.call(path, { token, headers })
  return { status, body, retryAfter: replied.get('retry-after'), ms: performance.now() - before }
}

it('answers 503 within bounded time while the database is silent, and works again soon after the fail-over', async () => {
  const member = await testServer.member()
  const profile = (headers?: Record<string, string>) =>
    timed(`/api/get/messages/${encodeURIComponent(member.session.clickid)}`, member.token, headers)
  expect((await profile()).status).toBe(200)
  const socket = await member.connect()

  proxy.goDeaf()
  const replies = await Promise.all(Array.from({ length: 12 }, () => profile()))
  for (const reply of replies) {
    expect(reply).toMatchObject({ status: 503, retryAfter: '3', body: { status: 503 } })
    expect(reply.ms).toBeLessThan(6000)
  }
  const page = await profile({ accept: 'text/html', 'accept-language': 'it' })
  expect(page).toMatchObject({ status: 503, body: expect.stringContaining('<h1>Torniamo subito</h1>') })
  // An error does not mean that the session ended.
  expect(socket.raw.connected).toBe(true)
  await expect(member.connect()).rejects.toThrow(/websocket|transport|timeout/)
  expect((await testServer.call('/healthz')).status).toBe(200)
  expect((await testServer.call('/readyz')).status).toBe(503)

  proxy.failOver()
  const back = performance.now()
  await expect.poll(async () => (await profile()).status, { timeout: 4000, interval: 50 }).toBe(200)
  expect(performance.now() - back).toBeLessThan(15_000 / 4)
  for (const reply of await Promise.all(Array.from({ length: 8 }, () => profile()))) expect(reply.status).toBe(200)
  expect(socket.raw.connected).toBe(true)
}, 40_000)

it('cancels a slow statement, and answers requests that wait for a connection', async () => {
  const { pool } = testServer.context.database
  const slow = Array.from({ length: 4 }, () => pool.query('select pg_sleep(10)').catch((error: Error) => error.message))
  const member = timed('/api/reviews', '')
  expect((await member).status).toBe(503)
  for (const message of await Promise.all(slow)) expect(message).toMatch(/statement timeout|connection/)
  expect((await timed('/api/reviews', '')).status).not.toBe(503)
})
