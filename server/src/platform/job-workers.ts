import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Log } from './log.ts'

/** Heartbeats between two searches for jobs of unknown workers: an hour. */
const searchEvery = 360

export interface JobWorkers {
  /** Registers a worker of this process. */
  add(workerId: string): void
  /** Starts the heartbeat, and the unlocking of dead workers' jobs. Resolves after the first beat. */
  start(): Promise<void>
  stop(): Promise<void>
}

export interface JobWorkerTimes {
  /** Interval of the heartbeat, in milliseconds; ten seconds. */
  readonly beatMs: number
  /** A process without a heartbeat for this many milliseconds counts as dead; a minute, longer than any stall. */
  readonly deadAfterMs: number
}

/**
 * Unlocks the jobs of dead workers: graphile-worker keeps a job locked for four hours, which would delay mail after a
 * crash. If a process was only stalled, its job runs twice, which handlers have to tolerate anyway.
 */
export function createJobWorkers(
  { pool, log }: { readonly pool: pg.Pool; readonly log: Log },
  { beatMs, deadAfterMs }: JobWorkerTimes = { beatMs: 10_000, deadAfterMs: 60_000 },
): JobWorkers {
  const processId = randomUUID()
  const workerIds: string[] = []
  let timer: NodeJS.Timeout | undefined
  let beats = 0

  async function beat(): Promise<void> {
    await pool.query(
      `insert into job_workers (process_id, worker_ids, seen_at) values ($1, $2, now())
       on conflict (process_id) do update set worker_ids = excluded.worker_ids, seen_at = excluded.seen_at`,
      [processId, workerIds],
    )
    // One statement, so that no dead process is forgotten whose jobs are still locked.
    const { rows } = await pool.query<{ workers: number }>(
      `with dead as (delete from job_workers where seen_at < now() - $1 * interval '1 millisecond' returning worker_ids),
         workers as (select array_agg(id) as ids from dead, unnest(worker_ids) id)
       select cardinality(ids) as workers, graphile_worker.force_unlock_workers(ids) from workers where ids is not null`,
      [deadAfterMs],
    )
    if (rows[0]) log.warn(rows[0], 'jobs of dead workers were unlocked')
    if (beats % searchEvery === 0) await unlockUnknown()
    beats += 1
  }

  /** Workers that died before their first heartbeat. Reads all jobs. */
  async function unlockUnknown(): Promise<void> {
    const { rows } = await pool.query<{ dead: string }>(
      `select distinct locked_by as dead from graphile_worker._private_jobs where locked_by is not null
         and not exists (select from job_workers where locked_by = any(worker_ids))`,
    )
    if (rows.length === 0) return
    const dead = rows.map((row) => row.dead)
    await pool.query('select graphile_worker.force_unlock_workers($1)', [dead])
    log.warn({ workers: dead.length }, 'jobs of unknown workers were unlocked')
  }

  const beatOrWarn = (): Promise<void> =>
    beat().catch((error: unknown) => log.warn({ err: error }, 'no sign of life of the job workers'))

  return {
    add: (workerId) => void workerIds.push(workerId),
    async start() {
      await beatOrWarn()
      timer = setInterval(() => void beatOrWarn(), beatMs)
      timer.unref()
    },
    async stop() {
      clearInterval(timer)
      await pool
        .query('delete from job_workers where process_id = $1', [processId])
        .catch((error: unknown) => log.warn({ err: error }, 'the job workers did not take their leave'))
    },
  }
}
