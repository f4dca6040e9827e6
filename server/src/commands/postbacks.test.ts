import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DatabaseHandle, openDatabase } from '#platform/database/database.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { postbacks } from './postbacks.ts'

let database: TestDatabase
let handle: DatabaseHandle
beforeAll(async () => {
  database = await createTestDatabase()
  handle = openDatabase(database.url, { size: 2 })
  await handle.pool.query(`
    with m as (select id, row_number() over (order by id) as n from members where brand_id = 'bystanders' limit 2)
    insert into postback_deliveries (brand_id, postback, event_key, event, member_id, state, facts, tries, status, why, created_at, ended_at)
    select 'local', 'tracker', 'lead ' || n, 'lead', id, case n when 1 then 'delivered' else 'failed' end, '{"clickid": "secret"}', 1,
      case n when 1 then 200 end, case n when 2 then 'the address is not public' end, '2026-10-07T12:00:00Z'::timestamptz + n * interval '1 hour', now()
    from m`)
})
afterAll(async () => {
  await handle?.close()
  await database?.drop()
})

const run = (...args: string[]) => postbacks(args, { db: handle.db, brandKeys: ['local', 'battito'] })

it('lists what became of each, the newest first, and nothing of what was said', async () => {
  expect((await run('list', '--brand', 'local')).lines).toEqual([
    '2026-10-07 14:00  tracker  lead 2  failed  1 tries    the address is not public',
    '2026-10-07 13:00  tracker  lead 1  delivered  1 tries  200',
    '2 postbacks',
  ])
  expect((await run('list', '--brand', 'local', '--state', 'delivered')).lines).toHaveLength(2)
  expect((await run('list', '--brand', 'battito')).lines).toEqual(['0 postbacks'])
})

it.each([
  [[]],
  [['list']],
  [['list', '--brand', 'nowhere']],
  [['list', '--brand', 'local', '--state', 'lost']],
  [['list', '--all']],
])('refuses %j', async (args) => expect((await run(...args)).ok).toBe(false))
