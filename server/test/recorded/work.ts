import type pg from 'pg'
import type { TestServer } from '#test/support/test-server.ts'
import type { FixedClock } from './clock.ts'
import type { Effects } from './effects.ts'
import type { Page } from './page.ts'

/** Delivers the outbox and runs the jobs that are due, until none is left, each as a step. */
export async function workOff(
  server: TestServer,
  recorder: pg.Client,
  clock: FixedClock,
  effects: Effects,
  page: Page,
): Promise<void> {
  for (;;) {
    const { rows: events } = await recorder.query<{ id: string; topic: string; payload: unknown }>(
      'with taken as (delete from outbox returning *) select * from taken order by id',
    )
    for (const event of events) {
      await effects.begin(`outbox ${event.topic}`, event.payload)
      await server.context.receive(event)
      await effects.put(await effects.observed())
    }
    const { rows: jobs } = await recorder.query<{ task: string; payload: unknown }>(
      `with taken as (delete from graphile_worker._private_jobs where run_at <= $1 returning *)
         select t.identifier as task, taken.payload from taken join graphile_worker._private_tasks t on t.id = task_id order by taken.id`,
      [clock.now()],
    )
    for (const { task, payload } of jobs) {
      await effects.begin(`job ${task}`, payload)
      await runJob(server, page, task, payload)
      await effects.put(await effects.observed())
    }
    if (events.length + jobs.length === 0) return
  }
}

/** Runs a job; what it throws is written down. */
export async function runJob(server: TestServer, page: Page, name: string, payload: unknown): Promise<void> {
  const handler = (
    server.context.jobs.handlers as Readonly<Record<string, (payload: unknown, job: object) => Promise<void>>>
  )[name]
  if (handler === undefined) throw new Error(`no job ${name}`)
  await handler(payload, { attempt: 1, last: false }).catch((error: unknown) => page.line(`  throws ${String(error)}`))
}
