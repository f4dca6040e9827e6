import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createLog, type Log } from '#platform/process/log.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { runJobs, type JobRunner, type JobsInput } from './jobs.ts'
import { lastRecurringRunSeconds } from './recurring.ts'

/* A clock that was wrong for a minute stops the recurring jobs of no process, and while it is wrong, none run. */

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
  // What stops waits for timers of the time that it was started in.
  await runner?.stop().finally(() => vi.useRealTimers())
  runner = undefined
})

const realNow = () => performance.timeOrigin + performance.now()
/**
 * Shortly before a full minute, less than a minute from the database's clock however long the test takes: one that has
 * just been, whose runs are due at once, or at the end of it the next one.
 */
const shortlyBefore = (ms = 0) => Math.floor((realNow() + 15_000) / minute) * minute - 300 + ms
const fakeTime = (ms: number) =>
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: shortlyBefore(ms), shouldAdvanceTime: true })
const start = async ({
  work = async () => undefined,
  ...other
}: Partial<JobsInput> & { work?: () => Promise<void> } = {}) => {
  runner = await runJobs({
    pool,
    log,
    crontab: ['* * * * * accounts-sweep'],
    ...other,
    handlers: {
      'accounts-sweep'() {
        ran += 1
        return work()
      },
    },
  })
}
const add = () => pool.query(`select graphile_worker.add_job('accounts-sweep')`)
const waiting = async () =>
  (
    await pool.query<{ attempts: number; locked: boolean }>(
      'select attempts, locked_at is not null as locked from graphile_worker._private_jobs order by attempts',
    )
  ).rows
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
  // Forgotten, or noted by now for the minute that begins.
  expect((await noted())?.getTime() ?? 0).toBeLessThan(Date.now() + minute)
  await expect.poll(() => ran, { timeout: 20_000 }).toBe(1)
  expect(await lastRecurringRunSeconds(pool)).toBeLessThan(120)
  expect(errors).toEqual([])
})

it('a process whose clock is a day ahead runs no jobs, and begins when its clock is set right', async () => {
  fakeTime(day)
  await start()
  expect(errors[0]).toMatch(/^the clock of this machine is 86\d\d\d s ahead of that of the database/)
  await add()
  await vi.advanceTimersByTimeAsync(minute)
  expect(await waiting()).toEqual([{ attempts: 0, locked: false }])
  expect(await noted()).toBeUndefined()
  expect(ran).toBe(0)
  vi.setSystemTime(realNow())
  await vi.advanceTimersByTimeAsync(15_000)
  await expect.poll(() => ran, { timeout: 20_000 }).toBe(1)
})

it('a process whose clock goes wrong begins no job until it is right, and goes on with those it has begun', async () => {
  const held = Promise.withResolvers<void>()
  fakeTime(0)
  await start({ work: () => held.promise, crontab: [] })
  await add()
  await expect.poll(() => ran, { timeout: 20_000 }).toBe(1)
  vi.setSystemTime(realNow() + day)
  await vi.advanceTimersByTimeAsync(15_000)
  await expect
    .poll(() => vi.advanceTimersByTimeAsync(1000).then(() => errors))
    .toContainEqual(expect.stringMatching(/^the clock of this machine/))
  await add()
  await vi.advanceTimersByTimeAsync(15_000)
  expect(await waiting()).toEqual([
    { attempts: 0, locked: false },
    { attempts: 1, locked: true },
  ])
  vi.setSystemTime(realNow())
  await vi.advanceTimersByTimeAsync(15_000)
  await expect.poll(() => ran, { timeout: 20_000 }).toBe(2)
  held.resolve()
})

it('a process that was suspended does not make up for each minute of hours', async () => {
  // A database that was suspended as well, so that its clock is no other.
  const both = new Proxy(pool, {
    get: (target, name) =>
      name !== 'query'
        ? (Reflect.get(target, name) as unknown)
        : (statement: { name?: string }, ...more: unknown[]) =>
            statement.name === 'time of the database'
              ? Promise.resolve({ rows: [{ at: Date.now() }] })
              : (target.query as (...all: unknown[]) => unknown).call(target, statement, ...more),
  })
  vi.useFakeTimers({ toFake: ['Date'], now: shortlyBefore(-2 * 60 * minute), shouldAdvanceTime: true })
  await start({ pool: both })
  vi.setSystemTime(Date.now() + 2 * 60 * minute)
  await expect.poll(() => errors.at(-1)).toMatch(/^the runs of .* s late$/)
  expect(await noted()).toBeNull()
})
