import type { adminRoutes } from '@incontro/contract/admin'
import type { Call } from '#platform/http/bind.ts'
import { databaseState } from '#platform/database/database-state.ts'
import { failedJobs, retryFailedJob, taskStates } from '#platform/jobs/job-state.ts'
import { Failure } from '#platform/http/problem.ts'
import type { StaffDeps } from '../deps.ts'
import { outcomesView } from './outcomes.ts'
import { outagesOf, serviceStates } from './services.ts'
import { upkeepView } from './upkeep.ts'

/** How an installation is that serves a brand, by reads that stay cheap however much waits. */
export async function healthView(deps: StaffDeps, { site }: Pick<Call<typeof adminRoutes.staffHealth>, 'site'>) {
  const { ready, figures } = await deps.health()
  const { db: home } = deps.home()
  const known = deps.servicesOf(site.brandId)
  const now = deps.clock()
  const { tasks, isAll } = await taskStates(deps.pool)
  const failed = await failedJobs(deps.pool)
  const { bytes, tables, schema, statements } = await databaseState(deps.pool)
  return {
    ready,
    version: { ...deps.version, schema },
    figures: [...figures],
    tasks: tasks.map((one) => ({ ...one, lane: deps.laneOf(one.task) })),
    countsAll: isAll,
    failed: failed.map(({ failedAt, ...one }) => ({ ...one, at: failedAt.toISOString() })),
    database: { bytes, tables: [...tables], statements: statements && [...statements] },
    disk: await deps.disk(),
    upkeep: await upkeepView(deps.pool, now),
    services: await serviceStates(home, known),
    outages: await outagesOf(home, known, now),
    outcomes: outcomesView(await deps.outcomesOf(site.brandId)),
  }
}

/** Jobs may be repeated, so one that was given up may be tried again. @throws Failure 409 `not_failed` */
export const retryJob = (deps: StaffDeps, call: Call<typeof adminRoutes.retryJob>): Promise<{ result: 'OK' }> =>
  deps.db.transaction().execute(async (tx) => {
    const task = await retryFailedJob(tx, call.params.job)
    if (task === undefined) throw new Failure(409, 'not_failed', { message: 'This job is not given up any more' })
    await deps.record(tx, {
      brandId: call.site.brandId,
      by: { staffId: call.staff.staffId, address: call.ip },
      action: 'job_retried',
      subject: { kind: 'job', id: call.params.job },
      reason: call.body.reason,
      detail: { what: task },
    })
    return { result: 'OK' as const }
  })
