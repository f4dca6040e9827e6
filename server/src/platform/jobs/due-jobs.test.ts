import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { oldestDueJobSeconds } from './due-jobs.ts'

let database: TestDatabase
let pool: pg.Pool
beforeAll(async () => {
  database = await createTestDatabase()
  pool = new pg.Pool({ connectionString: database.url })
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

it('a job that waits for an earlier one of its queue is not late, any other is', async () => {
  const add = (seconds: number, queue: string | null) =>
    pool.query(
      `select graphile_worker.add_job('accounts-sweep', queue_name => $2, run_at => now() - $1 * interval '1 second')`,
      [seconds, queue],
    )
  await pool.query('delete from graphile_worker._private_jobs')
  expect(await oldestDueJobSeconds(pool)).toBe(0)
  await add(500, 'nightly')
  await add(400, 'nightly')
  expect(await oldestDueJobSeconds(pool)).toBe(500)
  await pool.query(
    `update graphile_worker._private_job_queues set locked_at = now(), locked_by = 'x' where queue_name = 'nightly'`,
  )
  expect(await oldestDueJobSeconds(pool)).toBe(0)
  await add(300, 'hourly')
  expect(await oldestDueJobSeconds(pool)).toBe(300)
  await add(350, null)
  expect(await oldestDueJobSeconds(pool)).toBe(350)
})
