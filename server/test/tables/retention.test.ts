import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { applyRetention } from '#platform/database/retention.ts'
import { retentionRules } from '#src/tables.ts'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'

const day = 86_400_000
let testServer: TestServer
let now = new Date()
beforeAll(async () => {
  testServer = await startTestServer({ jobs: false, clock: () => now })
})
afterAll(() => testServer.close())

const run = () => testServer.context.jobs.handlers['retention']?.({}, { attempt: 1, last: false })

test('what is too old goes, in batches, and nothing younger', async () => {
  const [one, two] = [await testServer.member(), await testServer.member()]
  const { db, pool } = testServer.database
  await sql`
    insert into notifications (member_id, id, kind, actor_id, created_at)
    select ${one.session.angelId}, gen_random_uuid(), 'like', id, ${now}::timestamptz - n * interval '23 days'
    from (select id, row_number() over (order by id) as n from members where brand_id = 'bystanders' limit 12) m`.execute(
    db,
  )
  await sql`insert into visits values (${one.session.angelId}, ${two.session.angelId}, ${now})`.execute(db)
  const left = async () =>
    (
      await sql<{ notifications: number; visits: number }>`
      select (select count(*)::integer from notifications where member_id = ${one.session.angelId}) as notifications,
        (select count(*)::integer from visits where member_id = ${one.session.angelId}) as visits`.execute(db)
    ).rows[0]
  const apply = (until = Infinity) => applyRetention({ db, pool }, retentionRules, now, { batch: 2, until })
  expect(await apply(0)).toEqual({ rows: {}, partitions: [] })
  expect(await apply()).toEqual({ rows: { notifications: 5 }, partitions: [] })
  expect(await left()).toEqual({ notifications: 7, visits: 1 })
  now = new Date(now.getTime() + 366 * day)
  await run()
  expect(await left()).toEqual({ notifications: 0, visits: 0 })
})

test('jobs that have failed for the last time go after a month, others stay', async () => {
  const { pool } = testServer.database
  const add = async (tries: number, days: number) => {
    await pool.query(`select graphile_worker.add_job('chat-remove-file', '{}', max_attempts => 3)`)
    await pool.query(
      `update graphile_worker._private_jobs set attempts = $1, updated_at = $2
       where id = (select max(id) from graphile_worker._private_jobs)`,
      [tries, new Date(now.getTime() - days * day)],
    )
  }
  await pool.query('delete from graphile_worker._private_jobs')
  for (const [tries, days] of [
    [3, 31],
    [3, 29],
    [2, 31],
  ] as const)
    await add(tries, days)
  await run()
  const { rows } = await pool.query('select attempts from graphile_worker._private_jobs order by attempts')
  expect(rows).toEqual([{ attempts: 2 }, { attempts: 3 }])
})

test('nothing goes while the clock of the machine is a year ahead', async () => {
  const visitor = await testServer.member()
  const { db } = testServer.database
  const rows = () =>
    sql`select from notifications where member_id = ${visitor.session.angelId}`.execute(db).then(({ rows: all }) => all)
  await sql`
    insert into notifications (member_id, id, kind, actor_id, created_at)
    select ${visitor.session.angelId}, gen_random_uuid(), 'like', id, ${now}::timestamptz - interval '1 day'
    from members where brand_id = 'bystanders' limit 1`.execute(db)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 366 * day })
  try {
    now = new Date(now.getTime() + 366 * day)
    await expect(run()).rejects.toThrow('the clock of this machine is 31622400 s ahead of that of the database')
  } finally {
    vi.useRealTimers()
  }
  expect(await rows()).toHaveLength(1)
})
