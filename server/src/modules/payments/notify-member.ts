import { creditTotal } from '#modules/members/index.ts'
import type { Applied } from './attempts/apply-provider-state.ts'
import { outcomeOf } from './attempts/outcome.ts'
import type { PaymentDeps } from './deps.ts'

/**
 * Sends a member's open browsers their balances. Call it after the commit; if it fails, the next request reads the
 * database.
 */
export async function notifyMember(deps: PaymentDeps, memberId: string): Promise<void> {
  try {
    const { level, balances } = await levelAndCredits(deps, memberId)
    deps.realtime.toMember(memberId, 'creditiResidui', {
      icebreakerCredits: balances.icebreakers,
      totalCredits: creditTotal(level, balances.messages),
      likeCredits: balances.likes,
      premiumLevel: level,
    })
    deps.realtime.refresh(memberId)
  } catch (error) {
    deps.log.warn({ err: error }, 'a member could not be notified of a payment')
  }
}

/** Notifies a member's open browsers of an order decided after they left its page. Call it after the commit. */
export function notifyDecided(
  deps: Pick<PaymentDeps, 'realtime'>,
  { attempt, decidedLate = false }: Pick<Applied, 'attempt' | 'decidedLate'>,
): void {
  if (!decidedLate) return
  const { status, message } = outcomeOf(attempt)
  if (status !== 'pending')
    deps.realtime.toMember(attempt.member_id, 'payment', {
      reference: attempt.id,
      status,
      message,
      returnTo: attempt.return_to,
    })
}

/** A member's current level and credits. */
export async function levelAndCredits(deps: Pick<PaymentDeps, 'db'>, memberId: string) {
  const { level, ...balances } = await deps.db
    .selectFrom('members as m')
    .innerJoin('wallets as w', 'w.member_id', 'm.id')
    .select(['m.level', 'w.messages', 'w.icebreakers', 'w.likes'])
    .where('m.id', '=', memberId)
    .executeTakeFirstOrThrow()
  return { level: level as 0 | 1 | 2, balances }
}
