import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { emailQueue } from '#modules/outreach/index.ts'
import { openDatabase } from '#platform/database/database.ts'
import { addJob, runJobs } from '#platform/jobs/jobs.ts'
import { createLog } from '#platform/process/log.ts'
import { startProcess } from '#test/support/processes.ts'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'

const enqueueEmail = emailQueue(() => new Date())

/* Recovery after a worker crash. */

let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer({ jobs: false })
})
afterAll(() => testServer.close())

const queue = async (...recipients: readonly string[]): Promise<void> => {
  await testServer.database.db.transaction().execute(async (tx) => {
    for (const to of recipients)
      await enqueueEmail(tx, {
        brandId: 'local',
        memberId: null,
        kind: 'account-restored',
        to,
        locale: 'it',
        props: { link: testServer.url },
      })
  })
}
const lockedJobs = async (): Promise<number> =>
  (await testServer.database.pool.query('select from graphile_worker.jobs where locked_by is not null')).rowCount ?? 0

it('unlocks the jobs of a killed process, and no others', async () => {
  const { config, database } = testServer
  // More than run at once, so that some are locked without having been started.
  const recipients = Array.from({ length: 6 }, () => `${randomUUID()}@person.example.com`)
  // A mail server that accepts connections and does not answer, so that sending takes as long as its time-out.
  const silent = await import('node:net').then(({ createServer }) => createServer())
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as { port: number }
  const process = await startProcess({ ...config, smtpUrl: `smtp://127.0.0.1:${port}` })
  await queue(...recipients)
  await expect.poll(lockedJobs, { timeout: 8000, interval: 10 }).toBe(6)
  await process.kill()
  silent.close()

  const jobDatabase = openDatabase(config.databaseUrl, { size: 6 })
  const held = Promise.withResolvers<void>()
  const runner = await runJobs({
    pool: jobDatabase.pool,
    log: createLog('silent'),
    crontab: [],
    handlers: { ...testServer.context.jobs.handlers, 'accounts-sweep': () => held.promise },
    times: { beatMs: 100, deadAfterMs: 1500 },
  })
  try {
    await database.pool.query(`select graphile_worker.add_job('accounts-sweep')`)
    for (const to of recipients) expect(await testServer.mailTo(to)).toBeDefined()
    // The job of the living worker stays locked.
    await expect.poll(lockedJobs).toBe(1)
    const { rows } = await database.pool.query(
      `select attempts from graphile_worker.jobs where task_identifier = 'accounts-sweep'`,
    )
    expect(rows).toEqual([{ attempts: 1 }])
  } finally {
    held.resolve()
    await runner.stop()
    await jobDatabase.close()
  }
}, 40_000)

/** Six jobs, of which a process starts four at once. @returns the number of those that were started, and their end */
const startFour = async () => {
  const jobDatabase = openDatabase(testServer.config.databaseUrl, { size: 6 })
  const held = Promise.withResolvers<void>()
  let started = 0
  const runner = await runJobs({
    pool: jobDatabase.pool,
    log: createLog('silent'),
    crontab: [],
    handlers: { 'accounts-sweep': () => ((started += 1), held.promise) },
  })
  await testServer.database.pool.query(
    `select graphile_worker.add_jobs(array(select ('accounts-sweep', '{}', null, null, null, null, null, null)::graphile_worker.job_spec
       from generate_series(1, 6)))`,
  )
  await expect.poll(() => started, { timeout: 8000 }).toBe(4)
  return {
    started: () => started,
    async stop(before?: () => Promise<void>) {
      const stopped = runner.stop()
      await before?.()
      held.resolve()
      await stopped
      await jobDatabase.close()
    },
  }
}
const sweepJobs = async () => {
  const { rows } = await testServer.database.pool.query(
    `select attempts, locked_by is not null as locked from graphile_worker.jobs where task_identifier = 'accounts-sweep' order by attempts`,
  )
  return rows
}
const [running, waiting] = [
  { attempts: 1, locked: true },
  { attempts: 0, locked: false },
]

it('starts what a member waits for before a backlog, and beside long sweeps', async () => {
  const jobDatabase = openDatabase(testServer.config.databaseUrl, { size: 6 })
  const { db, pool } = testServer.database
  const held = Promise.withResolvers<void>()
  let done = 0
  let sweeps = 0
  /** How many of the backlog were done before each urgent job. */
  const before: number[] = []
  const runner = await runJobs({
    pool: jobDatabase.pool,
    log: createLog('silent'),
    crontab: [],
    handlers: {
      'accounts-sweep': () => ((sweeps += 1), held.promise),
      'chat-remove-file': async () => {
        await new Promise((resolve) => setTimeout(resolve, 50))
        done += 1
      },
      'identity-reset': async () => void before.push(done),
    },
  })
  try {
    for (let n = 0; n < 3; n += 1)
      await pool.query(`select graphile_worker.add_job('accounts-sweep', queue_name => 'hourly')`)
    await pool.query(
      `select graphile_worker.add_jobs(array(select ('chat-remove-file', '{"storageKey":"x"}', null, null, null, null, null, null)::graphile_worker.job_spec
         from generate_series(1, 200)))`,
    )
    await expect.poll(() => done, { timeout: 8000 }).toBeGreaterThan(0)
    const mail = { brandId: 'local', email: 'a@person.example.com', origin: testServer.url }
    await addJob(db, 'identity-reset', mail, { urgent: true })
    await expect.poll(() => before.length, { timeout: 8000 }).toBe(1)
    // One place is taken by the sweeps, which wait for each other.
    expect(sweeps).toBe(1)
    // What was looked up before goes back after half a second: 30 jobs for three places.
    expect(before[0]).toBeLessThan(100)
    await expect.poll(() => done, { timeout: 8000 }).toBe(200)
    held.resolve()
    await expect.poll(() => sweeps, { timeout: 8000 }).toBe(3)
  } finally {
    held.resolve()
    await runner.stop()
    await jobDatabase.close()
  }
}, 40_000)

it('starts mail and what a member waits for while each other lane waits for something outside', async () => {
  const jobDatabase = openDatabase(testServer.config.databaseUrl, { size: 16 })
  const { db, pool } = testServer.database
  const held = Promise.withResolvers<void>()
  const started: string[] = []
  const waitFor = (name: string) => (): Promise<void> => (started.push(name), held.promise)
  const runner = await runJobs({
    pool: jobDatabase.pool,
    log: createLog('silent'),
    crontab: [],
    lanes: testServer.context.jobs.lanes ?? {},
    handlers: {
      'accounts-sweep': waitFor('sweep'),
      'outreach.send_email': waitFor('email'),
      'identity-reset': async () => void started.push('reset'),
    },
  })
  const count = (name: string): number => started.filter((each) => each === name).length
  try {
    await pool.query(`select graphile_worker.add_job('accounts-sweep') from generate_series(1, 8)`)
    await expect.poll(() => count('sweep'), { timeout: 8000 }).toBe(4)
    await pool.query(`select graphile_worker.add_job('outreach.send_email') from generate_series(1, 8)`)
    await expect.poll(() => count('email'), { timeout: 8000 }).toBe(3)
    const reset = { brandId: 'local', email: 'a@person.example.com', origin: testServer.url }
    await addJob(db, 'identity-reset', reset, { urgent: true })
    await expect.poll(() => count('reset'), { timeout: 8000 }).toBe(1)
  } finally {
    held.resolve()
    await runner.stop()
    await pool.query('delete from graphile_worker._private_jobs')
    await jobDatabase.close()
  }
})

it('sends the mail that one member waits for before the mail to many', async () => {
  const { db, pool } = testServer.database
  const email = { brandId: 'local', memberId: null, to: `${randomUUID()}@person.example.com`, locale: 'it' } as const
  await pool.query('delete from graphile_worker._private_jobs')
  await db.transaction().execute(async (tx) => {
    await enqueueEmail(tx, { ...email, kind: 'new-message', props: { link: testServer.url } as never })
    await enqueueEmail(tx, { ...email, kind: 'reset-password', props: { link: testServer.url } as never })
  })
  const { rows } = await pool.query(
    `select e.kind, j.priority from graphile_worker._private_jobs j join emails e on j.key = 'email ' || e.id order by 2`,
  )
  expect(rows).toEqual([
    { kind: 'reset-password', priority: -10 },
    { kind: 'new-message', priority: 0 },
  ])
  await pool.query('delete from graphile_worker._private_jobs')
  await pool.query('delete from emails where to_address = $1', [email.to])
})

it('leaves to another process what waits behind its own long jobs', async () => {
  const busy = await startFour()
  const jobDatabase = openDatabase(testServer.config.databaseUrl, { size: 6 })
  const seen: number[] = []
  const other = await runJobs({
    pool: jobDatabase.pool,
    log: createLog('silent'),
    crontab: [],
    handlers: { 'accounts-sweep': async (_payload, { attempt }) => void seen.push(attempt) },
  })
  try {
    await expect.poll(() => seen, { timeout: 8000 }).toEqual([1, 1])
    await expect.poll(sweepJobs).toEqual([running, running, running, running])
  } finally {
    await Promise.all([busy.stop(), other.stop()])
    await jobDatabase.close()
  }
  expect(busy.started()).toBe(4)
  expect(await sweepJobs()).toEqual([])
})

it('finishes the jobs that it has started when it stops, and gives back the others as they were', async () => {
  const stopping = await startFour()
  await stopping.stop(() =>
    expect.poll(sweepJobs, { timeout: 8000 }).toEqual([waiting, waiting, running, running, running, running]),
  )
  expect(stopping.started()).toBe(4)
  expect(await sweepJobs()).toEqual([waiting, waiting])
  await testServer.database.pool.query(
    'select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))',
  )
})

it('starts the workers again when the library has ended them', async () => {
  const jobDatabase = openDatabase(testServer.config.databaseUrl, { size: 6 })
  let done = 0
  const runner = await runJobs({
    pool: jobDatabase.pool,
    log: createLog('silent'),
    crontab: [],
    handlers: { 'accounts-sweep': async () => void (done += 1) },
  })
  const { pool } = testServer.database
  const workers = async () => (await pool.query('select process_id from job_workers')).rows
  const exitCode = process.exitCode
  try {
    const before = await workers()
    expect(before).toHaveLength(1)
    // What the library does when another process has installed a schema that it does not know.
    const end = () => pool.query(`select pg_notify('worker:migrate', '{"breaking":true}')`)
    await expect.poll(() => end().then(workers), { timeout: 8000 }).not.toEqual(before)
    await pool.query(`select graphile_worker.add_job('accounts-sweep')`)
    await expect.poll(() => done, { timeout: 8000 }).toBe(1)
  } finally {
    process.exitCode = exitCode
    await runner.stop()
    await jobDatabase.close()
  }
  expect(await workers()).toEqual([])
  expect(await sweepJobs()).toEqual([])
})

it('gives a queued email with a lost job another one, and reports how long the oldest has waited', async () => {
  const { database, context } = testServer
  const to = `${randomUUID()}@person.example.com`
  await queue(to)
  await database.pool.query(`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`)
  await database.pool.query(`update emails set created_at = now() - interval '10 minutes' where to_address = $1`, [to])
  const { body } = await testServer.call('/readyz')
  expect(body.oldestWaitingMailSeconds).toBeGreaterThanOrEqual(600)
  expect(body).toMatchObject({ status: 'degraded', deadMail: 0 })
  expect((await testServer.call('/metrics')).body).toMatch(/incontro_oldest_waiting_mail_seconds 6\d\d/)
  const jobDatabase = openDatabase(testServer.config.databaseUrl, { size: 6 })
  const runner = await runJobs({ pool: jobDatabase.pool, log: createLog('silent'), ...context.jobs, crontab: [] })
  try {
    await context.jobs.handlers['outreach-requeue']?.({}, { attempt: 1, last: false })
    expect(await testServer.mailTo(to)).toBeDefined()
  } finally {
    await runner.stop()
    await jobDatabase.close()
  }
  expect((await testServer.call('/readyz')).body.oldestWaitingMailSeconds).toBe(0)
}, 40_000)

it('leaves a queued email alone whose job waits for a retry', async () => {
  const { database, context } = testServer
  const to = `${randomUUID()}@person.example.com`
  await queue(to)
  const { rows } = await database.pool.query<{ id: string }>(
    `update emails set created_at = now() - interval '10 minutes' where to_address = $1 returning id`,
    [to],
  )
  const key = `email ${rows[0]?.id}`
  const jobOf = async () =>
    (await database.pool.query('select run_at, attempts from graphile_worker.jobs where key = $1', [key])).rows
  await database.pool.query(
    `update graphile_worker._private_jobs set run_at = '2100-01-01T00:00:00Z', attempts = 3 where key = $1`,
    [key],
  )
  await context.jobs.handlers['outreach-requeue']?.({}, { attempt: 1, last: false })
  expect(await jobOf()).toEqual([{ run_at: new Date('2100-01-01T00:00:00Z'), attempts: 3 }])
})

it('reports to a job whether this is its last attempt', async () => {
  const { database } = testServer
  const seen: { attempt: number; last: boolean }[] = []
  await database.pool.query(
    `select graphile_worker.add_job('accounts-sweep', max_attempts => tries) from unnest(array[1, 2]) tries`,
  )
  const jobDatabase = openDatabase(testServer.config.databaseUrl, { size: 6 })
  const runner = await runJobs({
    pool: jobDatabase.pool,
    log: createLog('silent'),
    crontab: [],
    handlers: {
      'accounts-sweep': async (_payload, job) => {
        seen.push(job)
        throw new Error('tried')
      },
    },
  })
  try {
    await expect.poll(() => seen.length, { timeout: 8000 }).toBe(2)
    expect(seen.toSorted((one, other) => Number(one.last) - Number(other.last))).toEqual([
      { attempt: 1, last: false, added: { maxAttempts: 2 } },
      { attempt: 1, last: true, added: { maxAttempts: 1 } },
    ])
  } finally {
    await runner.stop()
    await database.pool.query(
      `select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs where task_identifier = 'accounts-sweep'))`,
    )
    await jobDatabase.close()
  }
})

it('runs the statements of a job with its own time limit, and those of requests with theirs', async () => {
  const url = testServer.config.databaseUrl
  const requests = openDatabase(url, { size: 2, statementMs: 150 })
  const jobs = openDatabase(url, { size: 6, statementMs: 5000 })
  const slow = 'select pg_sleep(0.3), $1::int as n'
  const done = Promise.withResolvers<unknown>()
  const runner = await runJobs({
    pool: jobs.pool,
    log: createLog('silent'),
    crontab: [],
    handlers: {
      'accounts-sweep': async () => {
        const { rows } = await requests.pool.query(slow, [1])
        const inside = await requests.db
          .transaction()
          .execute((tx) => sql<{ n: number }>`select pg_sleep(0.3), 2 as n`.execute(tx))
        done.resolve([rows[0].n, inside.rows[0]?.n])
      },
    },
  })
  try {
    await testServer.database.pool.query(`select graphile_worker.add_job('accounts-sweep', max_attempts => 1)`)
    expect(await done.promise).toEqual([1, 2])
    await expect(requests.pool.query(slow, [1])).rejects.toThrow(/statement timeout/)
    await expect(requests.db.transaction().execute((tx) => sql`select pg_sleep(0.3)`.execute(tx))).rejects.toThrow(
      /statement timeout/,
    )
  } finally {
    await runner.stop()
    await Promise.all([requests.close(), jobs.close()])
  }
})

it('starts at most one job of a queue at once, also of those that wait when it starts', async () => {
  const { pool } = testServer.database
  await pool.query(
    `select graphile_worker.add_job('accounts-sweep', queue_name => 'hourly') from generate_series(1, 6)`,
  )
  const jobDatabase = openDatabase(testServer.config.databaseUrl, { size: 6 })
  let [done, inProgress, most] = [0, 0, 0]
  const handlers = {
    'accounts-sweep': async () => {
      inProgress += 1
      most = Math.max(most, inProgress)
      await new Promise((resolve) => setTimeout(resolve, 50))
      inProgress -= 1
      done += 1
    },
  }
  const runner = await runJobs({ pool: jobDatabase.pool, log: createLog('silent'), crontab: [], handlers })
  try {
    await expect.poll(() => done, { timeout: 20_000 }).toBe(6)
    expect(most).toBe(1)
  } finally {
    await runner.stop()
    await jobDatabase.close()
  }
}, 30_000)
