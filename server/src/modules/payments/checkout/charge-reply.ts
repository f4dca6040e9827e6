import { paymentCodes, type WirePaymentCode } from '@incontro/contract'
import type { Charge } from '@incontro/contract/domain'
import { creditTotal } from '../../members/index.ts'
import { levelAndCredits } from '../notify-member.ts'
import { isOpen } from '../attempts/attempt-machine.ts'
import type { Attempt } from '../attempts/attempts.ts'
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
    ...outcome(attempt),
    reference: attempt.id,
    threeDS: action !== null,
    redirect: action && { url: action.url, method: action.method, data: { ...action.data } },
    paymentSystem: attempt.provider,
    data: { customerId: kept ? attempt.member_id : null },
    premiumLevel: level,
    totalCredits: creditTotal(level, balances.messages),
  }
}

function outcome(attempt: Attempt): Pick<Charge, 'status' | 'message'> {
  // What is flagged before anything was granted waits for a person: neither paid nor declined.
  if (attempt.flagged !== null && attempt.granted_at === null) return { status: 'pending', message: 'pending' }
  if (attempt.state === 'requires_action') return { status: 'ok', message: 'pending' }
  if (isOpen(attempt.state)) return { status: 'pending', message: 'pending' }
  if (attempt.state === 'failed') return { status: 'ko', message: codeOf(attempt, 'processing_error') }
  if (['declined', 'cancelled', 'expired'].includes(attempt.state))
    return { status: 'ko', message: codeOf(attempt, 'generic') }
  return { status: 'ok', message: 'success' }
}

const codeOf = (attempt: Attempt, otherwise: WirePaymentCode): WirePaymentCode =>
  paymentCodes.find((code) => code === attempt.code) ?? otherwise
