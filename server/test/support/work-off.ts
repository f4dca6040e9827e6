import type { TestServer } from './test-server.ts'

/**
 * Delivers the outbox and runs the jobs that are due at a time, in this process, until none is left. For servers without
 * jobs, whose clock a test moves: later than the database's, as a job without a time is due at once.
 */
export async function workOff({ context, database: { pool } }: TestServer, now: Date, which: RegExp): Promise<void> {
  const handlers = context.jobs.handlers as Readonly<Record<string, (payload: unknown, job: object) => Promise<void>>>
  for (;;) {
    const { rows: events } = await pool.query<{ id: string; topic: string; payload: unknown }>(
      'with taken as (delete from outbox returning *) select * from taken order by id',
    )
    for (const event of events) await context.receive(event)
    const { rows: jobs } = await pool.query<{ task: string; payload: unknown }>(
      `with taken as (delete from graphile_worker._private_jobs where run_at <= $1 returning *)
       select t.identifier as task, taken.payload
       from taken join graphile_worker._private_tasks t on t.id = task_id order by taken.id`,
      [now],
    )
    for (const { task, payload } of jobs)
      if (which.test(task)) await handlers[task]?.(payload, { attempt: 1, last: false })
    if (events.length + jobs.length === 0) return
  }
}

/** What a server without presence by open sockets has: tests decide who is away. */
export const stayAway = ({ database: { pool } }: TestServer) =>
  pool.query(
    `create function stays_away() returns trigger language plpgsql as 'begin return null; end';
     create trigger stays_away before insert on member_presence for each row execute function stays_away()`,
  )
