import { sql } from 'kysely'
import type pg from 'pg'
import type { Executor } from '#platform/database/database.ts'

export interface TaskState {
  readonly task: string
  readonly waiting: number
  /** Due, and not begun. */
  readonly due: number
  readonly running: number
  /** Given up after their last attempt. */
  readonly failed: number
}

export interface FailedJob {
  readonly id: string
  readonly task: string
  readonly attempts: number
  readonly error: string
  readonly failedAt: Date
}

/** A backlog beyond this is a backlog: its size says nothing more, and counting it costs. */
const mostCounted = 20_000
const mostListed = 50
const longestError = 200

/** The jobs of each task, counted up to a bound. */
export async function taskStates(
  pool: pg.Pool,
): Promise<{ readonly tasks: readonly TaskState[]; readonly isAll: boolean }> {
  const { rows } = await pool.query<TaskState>({
    name: 'jobs by task',
    text: `select t.identifier as task,
        count(*) filter (where j.is_available and j.run_at > now())::int as waiting,
        count(*) filter (where j.is_available and j.run_at <= now())::int as due,
        count(*) filter (where j.locked_at is not null)::int as running,
        count(*) filter (where j.locked_at is null and j.attempts >= j.max_attempts)::int as failed
      from (select task_id, run_at, is_available, locked_at, attempts, max_attempts
        from graphile_worker._private_jobs limit ${mostCounted}) j
      join graphile_worker._private_tasks t on t.id = j.task_id group by 1 order by 1`,
  })
  const counted = rows.reduce((sum, one) => sum + one.waiting + one.due + one.running + one.failed, 0)
  return { tasks: rows, isAll: counted < mostCounted }
}

/** The jobs that were given up, the latest first, with the first line of their error. */
export async function failedJobs(pool: pg.Pool): Promise<readonly FailedJob[]> {
  const { rows } = await pool.query<{
    id: string
    task: string
    attempts: number
    last_error: string | null
    updated_at: Date
  }>({
    name: 'failed jobs',
    text: `select j.id::text, t.identifier as task, j.attempts, j.last_error, j.updated_at
      from (select id, task_id, attempts, max_attempts, last_error, locked_at, updated_at
        from graphile_worker._private_jobs limit ${mostCounted}) j
      join graphile_worker._private_tasks t on t.id = j.task_id
      where j.locked_at is null and j.attempts >= j.max_attempts
      order by j.updated_at desc, j.id desc limit ${mostListed}`,
  })
  return rows.map((row) => ({
    id: row.id,
    task: row.task,
    attempts: row.attempts,
    error: withoutAddresses(row.last_error?.split('\n', 1)[0] ?? '').slice(0, longestError),
    failedAt: row.updated_at,
  }))
}

/** An error of a mail server may name whom the mail was for. */
const withoutAddresses = (text: string): string => text.replace(/\S+@\S+/g, '…@…')

/** Lets a job that was given up run again, with all its attempts. @returns its task; undefined if it is none of these */
export async function retryFailedJob(tx: Executor, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ task: string }>`
    select t.identifier as task from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id
    where j.id = ${id}::bigint and j.locked_at is null and j.attempts >= j.max_attempts for update of j`.execute(tx)
  const [found] = rows
  if (!found) return undefined
  await sql`select graphile_worker.reschedule_jobs(array[${id}::bigint], run_at => now(), attempts => 0)`.execute(tx)
  return found.task
}
