import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DatabaseHandle, openDatabase } from '#platform/database/database.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { countMonth } from './count-month.ts'

let database: TestDatabase
let handle: DatabaseHandle
beforeAll(async () => {
  database = await createTestDatabase({ bystanders: false })
  handle = openDatabase(database.url, { size: 2 })
  await handle.pool.query("insert into demo_installations values (true, now(), 'test')")
})
afterAll(async () => {
  await handle?.close()
  await database?.drop()
})

const member = (activeAt: string, { brand = 'local', sample = null as true | null } = {}) =>
  handle.pool.query(
    `insert into members (id, brand_id, pool_id, clickid, email, gender, seeks, age_stated, age_stated_on, country, locale, flow_id, flow_version,
      created_at, last_active_at, sample)
     select id, $1, $1, id::text, id::text, 'woman', 'man', 30, now(), 'IT', 'it', '7', '1', '2026-01-01', $2, $3 from gen_random_uuid() id`,
    [brand, activeAt, sample],
  )
const count = (now: string) =>
  countMonth(
    {
      db: handle.db,
      // Its company counts days in Rome.
      brands: { list: ['local', 'battito'].map((key) => ({ key, company: { vatNumber: 'IT00000000002' } })) },
      clock: () => new Date(now),
    },
    Infinity,
  )
const counted = async () =>
  (
    await handle.pool.query<{ brand_id: string; month: string; members: number }>(
      'select brand_id, month::text, members from active_months order by 1, 2',
    )
  ).rows.map((row) => [row.brand_id, row.month, row.members])

it('counts the members of the month that runs, by the calendar of the company, and keeps what it counted', async () => {
  await member('2026-10-31T22:59:59Z')
  await member('2026-10-31T23:00:00Z')
  await member('2026-11-20T10:00:00Z')
  await member('2026-11-20T10:00:00Z', { sample: true })
  await member('2026-11-20T10:00:00Z', { brand: 'battito' })
  await count('2026-11-29T22:57:00Z')
  const november = [
    ['battito', '2026-11-01', 1],
    ['local', '2026-11-01', 2],
  ]
  expect(await counted()).toEqual(november)
  // One was erased, one comes: a month never becomes smaller.
  await handle.pool.query("delete from members where brand_id = 'battito'")
  await member('2026-11-30T10:00:00Z')
  await count('2026-11-30T22:57:00Z')
  await count('2026-11-30T23:10:00Z')
  expect(await counted()).toEqual([
    ['battito', '2026-11-01', 1],
    ['battito', '2026-12-01', 0],
    ['local', '2026-11-01', 3],
    ['local', '2026-12-01', 0],
  ])
})
