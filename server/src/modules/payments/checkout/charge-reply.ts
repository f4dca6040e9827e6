import type { Charge } from '@incontro/contract/domain'
import { creditTotal } from '../../members/index.ts'
import { levelAndCredits } from '../notify-member.ts'
import type { Attempt } from '../attempts/attempts.ts'
import { outcomeOf } from '../attempts/outcome.ts'
import type { PaymentDeps } from '../deps.ts'

/** The reply about an attempt as it stands (spec section 4, "Payment (card)"). */
export async function chargeReplyOf(deps: Pick<PaymentDeps, 'db'>, attempt: Attempt): Promise<Charge> {
  const { level, balances } = await levelAndCredits(deps, attempt.member_id)
  const kept = await deps.db
    .selectFrom('card_tokens')
    .select('id')
    .where('member_id', '=', attempt.member_id)
    .where('removed_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  const action = attempt.state === 'requires_action' ? attempt.action : null
  return {
    ...outcomeOf(attempt),
    reference: attempt.id,
    threeDS: action !== null,
    redirect: action && { url: action.url, method: action.method, data: { ...action.data } },
    paymentSystem: attempt.provider,
    data: { customerId: kept ? attempt.member_id : null },
    premiumLevel: level,
    totalCredits: creditTotal(level, balances.messages),
  }
}
