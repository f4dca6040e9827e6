import type { adminRoutes } from '@incontro/contract/admin'
import type { Call } from '#platform/http/bind.ts'
import { databaseState } from '#platform/database/database-state.ts'
import { failedJobs, retryFailedJob, taskStates } from '#platform/jobs/job-state.ts'
import { Failure } from '#platform/http/problem.ts'
import type { StaffDeps } from './deps.ts'

/** How the brand's database and its jobs are, by reads that stay cheap however much waits. */
export async function healthView(deps: StaffDeps) {
  const { ready, figures } = await deps.health()
  const { tasks, isAll } = await taskStates(deps.pool)
  const failed = await failedJobs(deps.pool)
  const { bytes, statements } = await databaseState(deps.pool)
  return {
    ready,
    version: deps.version,
    figures: [...figures],
    tasks: tasks.map((one) => ({ ...one, lane: deps.laneOf(one.task) })),
    countsAll: isAll,
    failed: failed.map(({ failedAt, ...one }) => ({ ...one, at: failedAt.toISOString() })),
    database: { bytes, statements: statements && [...statements] },
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
