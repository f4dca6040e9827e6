import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { clearAttempts, countAttempt, sweepAttempts } from './attempts.ts'
import { openDatabase, type DatabaseHandle } from '#platform/database/database.ts'

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

const at = (time: string) => new Date(`2026-12-01T${time}Z`)
const buckets = async () =>
  (await handle.db.selectFrom('limit_counters').select('bucket').orderBy('bucket').execute()).map(
    ({ bucket }) => bucket,
  )

it('counts by bucket and clock hour, also concurrently', async () => {
  expect(await countAttempt(handle.db, 'one', at('10:00:00'))).toBe(1)
  expect(await countAttempt(handle.db, 'one', at('10:59:59'))).toBe(2)
  expect(await countAttempt(handle.db, 'two', at('10:59:59'))).toBe(1)
  expect(await countAttempt(handle.db, 'one', at('11:00:00'))).toBe(1)
  const counts = await Promise.all(Array.from({ length: 20 }, () => countAttempt(handle.db, 'many', at('10:30:00'))))
  expect(counts.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1))
})

it('starts again from one after a reset, in every hour and for that bucket only', async () => {
  await clearAttempts(handle.db, 'one')
  expect(await countAttempt(handle.db, 'one', at('10:30:00'))).toBe(1)
  expect(await countAttempt(handle.db, 'one', at('11:30:00'))).toBe(1)
  expect(await countAttempt(handle.db, 'two', at('10:30:00'))).toBe(2)
})

it('keeps the counters of this hour and the last, and deletes older ones', async () => {
  await handle.db.deleteFrom('limit_counters').execute()
  for (const hour of ['08', '09', '10', '11']) await countAttempt(handle.db, `at ${hour}`, at(`${hour}:30:00`))
  await sweepAttempts(handle.db, at('11:45:00'))
  expect(await buckets()).toEqual(['at 10', 'at 11'])
})
