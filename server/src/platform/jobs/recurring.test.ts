import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createLog, type Log } from '#platform/process/log.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { runJobs, type JobRunner } from './jobs.ts'
import { lastRecurringRunSeconds } from './recurring.ts'

/* A clock that was wrong for a minute stops the recurring jobs of no process, and starts none. */

const [minute, day] = [60_000, 86_400_000]
let database: TestDatabase
let pool: pg.Pool
let runner: JobRunner | undefined
let ran = 0
const errors: string[] = []
const log = Object.assign(createLog('silent'), {
  error: (given: { err: Error } | string) => void errors.push(typeof given === 'string' ? given : given.err.message),
}) as Log
beforeAll(async () => {
  database = await createTestDatabase()
  pool = new pg.Pool({ connectionString: database.url, max: 10 })
  // The database is dropped under connections that are idle.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    // As above: the statement that it concerns fails.
    client.on('error', () => undefined)
  })
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})
beforeEach(async () => {
  ran = 0
  errors.length = 0
  await pool.query('delete from graphile_worker._private_known_crontabs; delete from graphile_worker._private_jobs')
})
afterEach(async () => {
  vi.useRealTimers()
  await runner?.stop()
  runner = undefined
})

const realNow = () => performance.timeOrigin + performance.now()
/**
 * Shortly before a full minute, less than a minute from the database's clock however long the test takes: one that has
 * just been, whose runs are due at once, or at the end of it the next one.
 */
const shortlyBefore = (ms = 0) => Math.floor((realNow() + 15_000) / minute) * minute - 300 + ms
const start = async () => {
  runner = await runJobs({
    pool,
    log,
    crontab: ['* * * * * accounts-sweep'],
    handlers: { 'accounts-sweep': async () => void (ran += 1) },
  })
}
const noted = async () =>
  (await pool.query('select last_execution as at from graphile_worker._private_known_crontabs')).rows[0]?.at as
    | Date
    | null
    | undefined
const noteFor = (time: string) =>
  pool.query(
    `insert into graphile_worker._private_known_crontabs values ('accounts-sweep', now() - interval '9 days', ${time})`,
  )

it('a job that was noted for tomorrow runs with the next minute, and the figure says when none ran', async () => {
  expect(await lastRecurringRunSeconds(pool)).toBe(0)
  await noteFor(`now() - interval '10 minutes'`)
  expect(Math.floor((await lastRecurringRunSeconds(pool)) / 60)).toBe(10)
  await pool.query(`update graphile_worker._private_known_crontabs set last_execution = now() + interval '1 day'`)
  vi.useFakeTimers({ toFake: ['Date'], now: shortlyBefore(), shouldAdvanceTime: true })
  await start()
  expect(await noted()).toBeNull()
  await expect.poll(() => ran, { timeout: 20_000 }).toBe(1)
  expect(await lastRecurringRunSeconds(pool)).toBeLessThan(120)
  expect(errors).toEqual([])
})

it('a process whose clock is a day ahead starts none, and begins again when its clock is set right', async () => {
  vi.useFakeTimers({
    toFake: ['Date', 'setTimeout', 'clearTimeout'],
    now: shortlyBefore(day),
    shouldAdvanceTime: true,
  })
  await start()
  await expect.poll(() => errors.length).toBeGreaterThan(0)
  expect(errors[0]).toMatch(/^the clock of this machine is 86\d\d\d s ahead of that of the database/)
  expect(await noted()).toBeNull()
  expect(ran).toBe(0)
  // After a refusal the library waits for the next minute, which is one of tomorrow.
  await vi.advanceTimersByTimeAsync(1000)
  vi.setSystemTime(realNow() - minute)
  await vi.advanceTimersByTimeAsync(minute)
  await expect.poll(() => errors).toContain('the job workers ended, they are started again')
})

it('a process that was suspended does not make up for each minute of hours', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: shortlyBefore(-2 * 60 * minute), shouldAdvanceTime: true })
  await start()
  vi.setSystemTime(Date.now() + 2 * 60 * minute)
  await expect.poll(() => errors.at(-1)).toMatch(/^the runs of .* s late$/)
  expect(await noted()).toBeNull()
})
