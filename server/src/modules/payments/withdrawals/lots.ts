import type { Executor } from '#platform/database/database.ts'
import { worthNothing } from '../attempts/attempt-machine.ts'
import { toAttempt, type Attempt } from '../attempts/attempts.ts'

/**
 * How many of a member's credits may come from this order or an older one. Purchases are lots that are spent in order,
 * oldest first and gifts before all: later purchases count as unspent up to the balance.
 */
export async function heldUpTo(executor: Executor, attempt: Attempt, balance: number): Promise<number> {
  if (attempt.granted_at === null) return 0
  const rows = await executor
    .selectFrom('payment_attempts')
    .selectAll()
    .where('member_id', '=', attempt.member_id)
    .where('granted_at', '>', attempt.granted_at)
    .where('withdrawn_at', 'is', null)
    .where('id', '<>', attempt.id)
    .execute()
  const later = rows
    .map(toAttempt)
    .filter(({ state }) => !worthNothing.includes(state))
    .reduce((sum, { plan }) => sum + plan.credits, 0)
  return Math.max(0, balance - later)
}
