import { sql } from 'kysely'
import type pg from 'pg'
import type { Database } from './platform/database.ts'
import type { Log } from './platform/log.ts'
import type { Module } from './platform/module.ts'
import { analyzeWhole, countMonthsAhead, makeMonths, onConnection } from './platform/partitions.ts'
import { applyRetention } from './platform/retention.ts'
import { retentionRules } from './tables.ts'

declare module './platform/jobs.ts' {
  interface Jobs {
    retention: Record<never, never>
    'make-months': Record<never, never>
  }
}

/** The nightly jobs that delete what is too old, and add the months to come. */
export function createRetention({
  db,
  pool,
  log,
  clock,
}: {
  readonly db: Database
  readonly pool: pg.Pool
  readonly log: Log
  readonly clock: () => Date
}): Module {
  return {
    jobs: {
      async retention() {
        const { rows, partitions } = await applyRetention({ db, pool }, retentionRules, clock())
        const failed = await deleteFailedJobs(db, clock())
        if (failed > 0) log.warn({ failed }, 'jobs that failed for the last time a month ago are gone')
        if (Object.keys(rows).length > 0 || partitions.length > 0)
          log.info({ rows, partitions }, 'rows that were too old are gone')
      },
      async 'make-months'() {
        const months = await onConnection(pool, (client) => makeMonths(client, clock()))
        if (months.length > 0) log.info({ months }, 'the partitions of further months are there')
        await analyzeWhole(pool)
      },
    },
    crontab: ['53 1 * * * retention ?queue=nightly', '13 1 * * * make-months ?queue=nightly'],
    vitals: { monthsAhead: () => countMonthsAhead(pool, clock()) },
  }
}

/** Their payloads name members; an operator has had a month to look at the error. */
const failedJobsDays = 30

/** Jobs that have failed for the last time are never tried again, and the library keeps them. */
async function deleteFailedJobs(db: Database, now: Date): Promise<number> {
  const before = new Date(now.getTime() - failedJobsDays * 86_400_000)
  const { numAffectedRows } = await sql`
    delete from graphile_worker._private_jobs
    where attempts >= max_attempts and locked_at is null and updated_at < ${before}`.execute(db)
  return Number(numAffectedRows ?? 0)
}
