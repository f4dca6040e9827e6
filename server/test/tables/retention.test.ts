import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type DatabaseHandle, openDatabase } from '#platform/database/database.ts'
import { applyRetention } from '#platform/database/retention.ts'
import { retentionRules } from '#src/tables.ts'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'

const day = 86_400_000
let testServer: TestServer
/** Its database by connections whose statements are not collected: some of them fail, as no program's do. */
let failing: DatabaseHandle
let now = new Date()
beforeAll(async () => {
  const databaseUrl = async (url: string): Promise<string> => {
    failing = openDatabase(url, { size: 2, onStatement: () => undefined })
    return url
  }
  testServer = await startTestServer({ jobs: false, clock: () => now, databaseUrl })
})
afterAll(async () => {
  await failing.close()
  await testServer.close()
})

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

/** Notifications of a new member, as many days old as each number says. */
const notified = async (...daysOld: readonly number[]) => {
  const { session } = await testServer.member()
  const { db } = testServer.database
  await sql`
    insert into notifications (member_id, id, kind, actor_id, created_at)
    select ${session.angelId}, gen_random_uuid(), 'like', id, ${now}::timestamptz - old * interval '1 day'
    from unnest(${daysOld}::int[]) with ordinality d (old, n)
      join (select id, row_number() over (order by id) as n from members where brand_id = 'bystanders') m using (n)`.execute(
    db,
  )
  return async () => (await sql`select from notifications where member_id = ${session.angelId}`.execute(db)).rows.length
}
const { notifications } = retentionRules
const broken = { ...(notifications as typeof notifications & object), column: 'no_such_column' } as const

test.each([
  ['before', { visits: broken, privacy_requests: broken, notifications: notifications! }],
  ['behind', { notifications: notifications!, visits: broken, privacy_requests: broken }],
])('tables that fail keep no other from its turn, %s them', async (_, rules) => {
  const left = await notified(1, 9999)
  await expect(applyRetention(failing, rules, now)).rejects.toThrow(
    /^rows that are too old stay: (?=.*visits: .*no_such_column)(?=.*privacy_requests: .*no_such_column)/,
  )
  expect(await left()).toBe(1)
})

test('each night begins with another table, so that one with more rows than there is time for keeps no other waiting', async () => {
  const rules = { visits: broken, privacy_requests: broken, messages: broken }
  const orderOf = async (night: number) => {
    const at = new Date(Date.UTC(2026, 0, 1 + night, 1, 53))
    const error = await applyRetention(failing, rules, at).catch((thrown: unknown) => thrown)
    return (error as AggregateError).errors.map(({ message }: Error) => message.split(':')[0])
  }
  const firsts: unknown[] = []
  for (let night = 0; night < 3; night += 1) {
    const order = await orderOf(night)
    expect([...order].sort()).toEqual(['messages', 'privacy_requests', 'visits'])
    firsts.push(order[0])
  }
  expect(firsts.sort()).toEqual(['messages', 'privacy_requests', 'visits'])
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
