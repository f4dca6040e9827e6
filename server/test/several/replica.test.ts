import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startReplicatedPostgres } from '../../../tools/support/throwaway-replica.mjs'
import { loadGeography } from '#modules/geo/load.ts'
import { openDatabase } from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrate.ts'
import { openBus } from '#platform/live/bus.ts'
import { createLog } from '#platform/process/log.ts'
import { openReplica } from '#platform/database/replica.ts'
import { startServer } from '#src/server.ts'
import { createTestDatabase } from '#test/support/database.ts'
import { startDeafProxy, type DeafProxy } from '#test/support/deaf-proxy.ts'
import { freePort } from '#test/support/free-port.ts'
import { startPgBouncer } from '#test/support/pgbouncer.ts'
import { createTestClient } from '#test/support/test-client.ts'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'

/* Reads that may lag run on a streaming replica, which may be late, silent or away. */

type Pair = Awaited<ReturnType<typeof startReplicatedPostgres>>
let pair: Pair
/** Its replica may be as late as it wants. */
let tolerant: TestServer
/** The same database; its replica counts as late soon, and is reached by way of `proxy`. */
let strict: TestServer
let proxy: DeafProxy
let replica: pg.Client

beforeAll(async () => {
  pair = await startReplicatedPostgres(async (url) => {
    await migrate(url)
    const { db, close } = openDatabase(url, { size: 1 })
    await loadGeography(db)
    await close()
  })
  proxy = await startDeafProxy(pair.replicaUrl)
  const shared = { jobs: false, bystanders: false, databaseUrl: async () => pair.primaryUrl }
  tolerant = await startTestServer({
    ...shared,
    databaseReplicaUrl: pair.replicaUrl,
    replica: { maxLagMs: 60_000, pollMs: 20 },
  })
  strict = await startTestServer({
    ...shared,
    databaseReplicaUrl: proxy.url,
    replica: { maxLagMs: 400, pollMs: 20 },
    database: { statementMs: 3000, connectMs: 1000, size: 6 },
  })
  await connectReplica()
}, 60_000)
afterAll(async () => {
  await replica.end()
  await tolerant.close()
  await strict.close()
  await proxy.close()
  await pair.stop()
})

async function connectReplica(): Promise<void> {
  const url = new URL(pair.replicaUrl)
  url.pathname = '/postgres'
  replica = new pg.Client({ connectionString: url.href })
  // A test kills the replica while this client is connected.
  replica.on('error', () => undefined)
  await replica.connect()
}

const figures = async (server: TestServer) => (await server.call('/readyz')).body
const inUse = (server: TestServer, is: 0 | 1) =>
  expect.poll(async () => (await figures(server)).replicaInUse, { timeout: 10_000, interval: 20 }).toBe(is)
/** Waits until everything up to now, and what anyone was informed of, is on the replica. */
async function caughtUp(server: TestServer): Promise<void> {
  const { rows } = await server.context.database.pool.query('select pg_current_wal_lsn() as lsn')
  const replayed = async () =>
    (await replica.query('select pg_last_wal_replay_lsn() >= $1::pg_lsn as done', [rows[0].lsn])).rows[0].done
  await expect.poll(replayed, { timeout: 10_000, interval: 20 }).toBe(true)
  const since = performance.now()
  await expect
    .poll(async () => performance.now() - since - (await figures(server)).replicaLagMs, { timeout: 10_000 })
    .toBeGreaterThan(0)
}
const onPrimary = (text: string, values: unknown[] = []) => tolerant.context.database.pool.query(text, values)
const rename = (member: TestMember, name: string) =>
  onPrimary('update members set screen_name = $2 where id = $1', [member.session.angelId, name])

/** The names on a member's list, in alphabetical order. */
const list = async (server: TestServer, { token, session }: TestMember): Promise<string[]> => {
  const { status, body } = await server.call('/dispenser/match', { token, body: { trackerId: session.clickid } })
  expect(status).toBe(200)
  return body.profili.map(({ screenName }: { screenName: string }) => screenName).sort()
}
const visit = (server: TestServer, { token, session }: TestMember, angelId: string) =>
  server.call('/api/collect/visited', { token, body: { trackerId: session.clickid, angelId } })

it('answers a member from the replica until they write or are informed of something', async () => {
  const wish = { region: 'Molise' }
  const [woman, shy, reader, writer, visited] = [
    await tolerant.member({ ...wish, gender: 'woman', form: { username: 'Before' } }),
    await tolerant.member({ ...wish, gender: 'woman', form: { username: 'Shy' } }),
    await tolerant.member(wish),
    await tolerant.member(wish),
    await tolerant.member(wish),
  ]
  await inUse(tolerant, 1)
  await caughtUp(tolerant)
  await replica.query('select pg_wal_replay_pause()')
  await rename(woman, 'New')
  for (const member of [reader, writer, visited]) expect(await list(tolerant, member)).toEqual(['Before', 'Shy'])

  expect((await visit(tolerant, writer, woman.session.angelId)).status).toBe(200)
  expect((await visit(tolerant, shy, visited.session.angelId)).status).toBe(200)
  expect(await list(tolerant, writer)).toEqual(['New', 'Shy'])
  expect(await list(tolerant, visited)).toEqual(['New', 'Shy'])
  // Shy reads what she wrote, too.
  expect(await list(tolerant, reader)).toEqual(['Before', 'Shy'])
  expect((await figures(tolerant)).replicaLagMs).toBeGreaterThan(0)

  // Whom a member may not see is decided by the primary.
  const [me, her] = [reader.session.angelId, shy.session.angelId]
  await onPrimary(
    'insert into blocks (member_id, other_id, made_by_me, created_at) values ($1, $2, false, now()), ($2, $1, true, now())',
    [me, her],
  )
  expect(await list(tolerant, reader)).toEqual(['Before'])
  await onPrimary("update members set state = 'deactivated' where id = $1", [woman.session.angelId])
  expect(await list(tolerant, reader)).toEqual([])

  await replica.query('select pg_wal_replay_resume()')
  await caughtUp(tolerant)
  const { replicaReads } = await figures(tolerant)
  expect(await list(tolerant, writer)).toEqual(['Shy'])
  expect((await figures(tolerant)).replicaReads).toBeGreaterThan(replicaReads)
})

it('runs every statement that may lag on the replica, which refuses none', async () => {
  const region = 'Basilicata'
  const [man, woman] = [await tolerant.member({ region }), await tolerant.member({ region, gender: 'woman' })]
  const { clickid } = man.session
  const her = woman.session.angelId
  const wrote = await (
    await man.connect()
  ).send('chat', {
    msg: 'ciao',
    trackerId: clickid,
    angelId: her,
    clientMessageId: randomUUID(),
  })
  expect(wrote.ok).toBe(true)
  const filters = { sharedInterests: true }
  expect((await tolerant.call('/dispenser/searches', { token: man.token, body: { trackerId: clickid } })).status).toBe(
    200,
  )
  expect(
    (
      await tolerant.call('/dispenser/filters', {
        token: man.token,
        method: 'PUT',
        body: { trackerId: clickid, filters },
      })
    ).status,
  ).toBe(200)
  await caughtUp(tolerant)
  const reads: readonly [path: string, number, body?: unknown][] = [
    ['/dispenser/match', 2, { trackerId: clickid, mode: 'match' }],
    ['/dispenser/totalRegion', 1, { country: 'IT', region }],
    ['/dispenser/filters/count', 1, { trackerId: clickid, filters: { isNew: true } }],
    ['/dispenser/searches', 1],
    [`/dispenser/${her}/IT/donna`, 3],
    [`/api/get/messages/${clickid}/${her}?before=2`, 1],
    // The newest ones are on the primary.
    [`/api/get/messages/${clickid}/${her}`, 0],
  ]
  for (const [path, atLeast, body] of reads) {
    const before = await figures(tolerant)
    const reply = await tolerant.call(path, { token: man.token, ...(body === undefined ? {} : { body }) })
    expect(reply.status, path).toBe(200)
    const { replicaReads, replicaFallbacks } = await figures(tolerant)
    expect([replicaReads - before.replicaReads >= atLeast, replicaFallbacks], path).toEqual([true, 0])
    if (atLeast === 0) expect(replicaReads, path).toBe(before.replicaReads)
  }
})

it('reads from the primary while the replica is late, silent or away, and returns by itself', async () => {
  const region = 'Umbria'
  const woman = await strict.member({ region, gender: 'woman', form: { username: 'One' } })
  const reader = await strict.member({ region })
  await inUse(strict, 1)
  await caughtUp(strict)
  expect(await list(strict, reader)).toEqual(['One'])

  await replica.query('select pg_wal_replay_pause()')
  await rename(woman, 'Two')
  await inUse(strict, 0)
  expect(await list(strict, reader)).toEqual(['Two'])
  await replica.query('select pg_wal_replay_resume()')
  await inUse(strict, 1)

  proxy.goDeaf()
  await rename(woman, 'Three')
  const before = performance.now()
  for (const names of await Promise.all(Array.from({ length: 8 }, () => list(strict, reader))))
    expect([['Two'], ['Three']]).toContainEqual(names)
  // As soon as it counts as late, not when the connection times out.
  expect(performance.now() - before).toBeLessThan(3000)
  await inUse(strict, 0)
  expect(await list(strict, reader)).toEqual(['Three'])
  proxy.failOver()
  await inUse(strict, 1)

  await replica.end()
  await pair.killReplica()
  expect(await list(strict, reader)).toEqual(['Three'])
  await inUse(strict, 0)
  expect(await figures(strict)).toMatchObject({ status: 'ready', replicaInUse: 0 })
  await pair.startReplica()
  await connectReplica()
  await inUse(strict, 1)
})

it('serves a pool from a database of its own, with its own replica and pooler, and starts without the pooler', async () => {
  const host = 'battito.localhost'
  const own = await createTestDatabase({ bystanders: false })
  const pooler = await startPgBouncer(pair.primaryUrl)
  await pooler.kill()
  const port = await freePort()
  const of = (url: string) => new Map([['battito', url]])
  const server = await startServer({
    config: {
      ...tolerant.config,
      port,
      databaseUrl: own.url,
      databaseReplicaUrl: undefined,
      poolDatabases: of(pair.primaryUrl),
      poolPoolers: of(pooler.url),
      poolReplicas: of(pair.replicaUrl),
    },
    log: createLog('silent'),
    limitFactor: 1000,
    servesLocalhost: true,
    maxDelayMs: 60_000,
  })
  const client = createTestClient({ port, sandbox: tolerant.sandbox })
  const battito = async () => (await client.call('/readyz')).body.databases.battito
  try {
    const statusOf = async (at: string) => (await client.call('/api/challenge', { host: at })).status
    expect([await statusOf('localhost'), await statusOf(host)]).toEqual([200, 503])
    await pooler.start()
    await expect.poll(() => statusOf(host), { timeout: 10_000 }).toBe(200)
    await expect.poll(async () => (await battito()).replicaInUse, { timeout: 10_000 }).toBe(1)
    const wish = { host, region: 'Liguria' }
    const reader = await tolerant.member(wish)
    await tolerant.member({ ...wish, gender: 'woman', form: { username: 'There' } })
    await caughtUp(tolerant)
    const { replicaReads } = await battito()
    const { status, body } = await client.call('/dispenser/match', {
      host,
      token: reader.token,
      body: { trackerId: reader.session.clickid },
    })
    expect([status, body.profili.map(({ screenName }: { screenName: string }) => screenName)]).toEqual([200, ['There']])
    expect((await battito()).replicaReads).toBeGreaterThan(replicaReads)
    expect((await pooler.connections()).servers).toBeGreaterThan(0)
    const { body: metrics } = await client.call('/metrics', { host: '127.0.0.1' })
    expect(metrics).toContain('incontro_replica_in_use{database="battito"} 1')
  } finally {
    client.disconnect()
    await server.stop()
    await pooler.close()
    await own.drop()
  }
}, 60_000)

it('does not use a server that is no replica', async () => {
  const log = createLog('silent')
  const bus = await openBus({ brokerUrl: undefined, keys: [Buffer.alloc(32)], log })
  const { pool } = tolerant.context.database
  const problem = Promise.withResolvers<unknown>()
  const reads = openReplica(
    {
      url: pair.primaryUrl,
      primaryUrl: pair.primaryUrl,
      primary: pool,
      exactTables: [],
      bus,
      log: { ...log, warn: problem.resolve } as never,
    },
    { pollMs: 10 },
  )
  expect(await problem.promise).toMatchObject({
    err: { message: expect.stringContaining('this server is no replica') },
  })
  expect(reads.mayLag('anyone')).toBe(false)
  await reads.close()
  await bus.close()
})
