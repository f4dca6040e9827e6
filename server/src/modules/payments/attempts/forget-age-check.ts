import { sql } from 'kysely'
import type { Tx } from '#platform/database/database.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import type { PaymentDeps } from '../deps.ts'
import { isOpen } from './attempt-machine.ts'
import { attemptOf, lockAttempt } from './attempts.ts'

/** Webhook events about a check arrive within hours. */
const keptForMs = 2 * 86_400_000

export const scheduleForgetting = (tx: Tx, attemptId: string, now: Date): Promise<void> =>
  addJob(tx, 'payment-forget-age-check', { attemptId }, { runAt: new Date(now.getTime() + keptForMs) })

/**
 * Deletes the attempt of an age check with its webhook events: only result, method and date are kept, in `age_checks`.
 */
export async function forgetAgeCheck(deps: Pick<PaymentDeps, 'db' | 'clock'>, attemptId: string): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    // Deleted before, by a run that could not report its success.
    if (!(await attemptOf(tx, attemptId))) return
    const attempt = await lockAttempt(tx, attemptId)
    if (attempt.plan.level > 0) throw new Error(`attempt ${attemptId} is no age check`)
    // A flagged attempt stays until it is resolved.
    if (isOpen(attempt.state) || attempt.flagged !== null) return scheduleForgetting(tx, attemptId, deps.clock())
    await tx
      .deleteFrom('payment_webhooks')
      .where(sql`body #>> '{state,reference}'`, '=', attemptId)
      .execute()
    await tx.deleteFrom('payment_transitions').where('attempt_id', '=', attemptId).execute()
    await tx.deleteFrom('payment_attempts').where('id', '=', attemptId).execute()
  })
}
