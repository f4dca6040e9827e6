import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { startThrowawayPostgres } from '../../../tools/support/throwaway-postgres.mjs'
import { createJobWorkers, type JobWorkers } from '#platform/jobs/job-workers.ts'
import { runJobs } from '#platform/jobs/jobs.ts'
import { createLog } from '#platform/process/log.ts'
import { migrate } from '#platform/database/migrate.ts'

/* Whose jobs are unlocked: those of the dead, soon, also after a crash of PostgreSQL; never those of the living. */

let own: Awaited<ReturnType<typeof startThrowawayPostgres>>
let pool: pg.Pool
const log = createLog('silent')
const times = { beatMs: 100, deadAfterMs: 600 }

beforeAll(async () => {
  own = await startThrowawayPostgres()
  await migrate(own.url)
  pool = new pg.Pool({ connectionString: own.url })
  // The connections are lost in the crash, which is what is tested.
  pool.on('error', () => undefined)
}, 60_000)
afterAll(async () => {
  await pool?.end()
  await own?.stop()
})

const started: JobWorkers[] = []
beforeEach(() =>
  pool.query(
    'delete from graphile_worker._private_jobs; delete from graphile_worker._private_job_queues; delete from job_workers',
  ),
)
afterEach(() => Promise.all(started.splice(0).map((one) => one.stop())))

async function start(...ids: readonly string[]): Promise<void> {
  const workers = createJobWorkers({ pool, log }, times)
  for (const id of ids) workers.add(id)
  started.push(workers)
  await workers.start()
}

/** A job that a worker holds, and its named queue. */
const lock = async (worker: string): Promise<void> => {
  await pool.query(`select graphile_worker.add_job('accounts-sweep', job_key => $1, queue_name => $1)`, [worker])
  await pool.query(`update graphile_worker._private_jobs set locked_by = $1, locked_at = now() where key = $1`, [
    worker,
  ])
  await pool.query(
    `update graphile_worker._private_job_queues set locked_by = $1, locked_at = now() where queue_name = $1`,
    [worker],
  )
}
const lockedBy = async (): Promise<string[]> =>
  (
    await pool.query<{ by: string }>(
      `select locked_by as by from graphile_worker._private_jobs where locked_by is not null
       union select locked_by from graphile_worker._private_job_queues where locked_by is not null order by 1`,
    )
  ).rows.map(({ by }) => by)
const lastSeen = (id: string, msAgo: number) =>
  pool.query(`insert into job_workers values (gen_random_uuid(), array[$1], now() - $2 * interval '1 millisecond')`, [
    id,
    msAgo,
  ])

it('those of a worker that died before its first heartbeat, or whose row was lost, and of no other', async () => {
  await start('alive')
  await Promise.all([lock('alive'), lock('unknown')])
  await expect.poll(lockedBy, { timeout: 8000 }).toEqual(['alive'])
  // Not only at the start.
  await lock('unknown later')
  await expect.poll(lockedBy, { timeout: 8000 }).toEqual(['alive'])
})

it('not those of a worker that locks a job before its first heartbeat', async () => {
  await start('here')
  for (let round = 0; round < 4; round += 1) {
    await lock(`new ${round}`)
    // Longer than a heartbeat, shorter than two looks.
    await pause(200)
    await start(`new ${round}`)
  }
  expect(await lockedBy()).toEqual(['new 0', 'new 1', 'new 2', 'new 3'])
})

it('those of a dead process, but not in the first moment after the database was away', async () => {
  // All signs of life are as old as the time in which the database was away.
  await Promise.all([lock('first'), lock('second'), lastSeen('second', 5000)])
  await start('first')
  await pause(150)
  expect(await lockedBy()).toEqual(['first', 'second'])
  // The second process is there again, too.
  await pool.query(`update job_workers set seen_at = now() + interval '1 hour' where worker_ids = '{second}'`)
  await pause(600)
  expect(await lockedBy()).toEqual(['first', 'second'])
  await pool.query(`update job_workers set seen_at = now() - interval '1 second' where worker_ids = '{second}'`)
  await expect.poll(lockedBy, { timeout: 8000 }).toEqual(['first'])
})

it('those of a process that died just before PostgreSQL did, by the process that runs on', async () => {
  const done: string[] = []
  const held = Promise.withResolvers<void>()
  const jobPool = new pg.Pool({ connectionString: own.url, max: 6 })
  // As above.
  jobPool.on('error', () => undefined)
  // As above.
  jobPool.on('connect', (client) => client.on('error', () => undefined))
  const runner = await runJobs({
    pool: jobPool,
    log,
    crontab: [],
    handlers: {
      'accounts-sweep': async (_payload, { attempt }) => {
        done.push(`sweep ${attempt}`)
        await held.promise
      },
      'accounts-erase': async () => void done.push('erased'),
    },
    times,
  })
  try {
    // Its own, which is still under way when PostgreSQL comes back.
    await pool.query(`select graphile_worker.add_job('accounts-sweep')`)
    await expect.poll(() => done, { timeout: 8000 }).toEqual(['sweep 1'])
    // Another process's, whose last sign of life was a moment ago.
    await lastSeen('killed', 0)
    await pool.query(
      `select graphile_worker.add_job('accounts-erase', job_key => 'erase', run_at => now() + interval '1 minute')`,
    )
    await pool.query(
      `update graphile_worker._private_jobs set locked_by = 'killed', locked_at = now(), run_at = now() where key = 'erase'`,
    )
    await own.crash()
    await expect.poll(() => done, { timeout: 20_000 }).toEqual(['sweep 1', 'erased'])
  } finally {
    held.resolve()
    await runner.stop()
    await jobPool.end()
  }
  expect(done).toEqual(['sweep 1', 'erased'])
}, 60_000)
