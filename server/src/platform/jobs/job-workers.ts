import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Log } from '#platform/process/log.ts'

/** Heartbeats in which every living process has made one: before that, no process counts as dead. */
const settleBeats = 3

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
 *
 * No other counts as dead until this process has had an uninterrupted connection for three heartbeats. After a time in which
 * the database was away all signs of life are old, and after one in which this process was stopped others may be, too.
 */
export function createJobWorkers(
  { pool, log }: { readonly pool: pg.Pool; readonly log: Log },
  { beatMs, deadAfterMs }: JobWorkerTimes = { beatMs: 10_000, deadAfterMs: 60_000 },
): JobWorkers {
  const processId = randomUUID()
  const workerIds: string[] = []
  const settleMs = settleBeats * beatMs
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  /** By the clock of the database, which is the same for all. */
  let lastBeat = -Infinity
  let connectedSince = -Infinity
  let looked: { readonly at: number; readonly unknown: ReadonlySet<string> } | undefined

  async function beat(): Promise<void> {
    const { rows } = await pool.query<{ at: Date }>(
      `insert into job_workers (process_id, worker_ids, seen_at) values ($1, $2, now())
       on conflict (process_id) do update set worker_ids = excluded.worker_ids, seen_at = excluded.seen_at
       returning seen_at as at`,
      [processId, workerIds],
    )
    const at = rows[0]?.at.getTime() ?? 0
    if (at - lastBeat > settleMs || at < lastBeat) {
      connectedSince = at
      looked = undefined
    }
    lastBeat = at
    if (at - connectedSince >= settleMs) await unlockDead()
    if (looked === undefined || at - looked.at >= settleMs) await unlockUnknown(at)
  }

  async function unlockDead(): Promise<void> {
    // One statement, so that no dead process is forgotten whose jobs are still locked.
    const { rows } = await pool.query<{ workers: number }>(
      `with dead as (delete from job_workers where seen_at < now() - $1 * interval '1 millisecond' returning worker_ids),
         workers as (select array_agg(id) as ids from dead, unnest(worker_ids) id)
       select cardinality(ids) as workers, graphile_worker.force_unlock_workers(ids) from workers where ids is not null`,
      [deadAfterMs],
    )
    if (rows[0]) log.warn(rows[0], 'jobs of dead workers were unlocked')
  }

  /**
   * Workers that died before their first heartbeat, or whose row was lost. Those that have just started have locked jobs
   * before their first heartbeat: only who is unknown twice in a row is dead.
   */
  async function unlockUnknown(at: number): Promise<void> {
    const { rows } = await pool.query<{ id: string }>(
      `select distinct locked_by as id from graphile_worker._private_jobs where locked_by is not null
         and not exists (select from job_workers where locked_by = any(worker_ids))
       union
       select distinct locked_by from graphile_worker._private_job_queues where locked_by is not null
         and not exists (select from job_workers where locked_by = any(worker_ids))`,
    )
    const unknown = rows.map(({ id }) => id)
    const dead = unknown.filter((id) => looked?.unknown.has(id))
    looked = { at, unknown: new Set(unknown) }
    if (dead.length === 0) return
    await pool.query('select graphile_worker.force_unlock_workers($1)', [dead])
    log.warn({ workers: dead.length }, 'jobs of unknown workers were unlocked')
  }

  /** After a failure sooner, so that the others see it before they look for unknown ones. */
  async function beatAndRepeat(): Promise<void> {
    const done = await beat().then(
      () => true,
      (error: unknown) => {
        log.warn({ err: error }, 'no sign of life of the job workers')
        return false
      },
    )
    if (stopped) return
    timer = setTimeout(() => void beatAndRepeat(), done ? beatMs : beatMs / 10)
    timer.unref()
  }

  return {
    add: (workerId) => void workerIds.push(workerId),
    start: beatAndRepeat,
    async stop() {
      stopped = true
      clearTimeout(timer)
      await pool
        .query('delete from job_workers where process_id = $1', [processId])
        .catch((error: unknown) => log.warn({ err: error }, 'the job workers did not take their leave'))
    },
  }
}
