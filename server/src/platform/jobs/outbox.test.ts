import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { openDatabase, type DatabaseHandle } from '#platform/database/database.ts'
import { newId } from '#platform/ids.ts'
import { createLog, type Log } from '#platform/process/log.ts'
import { oldestEventSeconds, relayOutbox } from './outbox.ts'

let database: TestDatabase
let handle: DatabaseHandle
beforeAll(async () => {
  database = await createTestDatabase()
  handle = openDatabase(database.url, { size: 4 })
})
afterAll(async () => {
  await handle.close()
  await database.drop()
})

const happen = (topic: string) =>
  handle.db
    .insertInto('outbox')
    .values({ id: newId(), topic, payload: JSON.stringify({ topic }), created_at: new Date() })
    .execute()

it('logs a failed delivery with its cause and repeats it; other events are delivered once', async () => {
  const got: string[] = []
  const errors: unknown[] = []
  const log = {
    error: (given: unknown) => errors.push(given),
    warn: (given: unknown) => errors.push(given),
  } as unknown as Log
  for (const topic of ['first', 'stubborn', 'last']) await happen(topic)
  let refusals = 2
  const relay = relayOutbox({
    pool: handle.pool,
    log,
    async receive({ topic }) {
      if (topic === 'stubborn' && refusals > 0) {
        refusals -= 1
        throw new Error('not yet')
      }
      got.push(topic)
    },
  })
  await expect.poll(() => got, { timeout: 5000 }).toEqual(['first', 'last', 'stubborn'])
  await relay.stop()
  expect(errors).toMatchObject([{ err: { message: 'not yet' }, topic: 'stubborn' }, { err: { message: 'not yet' } }])
  expect(await handle.db.selectFrom('outbox').select('id').execute()).toEqual([])
})

const silent = createLog('silent')
/** Inserts `count` events, numbered from the oldest. */
const happenOften = (count: number) =>
  handle.pool.query(
    `insert into outbox (id, topic, payload, created_at)
     select ('01900000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'many', to_jsonb(n), now() from generate_series(1, $1) n`,
    [count],
  )

it('delivers oldest first, also beyond one batch', async () => {
  await happenOften(450)
  const got: unknown[] = []
  const relay = relayOutbox({ pool: handle.pool, log: silent, receive: async ({ payload }) => void got.push(payload) })
  await expect.poll(() => got.length, { timeout: 5000 }).toBe(450)
  await relay.stop()
  expect(got).toEqual(Array.from({ length: 450 }, (_, n) => n + 1))
})

it('pauses before it retries failed deliveries, also when a whole batch failed', async () => {
  await happenOften(200)
  const triedAt: number[] = []
  const relay = relayOutbox({
    pool: handle.pool,
    log: silent,
    async receive() {
      triedAt.push(performance.now())
      if (triedAt.length <= 200) throw new Error('not yet')
    },
  })
  await expect.poll(() => triedAt.length, { timeout: 5000 }).toBe(400)
  await relay.stop()
  expect((triedAt[200] ?? 0) - (triedAt[199] ?? 0)).toBeGreaterThan(400)
})

it('skips rows that another process is delivering', async () => {
  await happen('taken')
  await happen('free')
  const other = await handle.pool.connect()
  const got: string[] = []
  try {
    await other.query('begin')
    await other.query(`select from outbox where topic = 'taken' for update`)
    const relay = relayOutbox({ pool: handle.pool, log: silent, receive: async ({ topic }) => void got.push(topic) })
    await expect.poll(() => got, { timeout: 5000 }).toEqual(['free'])
    await other.query('rollback')
    await expect.poll(() => got, { timeout: 5000 }).toEqual(['free', 'taken'])
    await relay.stop()
  } finally {
    other.release()
  }
})

it('does not hold up events behind two hundred that fail, and shows how long the oldest has waited', async () => {
  await happenOften(200)
  await handle.pool.query(`update outbox set created_at = now() - interval '90 s'`)
  expect(await oldestEventSeconds(handle.pool)).toBeGreaterThanOrEqual(90)
  const got: string[] = []
  const relay = relayOutbox({
    pool: handle.pool,
    log: createLog('silent'),
    async receive({ topic }) {
      if (topic === 'many') throw new Error('not yet')
      got.push(topic)
    },
  })
  const failed = async () =>
    (await handle.pool.query('select count(*)::int as n from outbox where retry_at is not null')).rows[0]?.n as number
  await expect.poll(failed, { timeout: 5000 }).toBe(200)
  await happen('behind')
  await expect.poll(() => got, { timeout: 5000 }).toEqual(['behind'])
  await relay.stop()
  // A failure does not make an event look new.
  expect(await oldestEventSeconds(handle.pool)).toBeGreaterThanOrEqual(90)
  const { rows } = await handle.pool.query(
    `select extract(epoch from min(retry_at) - now())::float8 as first, extract(epoch from max(retry_at) - now())::float8 as last from outbox`,
  )
  // They have waited for longer than a minute, so each waits for a minute.
  expect(rows[0].first).toBeGreaterThan(40)
  expect(rows[0].last).toBeLessThanOrEqual(60)
  await handle.pool.query('delete from outbox')
  expect(await oldestEventSeconds(handle.pool)).toBe(0)
})

const waiting = async () =>
  (await handle.pool.query(`select payload, created_at, retry_at from outbox order by id`)).rows as {
    readonly payload: unknown
  }[]

it('keeps what it delivered when a batch takes too long, and goes on behind it', async () => {
  await happenOften(200)
  const before = await waiting()
  const got: unknown[] = []
  const relay = relayOutbox({
    pool: handle.pool,
    log: silent,
    limitMs: 100,
    async receive({ payload }) {
      got.push(payload)
      await pause(10)
    },
  })
  await expect.poll(async () => (await waiting()).length, { timeout: 5000 }).toBeLessThan(200)
  const left = await waiting()
  expect(left).toEqual(before.slice(-left.length))
  await expect.poll(waiting, { timeout: 10_000 }).toEqual([])
  await relay.stop()
  expect(got).toEqual(Array.from({ length: 200 }, (_, n) => n + 1))
})

it('stops in the middle of a batch, and leaves the rest to others', async () => {
  await happenOften(200)
  const got: unknown[] = []
  const relay = relayOutbox({
    pool: handle.pool,
    log: silent,
    async receive({ payload }) {
      got.push(payload)
      await pause(20)
    },
  })
  await expect.poll(() => got.length).toBeGreaterThan(2)
  await relay.stop()
  expect(got.length).toBeLessThan(100)
  expect((await waiting()).map(({ payload }) => payload)).toEqual(
    Array.from({ length: 200 - got.length }, (_, n) => n + got.length + 1),
  )
  await handle.pool.query('delete from outbox')
})
