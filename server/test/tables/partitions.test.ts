import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newIdAt } from '#platform/ids.ts'
import { countMonthsAhead, dropMonths, makeMonths } from '#platform/database/partitions.ts'
import { applyRetention } from '#platform/database/retention.ts'
import { retentionRules } from '#src/tables.ts'
import { longestWait } from '#test/support/longest-wait.ts'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'

/* Months of the tables that are deleted by month: made ahead, dropped at once, and never in the way of writers. */

const tables = ['emails', 'kpi_events', 'member_events']
let now = new Date('2031-05-20T10:00:00Z')
let testServer: TestServer
let url: string
beforeAll(async () => {
  testServer = await startTestServer({
    jobs: false,
    bystanders: false,
    clock: () => now,
    databaseUrl: async (given) => (url = given),
  })
  // Those of the test's template cover every month to come.
  for (const table of tables) await testServer.database.pool.query(`drop table partitions.${table}_tests`)
})
afterAll(() => testServer.close())

const job = (name: 'make-months' | 'retention') =>
  testServer.context.jobs.handlers[name]?.({}, { attempt: 1, last: false })
const connected = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return work(client).finally(() => client.end())
}
const months = async (table: string) =>
  (
    await testServer.database.pool.query<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass
         and not inhrelid::regclass::text ~ '_(20(26|27)..|before)$' order by 1`,
      [table],
    )
  ).rows.map(({ name }) => name)
const write = (client: { query: pg.Pool['query'] }, at: Date, memberId: string) =>
  client.query(
    `insert into member_events (member_id, id, kind, created_at) values ($1, $2, 'engage', $3) returning tableoid::regclass::text as name`,
    [memberId, newIdAt(at), at],
  )
const ready = async () => {
  const { status, monthsAhead } = (await testServer.call('/readyz')).body
  return { status, monthsAhead }
}

it('makes this month and the next three, and says when the next one is missing', async () => {
  const { pool } = testServer.database
  expect(await ready()).toEqual({ status: 'degraded', monthsAhead: -1 })
  const member = (await testServer.member()).session.angelId
  await expect(write(pool, now, member)).rejects.toThrow('no partition of relation')
  // Two processes at once.
  const made = await Promise.all([1, 2].map(() => connected((client) => makeMonths(client, now))))
  const expected = tables.flatMap((table) => ['05', '06', '07', '08'].map((month) => `${table}_2031${month}`))
  expect(made.flat().sort()).toEqual(expected)
  expect(await ready()).toEqual({ status: 'ready', monthsAhead: 3 })
  expect(await months('emails')).toEqual(expected.slice(0, 4).map((name) => `partitions.${name}`))
  for (const [at, month] of [
    ['2031-05-01T00:00:00.000Z', '05'],
    ['2031-05-31T23:59:59.999Z', '05'],
    ['2031-06-01T00:00:00.000Z', '06'],
    ['2031-08-31T23:59:59.999Z', '08'],
  ] as const)
    expect((await write(pool, new Date(at), member)).rows).toEqual([{ name: `partitions.member_events_2031${month}` }])
  await expect(write(pool, new Date('2031-09-01T00:00:00Z'), member)).rejects.toThrow('no partition of relation')
  for (const [at, ahead] of [
    ['2031-06-30T23:59:59Z', 2],
    ['2031-07-01T00:00:00Z', 1],
    ['2031-08-01T00:00:00Z', 0],
    ['2031-09-01T00:00:00Z', -1],
  ] as const)
    expect([at, await countMonthsAhead(pool, new Date(at))]).toEqual([at, ahead])
  await job('make-months')
  expect((await months('member_events')).length).toBe(4)
  now = new Date('2031-07-02T00:00:00Z')
  await job('make-months')
  expect((await months('member_events')).slice(-2)).toEqual([
    'partitions.member_events_203109',
    'partitions.member_events_203110',
  ])
})

it('drops a month 369 days after its end, and takes rows about the past again', async () => {
  const { db, pool } = testServer.database
  const member = (await testServer.member()).session.angelId
  const left = async () =>
    (await pool.query('select created_at as at from member_events where member_id = $1 order by 1', [member])).rows.map(
      ({ at }) => at.toISOString().slice(0, 10),
    )
  const apply = (at: string) =>
    applyRetention({ db, pool }, { member_events: retentionRules['member_events']! }, new Date(at))
  for (const at of ['2026-06-30T23:59:59Z', '2026-07-01T00:00:00Z', '2031-05-31T23:59:59Z', '2031-06-01T00:00:00Z'])
    await write(pool, new Date(at), member)
  // Of what was there before the months, single rows.
  expect(await apply('2027-07-04T23:59:59Z')).toEqual({ rows: {}, partitions: [] })
  expect(await apply('2027-07-05T00:00:00Z')).toEqual({ rows: { member_events: 1 }, partitions: [] })
  expect(await left()).toEqual(['2026-07-01', '2031-05-31', '2031-06-01'])
  const early = await apply('2032-06-03T23:59:59Z')
  expect(early.partitions[0]).toBe('member_events_before')
  expect(await left()).toEqual(['2031-05-31', '2031-06-01'])
  expect(await apply('2032-06-04T00:00:00Z')).toEqual({
    rows: {},
    partitions: ['member_events_before', 'member_events_203105'],
  })
  expect(await left()).toEqual(['2031-06-01'])
  expect(await apply('2032-06-04T00:00:00Z')).toEqual({ rows: {}, partitions: [] })
  expect((await write(pool, new Date('2031-05-31T12:00:00Z'), member)).rows).toEqual([
    { name: 'partitions.member_events_before' },
  ])
  await expect(
    pool.query(`insert into member_events (member_id, id, kind, created_at) values ($1, $1, 'engage', now())`, [
      '019a0000-0000-7000-8000-000000000001',
    ]),
  ).rejects.toThrow('foreign key')
  await pool.query('delete from members where id = $1', [member])
  expect(await left()).toEqual([])
})

it('waits for a long reader without making writers wait, and drops all or nothing', async () => {
  const { pool } = testServer.database
  const member = (await testServer.member()).session.angelId
  const reader = await pool.connect()
  await reader.query('begin')
  await reader.query('select from emails limit 1')
  const before = await months('emails')
  const { longest, writes } = await longestWait(
    url,
    (client, round) =>
      client.query(
        `insert into emails (id, brand_id, member_id, kind, to_address, locale, props, created_at) values ($1, 'local', $2, $3, 'a@b.example', 'it', '{}', now())`,
        [newIdAt(new Date('2031-06-10T00:00:00Z')), member, `round ${round}`],
      ),
    async () => {
      const dropped = connected((client) => dropMonths(client, 'emails', new Date('2031-06-01T00:00:00Z')))
      // Long enough for two attempts.
      await pool.query('select pg_sleep(1.5)')
      expect(await months('emails')).toEqual(before)
      await reader.query('commit')
      expect((await dropped).slice(-1)).toEqual(['emails_203105'])
    },
  )
  reader.release()
  expect(writes).toBeGreaterThan(10)
  expect(longest).toBeLessThan(1000)
})
