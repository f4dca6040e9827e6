import type pg from 'pg'

/**
 * How long the job has waited that has been due for longest, in seconds: the first of each priority, as the index of
 * the queue has them. Jobs behind one of their own queue that runs do not count, unless it runs for longer than any
 * may. Above a minute, no process runs jobs, or there are more than they can run.
 */
export async function oldestDueJobSeconds(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ seconds: number | null }>({
    name: 'oldest due job',
    text: `select extract(epoch from now() - min(j.run_at))::float8 as seconds
      from (values (-10), (0)) p (priority) cross join lateral (
        select run_at from graphile_worker._private_jobs
        where is_available and priority = p.priority and run_at <= now()
          and (job_queue_id is null or not exists (select from graphile_worker._private_job_queues q
            where q.id = job_queue_id and q.locked_at > now() - interval '3 hours'))
        order by run_at limit 1) j`,
  })
  return Math.round(rows[0]?.seconds ?? 0)
}
