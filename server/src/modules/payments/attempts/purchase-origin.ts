import type { Executor, Tx } from '#platform/database/database.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import type { PaymentDeps } from '../deps.ts'
import { recentAttempts } from './attempts.ts'

const hour = 60 * 60_000
const keptForMs = 48 * hour

export const scheduleForgettingOrigin = (tx: Tx, attemptId: string, now: Date): Promise<void> =>
  addJob(tx, 'payment-forget-origin', { attemptId }, { runAt: new Date(now.getTime() + keptForMs) })

/** The path may contain another member's id, which the books do not need. */
export async function forgetOrigin({ db }: Pick<PaymentDeps, 'db'>, attemptId: string): Promise<void> {
  await db.updateTable('payment_attempts').set({ return_to: null }).where('id', '=', attemptId).execute()
}

/** The page from which the member started their newest order of the last hour; null if there is none. */
export async function newestOrigin(executor: Executor, memberId: string, now: Date): Promise<string | null> {
  const [newest] = await recentAttempts(executor, memberId, new Date(now.getTime() - hour), 1)
  return newest?.return_to ?? null
}
