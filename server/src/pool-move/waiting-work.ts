import type pg from 'pg'
import { payloadsOf, type Pool } from './pool-rows.ts'

/*
 * Jobs and events that wait for the pool, and its queued emails: both databases would act on them. They are put aside
 * in the old database, where `undo` finds them.
 */

const jobs = `select t.identifier, j.payload, j.run_at, j.max_attempts, j.attempts, j.key, j.priority, q.queue_name, j.id
  from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    left join graphile_worker._private_job_queues q on q.id = j.job_queue_id`

const addJobs = (from: string): string => `select graphile_worker.add_job(identifier, payload => payload,
    run_at => run_at, max_attempts => greatest(max_attempts - attempts, 1)::integer, job_key => key,
    priority => priority, queue_name => queue_name) from ${from} order by id`

/** Adds the pool's waiting jobs and events to the target; it has none before. */
export async function copyWork([source, target]: readonly [pg.Client, pg.Client], pool: Pool): Promise<number> {
  const waiting = await source.query<{ jobs: unknown; events: unknown; n: string }>(`
    select (select coalesce(jsonb_agg(to_jsonb(w)), '[]') from (${jobs} where ${payloadsOf(pool)}) w) as jobs,
      (select coalesce(jsonb_agg(to_jsonb(o)), '[]') from outbox o where ${payloadsOf(pool)}) as events`)
  const { jobs: its, events } = waiting.rows[0] ?? { jobs: [], events: [] }
  await target.query('delete from graphile_worker._private_jobs')
  await target.query('delete from outbox')
  await target.query(
    addJobs(`jsonb_to_recordset($1::jsonb) as w (identifier text, payload json, run_at timestamptz, max_attempts integer,
      attempts integer, key text, priority integer, queue_name text, id bigint)`),
    [JSON.stringify(its)],
  )
  await target.query('insert into outbox select * from jsonb_populate_recordset(null::outbox, $1::jsonb)', [
    JSON.stringify(events),
  ])
  return (its as unknown[]).length + (events as unknown[]).length
}

/** Puts the pool's waiting work aside in the source, in the caller's transaction. */
export async function hideWork(source: pg.Client, pool: Pool): Promise<void> {
  const brands = pool.brandIds
  await source.query(`
    create table pool_move.jobs as ${jobs} where ${payloadsOf(pool)};
    create table pool_move.emails as select * from emails where false;
    create table pool_move.outbox as select * from outbox where ${payloadsOf(pool)};
    delete from graphile_worker._private_jobs where id in (select id from pool_move.jobs);
    delete from outbox where id in (select id from pool_move.outbox);`)
  await source.query(
    `with hidden as (delete from emails where state = 'queued' and brand_id = any($1) returning *)
     insert into pool_move.emails select * from hidden`,
    [brands],
  )
}

/** Puts back what was put aside, if anything, in the caller's transaction. */
export async function showWork(source: pg.Client): Promise<void> {
  const { rows } = await source.query<{ hidden: boolean }>(
    `select to_regclass('pool_move.emails') is not null as hidden`,
  )
  if (!rows[0]?.hidden) return
  await source.query('insert into emails select * from pool_move.emails')
  await source.query('insert into outbox select * from pool_move.outbox')
  await source.query(addJobs('pool_move.jobs'))
  await source.query('drop table pool_move.jobs, pool_move.outbox, pool_move.emails')
}
