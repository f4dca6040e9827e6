import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { requirePooler } from '#platform/database/pooler.ts'
import { startPgBouncer, type TestPooler } from '#test/support/pgbouncer.ts'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'

/*
 * Requests by way of PgBouncer in transaction mode, with the settings of docs/operations.md: two connections to
 * PostgreSQL for all of them.
 */

let pooler: TestPooler
let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer({
    databasePoolerUrl: async (url) => {
      pooler = await startPgBouncer(url)
      return pooler.url
    },
    // Sixty lists take turns on two connections, also on a busy machine.
    database: { connectMs: 5000 },
  })
})
afterAll(async () => {
  await testServer.close()
  await pooler.close()
})

it('serves requests, events and jobs, whose transactions take turns on few connections', async () => {
  const [man, woman] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
  const sockets = await Promise.all([man.connect(), woman.connect()])
  const { clickid } = man.session
  const paths = ['all', 'messages', 'notifications'].map((name) => `/api/get/${name}/${clickid}`)
  const sent = Array.from({ length: 12 }, (_, n) =>
    sockets[0].send('chat', {
      msg: `ciao ${n}`,
      trackerId: clickid,
      angelId: woman.session.angelId,
      clientMessageId: randomUUID(),
    }),
  )
  const read = Array.from({ length: 20 }, () => paths)
    .flat()
    .map((path) => testServer.call(path, { token: man.token }))
  // The first message and those that its credits pay for are stored; the others are refused, none fails.
  for (const { ok, code } of await Promise.all(sent)) expect(ok || code !== 'internal').toBe(true)
  for (const { status } of await Promise.all(read)) expect(status).toBe(200)
  const { rows } = await testServer.database.pool.query(
    'select count(*)::int as n from messages where sender_id = $1',
    [man.session.angelId],
  )
  expect(rows[0].n).toBeGreaterThan(0)
  expect((await testServer.registeredMember()).token).toMatch(/^.{43}$/)

  const { servers, clients } = await pooler.connections()
  expect(servers).toBeLessThanOrEqual(2)
  expect(clients).toBeGreaterThan(2)
})

it('prepares statements as far as the version supports it, and leaves no name of its own', async () => {
  expect(await requirePooler(pooler.url)).toEqual({ prepares: pooler.canPrepare })
  const { rows } = await testServer.context.database.pool.query(
    "select count(*)::int as n from pg_prepared_statements where name not like 'PGBOUNCER%'",
  )
  expect(rows).toEqual([{ n: 0 }])
})

it('answers 503 while PgBouncer is away, and works again when it is back', async () => {
  const member = await testServer.member()
  const status = async () =>
    (await testServer.call(`/api/get/messages/${member.session.clickid}`, { token: member.token })).status
  expect(await status()).toBe(200)
  await pooler.kill()
  expect(await status()).toBe(503)
  await pooler.start()
  await expect.poll(status, { timeout: 5000, interval: 50 }).toBe(200)
})

it('is refused at the start without the settings that connections cannot send through it, and when it is away', async () => {
  const bare = await startPgBouncer(testServer.config.databaseUrl, { withSettings: false })
  await expect(requirePooler(bare.url)).rejects.toThrow(
    /^DATABASE_POOLER_URL: its connections lack settings; add connect_query=".*statement_timeout.*" to the database in pgbouncer.ini$/,
  )
  await bare.close()
  await expect(requirePooler(bare.url)).rejects.toThrow(/^DATABASE_POOLER_URL: the pooler does not serve the database/)
})
