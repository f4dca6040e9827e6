import { EventEmitter } from 'node:events'
import { type Job, Logger, run, type Runner as LibraryRunner, type TaskList, type WorkerEvents } from 'graphile-worker'
import { sql, type RawBuilder } from 'kysely'
import type pg from 'pg'
import type { Executor } from '#platform/database/database.ts'
import { mostSecondsApart } from '#platform/database/machine-clock.ts'
import { watchClock } from './clock-watch.ts'
import { createJobWorkers, type JobWorkerTimes } from './job-workers.ts'
import type { Attempt } from './attempt.ts'
import type { Log } from '#platform/process/log.ts'
import { hasFailed, jobRan } from '#platform/process/metrics.ts'
import { withRequestId } from '#platform/process/request-id.ts'
import { traced, type TraceOrigin } from '#platform/process/tracing.ts'
import { originFlags, originOf } from './origin.ts'
import { forgetLater, schedulingByRightClock } from './recurring.ts'
import { runAgain, type Runner } from './run-again.ts'
import { withPool } from '#platform/database/pool-override.ts'

/** Every job by name, with its payload. The `jobs.ts` of the modules add theirs by declaration merging. */
export interface Jobs {}

export interface JobOptions {
  readonly runAt?: Date
  readonly maxAttempts?: number
  /** A job with the same key replaces one that is still waiting. */
  readonly key?: string
  /** A member waits for it: it is taken before what is not urgent, which may be a backlog of thousands. */
  readonly urgent?: boolean
}

/** Adds a job within the caller's transaction, so that it exists exactly if the transaction commits. */
export async function addJob<N extends keyof Jobs & string>(
  tx: Executor,
  name: N,
  payload: Jobs[N],
  options: JobOptions = {},
): Promise<void> {
  await sql`select ${jobAdded(name, payload, options)}`.execute(tx)
}

/** Removes a job that has not started, by its key. */
export async function removeJob(tx: Executor, key: string): Promise<void> {
  await sql`select graphile_worker.remove_job(${key})`.execute(tx)
}

/**
 * Takes a job that has not started out of the queue, by its key.
 * @returns its payload; undefined if there is none or it has started: then the caller's transaction must not commit
 */
export async function takeJob<N extends keyof Jobs & string>(
  tx: Executor,
  _name: N,
  key: string,
): Promise<Jobs[N] | undefined> {
  const { rows } = await sql<{ payload: Jobs[N] | null; locked_at: Date | null }>`
    select payload, locked_at from graphile_worker.remove_job(${key})`.execute(tx)
  const [job] = rows
  return job?.locked_at === null ? (job.payload ?? undefined) : undefined
}

/** The payload of the job with this key, which stays; undefined if there is none. */
export async function payloadOfJob<N extends keyof Jobs & string>(
  tx: Executor,
  _name: N,
  key: string,
): Promise<Jobs[N] | undefined> {
  const { rows } = await sql<{ payload: Jobs[N] }>`
    select payload from graphile_worker._private_jobs where key = ${key}`.execute(tx)
  return rows[0]?.payload
}

/** Whether a job with this key waits or runs. */
export async function hasJob(tx: Executor, key: string): Promise<boolean> {
  const { rows } = await sql`select from graphile_worker.jobs where key = ${key}`.execute(tx)
  return rows.length > 0
}

/** Lower ones are taken first; others have 0. */
const urgentPriority = -10

/** The call that adds a job, for a statement that does more; what only that statement knows is SQL. */
export const jobAdded = <N extends keyof Jobs & string>(
  name: N,
  payload: Jobs[N] | { readonly sql: RawBuilder<unknown> },
  options: Omit<JobOptions, 'runAt' | 'key'> & {
    readonly runAt?: Date | RawBuilder<unknown>
    readonly key?: string | RawBuilder<unknown>
  } = {},
): RawBuilder<unknown> => sql`graphile_worker.add_job(
    ${name}, payload => ${hasSql(payload) ? payload.sql : JSON.stringify(payload)}::json, run_at => ${options.runAt ?? null}::timestamptz,
    max_attempts => ${options.maxAttempts ?? null}::integer, job_key => ${options.key ?? null}::text,
    priority => ${options.urgent ? sql.lit(urgentPriority) : sql`null`}, flags => ${originFlags()}::text[])`

const hasSql = (payload: unknown): payload is { readonly sql: RawBuilder<unknown> } =>
  typeof payload === 'object' && payload !== null && 'sql' in payload

export type JobHandlers = {
  readonly [N in keyof Jobs]?: (payload: Jobs[N], job: Attempt) => Promise<void>
}

/** Logs warnings only: job names and durations are in the metrics. */
export const quietJobLogger = new Logger(() => () => undefined)

export interface JobRunner {
  /** Stops taking jobs and waits for those in progress. */
  stop(): Promise<void>
}

/** One look-up locks many jobs, and finished ones are deleted together (docs/decisions/042-jobs-in-batches.md). */
const batches = {
  // What was not started after `ttl` milliseconds goes back for other processes.
  // Each job that is added wakes every lane: one that found few looks again after 50 to 150 milliseconds, not for each.
  localQueue: { size: 256, ttl: 500, refetchDelay: { durationMs: 100, threshold: 50, maxAbortThreshold: 1000 } },
  // Does not wait for more. Without a delay, stopping would not wait for the deletion of jobs that are done.
  completeJobBatchDelay: 0,
  failJobBatchDelay: 0,
}

export interface JobsInput {
  readonly pool: pg.Pool
  readonly handlers: JobHandlers
  /** Lines in graphile-worker's format. */
  readonly crontab: readonly string[]
  /** The lanes of jobs that are not in `others`. */
  readonly lanes?: JobLanes | undefined
  readonly log: Log
  readonly times?: JobWorkerTimes
}

/**
 * How many jobs of a process run at once in each lane. A lane's jobs cannot take the places of another: a mail server
 * that does not answer stops mail only, as a push service does push, and long exports and sweeps stop neither mail nor
 * what a member waits for.
 */
const concurrency = { urgent: 2, mail: 3, push: 6, telegram: 3, others: 4 }

export type JobLane = keyof typeof concurrency

export type JobLanes = { readonly [N in keyof Jobs]?: JobLane }

/** Runs jobs until `stop`, with `pool` for all their statements. A job that throws is retried with growing delays. */
export async function runJobs(input: JobsInput): Promise<JobRunner> {
  const taskList: TaskList = {}
  for (const [name, handler] of Object.entries(input.handlers)) {
    const attempt = async (payload: unknown, { attempts, max_attempts: most, key }: Job, trace?: TraceOrigin) => {
      const added = { maxAttempts: most, ...(key !== null && { key }) }
      const begun = performance.now()
      try {
        const run = handler as (payload: unknown, job: Attempt) => Promise<void>
        await traced(
          `job ${name}`,
          'CONSUMER',
          { 'messaging.operation.type': 'process', 'job.attempt': attempts },
          () => withPool(input.pool, () => run(payload, { attempt: attempts, last: attempts >= most, added })),
          trace,
        )
      } catch (error) {
        hasFailed('job', name)
        input.log.warn({ job: name, attempt: attempts, err: error }, 'job failed')
        throw error
      } finally {
        jobRan(name, begun)
      }
    }
    taskList[name] = (payload, { job }) => {
      const { requestId, trace } = originOf(job)
      return withRequestId(requestId, () => attempt(payload, job, trace))
    }
  }
  return runAgain(() => startWorkers(input, taskList), {
    onEnded: () => input.log.error('the job workers ended, they are started again'),
    onError: (error) => input.log.error({ err: error }, 'the job workers did not start or stop'),
    pauseMs: 1000,
  })
}

/** While the clock of this machine is wrong, jobs wait here for a process whose clock is right, or for this one's. */
async function startWorkers(input: JobsInput, tasks: TaskList): Promise<Runner> {
  const clock = await watchClock(input.pool)
  if (clock.fault !== undefined) {
    input.log.error({ err: new Error(clock.fault) }, 'no jobs run here: turn on NTP on both')
    return { ended: clock.changed, stop: async () => clock.stop() }
  }
  const workers = createJobWorkers(input, input.times)
  const events = new EventEmitter() as WorkerEvents
  // Jobs are locked by the pool's id, queues by a worker's id.
  events.on('pool:create', ({ workerPool }) => workers.add(workerPool.id))
  events.on('worker:create', ({ worker }) => workers.add(worker.workerId))
  // A look-up locks the jobs that come first, but its `update … returning` lists them in any order. The library starts
  // them as this list, the same array, has them.
  events.on('localQueue:getJobs:complete', ({ jobs }) => {
    jobs.sort((a, b) => a.priority - b.priority || a.run_at.getTime() - b.run_at.getTime())
  })
  // The library counts the jobs that were added in a delay, and leaves them to the look of the next second.
  events.on('localQueue:refetchDelay:expired', ({ localQueue }) => {
    const added = localQueue['refetchDelayCounter']
    if (added > 0) localQueue.pulse(added)
  })
  // Set back, the clock has to reach the time it had before the library schedules again: begun again, it goes by the new
  // one.
  const setBack = Promise.withResolvers<void>()
  events.on('cron:prematureTimer', ({ currentTimestamp, expectedTimestamp }) => {
    if (expectedTimestamp - currentTimestamp > mostSecondsApart * 1000) setBack.resolve()
  })
  const pgPool = schedulingByRightClock(input.pool, input.log)
  const runners: LibraryRunner[] = []
  const running = new Set<LibraryRunner>()
  const stopAll = (): Promise<void[]> => Promise.all([...running].map((runner) => runner.stop()))
  try {
    await forgetLater(input.pool)
    for (const [lane, taskList] of byLane(tasks, input.lanes)) {
      const runner = await run({
        events,
        pgPool,
        taskList,
        crontab: lane === 'others' ? input.crontab.join('\n') : '',
        concurrency: concurrency[lane],
        preset: { worker: batches },
        pollInterval: 1000,
        noHandleSignals: true,
        logger: quietJobLogger,
      })
      runners.push(runner)
      running.add(runner)
      // The library refuses to stop a runner that has ended by itself.
      void runner.promise.finally(() => running.delete(runner)).catch(() => undefined /* `ended` has the error */)
    }
  } catch (error) {
    clock.stop()
    await stopAll()
    throw error
  }
  await workers.start()
  let stopped: Promise<void> | undefined
  return {
    // When one ends by itself, all are stopped and started again.
    ended: Promise.race([clock.changed, setBack.promise, ...runners.map((runner) => runner.promise)]),
    stop() {
      clock.stop()
      // Asked while it stops because it has to begin again, it must not stop twice, which the library refuses.
      return (stopped ??= stopAll().then(() => workers.stop()))
    },
  }
}

/** The tasks of each lane that has any; recurring jobs are added by `others`, even if it has none. */
function byLane(tasks: TaskList, lanes: Readonly<Record<string, JobLane | undefined>> = {}): [JobLane, TaskList][] {
  const names = Object.keys(concurrency) as JobLane[]
  return names
    .map((lane): [JobLane, TaskList] => [
      lane,
      Object.fromEntries(Object.entries(tasks).filter(([name]) => (lanes[name] ?? 'others') === lane)),
    ])
    .filter(([lane, some]) => lane === 'others' || Object.keys(some).length > 0)
}
