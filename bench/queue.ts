// The jobs that the queue does in a second, with and without a transaction that keeps a snapshot open for a minute: rows
// of jobs that are done cannot be removed meanwhile, and the queue has to pass over them. A long reader must not slow it.
import pg from 'pg'
import { openDatabase } from '#server/platform/database/database.ts'
import { type JobHandlers, runJobs } from '#server/platform/jobs/jobs.ts'
import { createLog } from '#server/platform/process/log.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { report } from './parts/measure.ts'

const seconds = Number(process.argv[2] ?? 60)
const url = process.env['DATABASE_URL'] ?? ''
await migrate(url)
/** Jobs that wait at any time, so that the queue never has to. */
const waiting = 2000
/** Jobs that are added by one statement. */
const batch = 500

const database = openDatabase(url, { size: 16, statementMs: 60_000 })
const { pool } = database
let done = 0
const handlers = { bench: async () => void (done += 1) } as unknown as JobHandlers
const runner = await runJobs({ pool, handlers, crontab: [], log: createLog('silent') })

let added = 0
let isAdding = true
const adding = (async () => {
  while (isAdding) {
    if (added - done >= waiting) await new Promise((resolve) => setTimeout(resolve, 5))
    else {
      await pool.query(
        `select from graphile_worker.add_jobs(array(select ('bench', '{}', null, null, null, null, null, null)::graphile_worker.job_spec from generate_series(1, $1::int)))`,
        [batch],
      )
      added += batch
    }
  }
})()

/** Jobs a second in each of some spans of the measured time. */
async function measure(spans: number): Promise<number[]> {
  const rates: number[] = []
  for (let n = 0; n < spans; n += 1) {
    const [before, start] = [done, performance.now()]
    await new Promise((resolve) => setTimeout(resolve, (seconds * 1000) / spans))
    rates.push(Math.round((done - before) / ((performance.now() - start) / 1000)))
  }
  return rates
}
const mean = (rates: readonly number[]): number => rates.reduce((sum, rate) => sum + rate, 0) / rates.length

// Warm-up: prepares the statements and compiles the code.
await measure(1)
const quiet = await measure(6)
const reader = new pg.Client({ connectionString: url })
await reader.connect()
// The installation ends a transaction that does nothing for so long; one that is busy is not ended.
await reader.query('set idle_in_transaction_session_timeout = 0')
await reader.query('begin isolation level repeatable read')
await reader.query('select count(*) from graphile_worker.jobs')
const read = await measure(6)
await reader.query('commit')
await reader.end()
const after = await measure(6)
isAdding = false
await adding
await runner.stop()
await database.close()

report('queue', 'jobs/s beside a long reader ÷ without', '≥ 0.8', {
  ratio: Number((mean(read) / mean(quiet)).toPrecision(3)),
  last: Number(((read.at(-1) ?? 0) / mean(quiet)).toPrecision(3)),
  quiet,
  read,
  after,
})
