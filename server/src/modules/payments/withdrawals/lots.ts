import type { Executor } from '../../../platform/database.ts'
import { toAttempt, type Attempt } from '../attempts/attempts.ts'

/** Orders whose credits are no longer, or not now, the member's. */
const without: readonly string[] = ['disputed', 'lost', 'failed']

/**
 * How many of the credits a member holds may come from this order or an older one. Each purchase is a lot, and the oldest is spent first,
 * gifts before all: what was bought later is still whole as far as the balance goes.
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
    .filter(({ state }) => !without.includes(state))
    .reduce((sum, { plan }) => sum + plan.credits, 0)
  return Math.max(0, balance - later)
}
