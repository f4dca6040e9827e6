import { sql } from 'kysely'
import type pg from 'pg'
import type { Database } from '#platform/database/database.ts'
import { bindJobs, type JobTable, minutes, type PayloadsOf } from '#platform/jobs/job.ts'
import type { Log } from '#platform/process/log.ts'
import type { Module } from '#platform/module.ts'
import type { Storage } from '#platform/storage.ts'
import { analyzeWhole, countMonthsAhead, makeMonths, onConnection } from '#platform/database/partitions.ts'
import { requireRightClock } from '#platform/database/machine-clock.ts'
import { applyRetention } from '#platform/database/retention.ts'
import { retentionRules } from './tables.ts'

interface RetentionDeps {
  readonly db: Database
  readonly pool: pg.Pool
  readonly storage: Storage
  readonly log: Log
  readonly clock: () => Date
}

export const retentionJobs = {
  retention: {
    does: 'deletes rows that are too old',
    at: '53 1 * * *',
    queue: 'nightly',
    limitMs: minutes(20),
    async run({ db, pool, log, clock }, _, { until }) {
      // What a wrong clock takes for too old would be gone for good.
      await requireRightClock(pool)
      const failed = await deleteFailedJobs(db, clock())
      if (failed > 0) log.warn({ failed }, 'jobs that failed for the last time a month ago are gone')
      const { rows, partitions } = await applyRetention({ db, pool }, retentionRules, clock(), { until })
      if (Object.keys(rows).length > 0 || partitions.length > 0)
        log.info({ rows, partitions }, 'rows that were too old are gone')
    },
  },
  'sweep-storage': {
    does: 'removes what killed processes left half written beside members’ files',
    at: '23 2 * * *',
    queue: 'nightly',
    limitMs: minutes(30),
    async run({ pool, storage, log, clock }, _, { until }) {
      // By a wrong clock, what is being written seems old.
      await requireRightClock(pool)
      try {
        const removed = await storage.sweep(new Date(clock().getTime() - halfWrittenMs), until)
        if (removed > 0) log.info({ removed }, 'what was left half written is gone')
      } catch (error) {
        // The next night tries again. A bucket may not let us list what is half written, or have a rule of its own.
        log.warn({ err: error }, 'what was left half written could not be removed')
      }
    },
  },
  'make-months': {
    does: 'adds partitions for the months to come',
    at: '13 1 * * *',
    // Without a time limit: a few statements, however many rows there are.
    queue: 'nightly',
    async run({ pool, log, clock }) {
      const months = await onConnection(pool, (client) => makeMonths(client, clock()))
      if (months.length > 0) log.info({ months }, 'the partitions of further months are there')
      await analyzeWhole(pool)
    },
  },
} satisfies JobTable<RetentionDeps>

declare module '#platform/jobs/jobs.ts' {
  interface Jobs extends PayloadsOf<typeof retentionJobs> {}
}

/** The nightly jobs that delete what is too old, and add the months to come. */
export const createRetention = (deps: RetentionDeps): Module => ({
  jobs: bindJobs(retentionJobs, deps),
  vitals: { monthsAhead: () => countMonthsAhead(deps.pool, deps.clock()) },
})

/** Nothing is written for so long. */
const halfWrittenMs = 86_400_000

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
