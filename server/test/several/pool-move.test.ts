import { routes } from '@incontro/contract'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startSandbox, type RunningSandbox } from '../../../sandbox/src/testing/start-sandbox.ts'
import { fastestParent } from '../../../tools/support/throwaway-folder.mjs'
import { startThrowawayPostgres } from '../../../tools/support/throwaway-postgres.mjs'
import { movePoolByCommand } from '#commands/pool-move.ts'
import { type DatabaseHandle, openDatabase } from '#platform/database/database.ts'
import { lockKeys } from '#platform/database/lock-keys.ts'
import { migrate } from '#platform/database/migrate.ts'
import { unreadLogMegabytes, unreadSlots } from '#platform/database/unread-log.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import { createLog } from '#platform/process/log.ts'
import { connect } from '#pool-move/ends.ts'
import { endSplit, type Move, movePool, undoMove } from '#pool-move/move.ts'
import { tablesOf } from '#pool-move/pool-rows.ts'
import { moveState, sealPlace } from '#pool-move/state.ts'
import { keysOfMoves } from '#shards/follow-moves.ts'
import type { ServerConfig } from '#src/config.ts'
import { startServer } from '#src/server.ts'
import { checkedInBrands } from '#test/support/brands-folder.ts'
import { freePort } from '#test/support/free-port.ts'
import { insertMember, type InsertedMember } from '#test/support/insert-member.ts'
import { databaseUrl, onServer, prepareTemplate, randomName, type Template } from '#test/support/template.ts'
import { createTestClient, formOf, type TestSocket } from '#test/support/test-client.ts'
import { testConfig } from '#test/support/test-config.ts'

/* Databases move between two servers of their own, with wal_level = logical, while members write. */

const log = createLog(process.env['TEST_LOG'] ?? 'silent')
const folder = mkdtempSync(join(tmpdir(), 'incontro-move-'))
const options = { log, limitFactor: 1000, servesLocalhost: true, maxDelayMs: 60_000, prepare: migrate }
type Server = Awaited<ReturnType<typeof startThrowawayPostgres>>

let one: Server
let two: Server
let template: Template
let sandbox: RunningSandbox
beforeAll(async () => {
  const started = { parent: fastestParent(), replicates: true }
  ;[one, two, sandbox] = await Promise.all([
    startThrowawayPostgres(started),
    startThrowawayPostgres(started),
    startSandbox(),
  ])
  template = (await prepareTemplate(one.url)).template
}, 120_000)
afterAll(async () => {
  await Promise.all([one.stop(), two.stop(), sandbox.close()])
  rmSync(folder, { recursive: true, force: true })
}, 30_000)

/** A database; `populated` has the bystanders' rows in nearly every table. */
async function databaseLike(which: 'empty' | 'populated'): Promise<string> {
  const name = randomName('pool')
  await onServer(one.url, `create database ${name} template ${template[which]} strategy file_copy`)
  return databaseUrl(one.url, name)
}
async function empty(server: Server): Promise<string> {
  const name = randomName('target')
  await onServer(server.url, `create database ${name}`)
  return databaseUrl(server.url, name)
}
const configOf = async (url: string): Promise<ServerConfig> =>
  testConfig(sandbox, { port: await freePort(), dataDir: folder, databaseUrl: url })
const secrets = { secretKey: 's'.repeat(43) }

async function on<T>(url: string, work: (database: DatabaseHandle) => Promise<T>): Promise<T> {
  const database = openDatabase(url, { size: 2 })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
const valuesOf = (url: string, text: string): Promise<unknown[]> =>
  on(url, async ({ pool }) => (await pool.query({ text, rowMode: 'array' })).rows.flat())

const jobKeys = 'select key from graphile_worker._private_jobs where key is not null order by 1'

/** A man and a woman who may write to each other for long. */
async function pair(url: string, host = 'localhost'): Promise<readonly [InsertedMember, InsertedMember]> {
  return on(url, async (database) => {
    const insert = (gender: 'man' | 'woman') =>
      insertMember(
        { brands: checkedInBrands(), database },
        { form: formOf({ gender }), host, confirmed: true, at: new Date() },
      )
    const both = [await insert('man'), await insert('woman')] as const
    const ids = both.map(({ session }) => session.angelId)
    await database.pool.query(
      `insert into ledger_transfers (member_id, id, brand_id, from_account, to_account, amount, idempotency_key, created_at)
       select member_id, gen_random_uuid(), brand_id, 'house:gifts', 'wallet:messages', 100000, 'test', now()
       from wallets where member_id = any($1)`,
      [ids],
    )
    await database.pool.query('update wallets set messages = messages + 100000 where member_id = any($1)', [ids])
    return both
  })
}

type Send = (message: { msg: string; clientMessageId: string }) => Promise<{ readonly ok: boolean }>

/** Writes again and again, each message until it is acknowledged. */
function keepWriting(send: Send) {
  const acknowledged: string[] = []
  let [longestMs, isOver] = [0, false]
  const running = (async () => {
    // Below what a member may send in a second.
    for (; !isOver; await sleep(40)) {
      const begun = performance.now()
      const message = { msg: `Message ${randomUUID()}`, clientMessageId: randomUUID() }
      // Whatever went wrong, it was not acknowledged.
      while (!(await send(message).catch(() => ({ ok: false }))).ok && !isOver) await sleep(100)
      if (isOver) return
      acknowledged.push(message.msg)
      longestMs = Math.max(longestMs, performance.now() - begun)
    }
  })()
  return {
    acknowledged,
    async stop() {
      isOver = true
      await running
      return longestMs
    },
  }
}

it('a database moves to another server while members write: no message is lost, no process restarts', async () => {
  const [sourceUrl, targetUrl] = [await databaseLike('empty'), await empty(two)]
  const config = await configOf(sourceUrl)
  const [[man, woman], [other, her]] = [await pair(sourceUrl), await pair(sourceUrl)]
  // The new server begins with other numbers of transactions: a gap of the old one would hide who comes after.
  const server = await startServer({ config, ...options })
  const client = createTestClient({ port: config.port, sandbox })
  const access = (member: InsertedMember) =>
    client.accessOf(formOf({}), member.token, undefined).connect() as Promise<TestSocket>
  const [his, hers] = await Promise.all([access(man), access(woman)])
  const payload = (from: InsertedMember, to: InsertedMember) => ({
    trackerId: from.session.clickid,
    angelId: to.session.angelId,
  })
  const writers = [
    keepWriting((message) => his.send('chat', { ...message, ...payload(man, woman) })),
    keepWriting((message) => hers.send('chat', { ...message, ...payload(woman, man) })),
    keepWriting(async (message) => {
      const { body } = await client.call(routes.sendEvent.path, {
        token: other.token,
        body: { event: 'chat', payload: { ...message, ...payload(other, her) } },
      })
      return { ok: body.ok === true }
    }),
  ]
  const said: string[] = []
  try {
    await expect
      .poll(() => Math.min(...writers.map(({ acknowledged }) => acknowledged.length)), { timeout: 10_000 })
      .toBeGreaterThan(5)
    const deps = {
      databaseUrl: sourceUrl,
      poolDatabases: new Map<string, string>(),
      brands: checkedInBrands(),
      keys: keysOfMoves(secrets),
      print: (line: string) => void said.push(line),
    }
    const { ok, lines } = await movePoolByCommand(['--all', `--to=${targetUrl}`], deps)
    expect([ok, lines]).toEqual([true, expect.arrayContaining(['Everything is served from the new database.'])])
    expect(said).toContain('0 differences in the ledger.')
    // Written after the move.
    const before = writers.map(({ acknowledged }) => acknowledged.length)
    await expect
      .poll(() => writers.every(({ acknowledged }, n) => acknowledged.length > (before[n] ?? 0) + 5), { timeout: 5000 })
      .toBe(true)
    const longest = await Promise.all(writers.map((writer) => writer.stop()))
    expect(Math.max(...longest)).toBeLessThan(2000)
    const texts = writers.flatMap(({ acknowledged }) => acknowledged)
    const senders = [man, woman, other].map(({ session }) => session.angelId)
    const stored = await valuesOf(targetUrl, `select body from messages where sender_id = any('{${senders.join()}}')`)
    // Each once; one may have been stored whose answer was not waited for.
    expect(new Set(stored).size).toBe(stored.length)
    expect(texts.filter((text) => !stored.includes(text))).toEqual([])
    expect(stored.length - texts.length).toBeLessThanOrEqual(writers.length)
    // The old one has none of those that were acknowledged afterwards, and accepts nothing any more.
    await expect(valuesOf(sourceUrl, `update members set screen_name = 'Lost'`)).rejects.toThrow('read-only')
    expect(await valuesOf(sourceUrl, 'select slot_name from pg_replication_slots')).toEqual([])
    expect(await valuesOf(targetUrl, 'select subname from pg_subscription')).toEqual([])
    // Jobs go on there.
    await on(targetUrl, ({ db }) =>
      db
        .transaction()
        .execute((tx) => addJob(tx, 'accounts-shut-out', { memberId: man.session.angelId }, { key: 'shut out' })),
    )
    await expect.poll(async () => await valuesOf(targetUrl, jobKeys), { timeout: 5000 }).not.toContain('shut out')
    expect(await movePoolByCommand(['--pool=local', `--to=${targetUrl}`, '--whole', '--undo'], deps)).toMatchObject({
      ok: false,
      lines: ['local is served from its new database.'],
    })
  } finally {
    await Promise.all(writers.map((writer) => writer.stop()))
    client.disconnect()
    await server.stop()
  }
  // A process that starts with the old setting finds the new place.
  const again = await startServer({ config, ...options })
  const later = createTestClient({ port: config.port, sandbox })
  const path = `/api/get/messages/${encodeURIComponent(man.session.clickid)}`
  expect((await later.call(path, { token: man.token })).status).toBe(200)
  expect(await on(targetUrl, ({ pool }) => moveState(pool as unknown as pg.Client))).toBeUndefined()
  later.disconnect()
  await again.stop()
}, 60_000)

/** Numbers and sums of a pool's rows, by table. */
const contents = (url: string, pool: Move['pool']): Promise<Record<string, string>> =>
  on(url, async ({ pool: connections }) => {
    const client = await connections.connect()
    try {
      const found: Record<string, string> = {}
      for (const { name, where, use, columns } of await tablesOf(client as unknown as pg.Client, pool)) {
        // Uploads that are under way begin again.
        if (use !== 'moved' || name.startsWith('photo_upload')) continue
        const listed = columns.map((column) => `r."${column}"`).join(', ')
        const { rows } = await client.query<{ n: string }>(
          `select count(*) || ' ' || coalesce(sum(hashtextextended(row(${listed})::text, 0)::numeric), 0) as n from ${name} r where ${where}`,
        )
        found[name] = rows[0]?.n ?? ''
      }
      return found
    } finally {
      client.release()
    }
  })
const leftAt = (url: string) =>
  valuesOf(
    url,
    `select slot_name::text from pg_replication_slots where database = current_database() union all select pubname from pg_publication
     union all select nspname from pg_namespace where nspname = 'pool_move'`,
  )

it('a move that stopped is given up or begins again, and leaves nothing behind; migrations wait until then', async () => {
  // Between two databases of one server.
  const [sourceUrl, targetUrl] = [await databaseLike('empty'), await empty(one)]
  const move: Move = {
    pool: { id: 'local', brandIds: ['local'], companies: [] },
    isSplit: false,
    sourceUrl,
    targetUrl,
    sealedPlace: '',
    print: () => undefined,
    checkLedger: async () => 0,
  }
  const newest = `(select max(name) from schema_migrations where name not like '%/%')`
  const copied = movePool({
    ...move,
    onStep: async (step) => {
      if (step !== 'copied') return
      // With nothing to do, a process of this version may start; one of another version may not.
      await migrate(sourceUrl)
      await valuesOf(sourceUrl, `update schema_migrations set name = name || '/later' where name = ${newest}`)
      await expect(migrate(sourceUrl)).rejects.toThrow('waits, because the database is being moved')
      await valuesOf(sourceUrl, `update schema_migrations set name = replace(name, '/later', '')`)
      throw new Error('stopped when copied')
    },
  })
  await expect(copied).rejects.toThrow('stopped when copied')
  expect(await leftAt(sourceUrl)).toHaveLength(3)
  await undoMove(move)
  expect(await leftAt(sourceUrl)).toEqual([])
  expect(await valuesOf(targetUrl, 'select count(*)::int from geo_cities')).toEqual([0])
  const paused = movePool({
    ...move,
    onStep: async (step) => {
      if (step !== 'paused') return
      await expect(valuesOf(sourceUrl, 'delete from geo_cities')).rejects.toThrow('read-only')
      throw new Error('stopped in the pause')
    },
  })
  await expect(paused).rejects.toThrow('stopped in the pause')
  await valuesOf(sourceUrl, `delete from geo_cities where id = (select min(id) from geo_cities)`)
  // As with a primary that dies: its standby has the pause, too. Someone else begins to move it at once.
  const another = Promise.withResolvers<pg.Client>()
  const lost = movePool({
    ...move,
    onStep: async (step) => {
      if (step !== 'paused') return
      await onServer(
        one.url,
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'pool:move' and datname = '${new URL(sourceUrl).pathname.slice(1)}'`,
      )
      const client = await connect(sourceUrl)
      await client.query('select pg_advisory_lock($1)', [lockKeys.poolMove])
      another.resolve(client)
    },
  }).then(
    () => 'moved',
    (error: unknown) => String(error),
  )
  const second = await another.promise
  await sleep(1500)
  // What the second has paused is not opened by the first.
  await expect(valuesOf(sourceUrl, 'delete from geo_cities')).rejects.toThrow('read-only')
  await second.end()
  expect(await lost).toMatch(/terminat|connection error/)
  await valuesOf(sourceUrl, `delete from geo_cities where id = (select min(id) from geo_cities)`)
  await movePool(move)
  expect(await leftAt(sourceUrl)).toEqual(['pool_move'])
  await expect(undoMove(move)).rejects.toThrow('is served from its new database')
}, 60_000)

it('a replication slot that nothing reads is named, with the log that it keeps', async () => {
  await on(await empty(one), async ({ pool }) => {
    await pool.query(`select pg_create_physical_replication_slot('gone', true)`)
    try {
      await pool.query('create table filler as select repeat(n::text, 200) from generate_series(1, 20000) n')
      expect(await unreadSlots(pool)).toEqual([{ name: 'gone', megabytes: expect.any(Number) }])
      expect(await unreadLogMegabytes(pool)).toBeGreaterThan(5)
    } finally {
      await pool.query(`select pg_drop_replication_slot('gone')`)
    }
    expect(await unreadLogMegabytes(pool)).toBe(0)
  })
})

it('processes start again when a pool leaves, and no job runs before each side has only its own rows', async () => {
  const [sourceUrl, targetUrl] = [await databaseLike('empty'), await empty(two)]
  const [[local], [his]] = [await pair(sourceUrl), await pair(sourceUrl, 'battito.localhost')]
  const config = await configOf(sourceUrl)
  let hasLeft = false
  const before = await startServer({ config, ...options, onPoolLeft: () => void (hasLeft = true) })
  let after: Awaited<ReturnType<typeof startServer>> | undefined
  // Without those of each minute, which may be added at any time.
  const waiting = async (url: string) =>
    (await valuesOf(url, jobKeys)).filter((key) => key === 'its' || key === 'other')
  const seen: unknown[] = []
  try {
    await movePool({
      pool: { id: 'battito', brandIds: ['battito'], companies: ['IT00000000002'] },
      isSplit: true,
      sourceUrl,
      targetUrl,
      sealedPlace: sealPlace(keysOfMoves(secrets), { url: targetUrl }),
      print: () => undefined,
      checkLedger: async () => 0,
      onStep: async (step) => {
        if (step === 'paused') {
          // Added at the last moment: the workers may not take them any more.
          const client = await connect(sourceUrl)
          for (const [key, { session }] of Object.entries({ its: his, other: local }))
            await client.query(
              `select graphile_worker.add_job('accounts-shut-out', payload => json_build_object('memberId', $1::text), job_key => $2)`,
              [session.angelId, key],
            )
          await client.end()
        }
        if (step !== 'switched') return
        await expect.poll(() => hasLeft, { timeout: 5000 }).toBe(true)
        await before.stop()
        after = await startServer({ config, ...options })
        await sleep(1500)
        seen.push(await waiting(sourceUrl), await waiting(targetUrl))
      },
    })
    const both = ['its', 'other']
    expect(seen).toEqual([both, both])
    await expect
      .poll(async () => [await waiting(sourceUrl), await waiting(targetUrl)], { timeout: 10_000 })
      .toEqual([[], []])
    // The same setting as before: each pool is found where it is, and written to.
    const client = createTestClient({ port: config.port, sandbox })
    for (const [{ session, token }, host] of [
      [local, 'localhost'],
      [his, 'battito.localhost'],
    ] as const) {
      const read = await client.call(`/api/get/messages/${encodeURIComponent(session.clickid)}`, { host, token })
      expect(read.status).toBe(200)
    }
    client.disconnect()
    const pools = 'select distinct pool_id from members'
    expect([await valuesOf(sourceUrl, pools), await valuesOf(targetUrl, pools)]).toEqual([['local'], ['battito']])
  } finally {
    await (after ?? before).stop()
  }
}, 60_000)

it('a pool leaves others: each side keeps its own rows, jobs, mail and webhooks', async () => {
  const [sourceUrl, targetUrl] = [await databaseLike('populated'), await empty(two)]
  const bystanders = { id: 'bystanders', brandIds: ['bystanders'], companies: ['IT00000000009'] }
  const others = { id: 'local', brandIds: ['local'], companies: ['IT00000000001'] }
  const [local] = await pair(sourceUrl)
  const [first = ''] = (await valuesOf(
    sourceUrl,
    `select id::text from members where pool_id = 'bystanders' order by 1`,
  )) as string[]
  await on(sourceUrl, async ({ db, pool }) => {
    await pool.query(
      `insert into payment_webhooks (connection, event_id, body, received_at)
       select 'adyen', 'of the pool', jsonb_build_object('state', jsonb_build_object('reference', id)), now() from payment_attempts
         where brand_id = 'bystanders' limit 1`,
    )
    for (const brand of ['bystanders', 'local'])
      await pool.query(
        `insert into emails (id, brand_id, member_id, kind, to_address, locale, props, created_at)
         values (uuidv7(), $1, $2, 'welcome', $1, 'it', '{}', now())`,
        [brand, brand === 'local' ? local.session.angelId : first],
      )
    await db.transaction().execute(async (tx) => {
      await addJob(tx, 'accounts-shut-out', { memberId: first }, { key: 'its' })
      await addJob(tx, 'accounts-shut-out', { memberId: local.session.angelId }, { key: 'other' })
    })
  })
  const [its, rest] = [await contents(sourceUrl, bystanders), await contents(sourceUrl, others)]
  const seen: unknown[] = []
  const move: Move = {
    pool: bystanders,
    isSplit: true,
    sourceUrl,
    targetUrl,
    sealedPlace: sealPlace(keysOfMoves(secrets), { url: targetUrl }),
    print: () => undefined,
    checkLedger: async () => 0,
  }
  const left = () => leftAt(sourceUrl)
  await movePool({
    ...move,
    onStep: async (step) => {
      if (step !== 'switched') return
      // Both have everything now, so neither may work on it.
      for (const url of [sourceUrl, targetUrl])
        seen.push(await on(url, async ({ pool }) => (await moveState(pool as unknown as pg.Client))?.isMixed))
    },
  })
  expect(seen).toEqual([true, true])
  expect([await contents(targetUrl, bystanders), await contents(sourceUrl, others)]).toEqual([its, rest])
  const nothing = new Set(['0 0'])
  for (const [url, pool] of [
    [targetUrl, others],
    [sourceUrl, bystanders],
  ] as const)
    expect(new Set(Object.values(await contents(url, pool)))).toEqual(nothing)
  expect([await valuesOf(sourceUrl, jobKeys), await valuesOf(targetUrl, jobKeys)]).toEqual([['other'], ['its']])
  const queued = `select brand_id from emails where state = 'queued' and to_address in ('local', 'bystanders')`
  expect([await valuesOf(sourceUrl, queued), await valuesOf(targetUrl, queued)]).toEqual([['local'], ['bystanders']])
  const events = `select event_id from payment_webhooks`
  expect([await valuesOf(sourceUrl, events), await valuesOf(targetUrl, events)]).toEqual([[], ['of the pool']])
  expect(await valuesOf(targetUrl, 'select distinct pool_id from members')).toEqual(['bystanders'])

  // Who does not know that the pool left may not write until every process was started again.
  const rename = `update members set screen_name = screen_name where pool_id = 'local'`
  await expect(valuesOf(sourceUrl, rename)).rejects.toThrow('read-only')
  await expect(undoMove(move)).rejects.toThrow('is served from its new database')
  await endSplit(move)
  await valuesOf(sourceUrl, rename)
  expect(await left()).toEqual([])
}, 60_000)
