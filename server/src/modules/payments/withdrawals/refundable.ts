import type { Executor } from '../../../platform/database.ts'
import { balancesOf } from '../../credits/index.ts'
import { addDays } from '../../subscriptions/index.ts'
import { isPaid } from '../attempts/attempt-machine.ts'
import { toAttempt, type Attempt } from '../attempts/attempts.ts'
import { withdrawalDays } from '../terms.ts'

const dayMs = 86_400_000

/** What comes of withdrawing from one order at one moment. Money in minor units. */
export interface Withdrawable {
  readonly attempt: Attempt
  readonly refundMinor: number
  /** Unused credits that are taken back; 0 for a term. */
  readonly credits: number
  /** Unused time of the term, milliseconds; 0 for a pack. */
  readonly unusedMs: number
  readonly until: Date
}

/** The last moment of the right to withdraw. */
export const withdrawUntil = (grantedAt: Date): Date => addDays(grantedAt, withdrawalDays)

/**
 * What a withdrawal would refund now, or null where there is nothing to withdraw from: not paid, too late, done before, wholly used.
 * Pro rata in favour of the member: of a term by whole days used, of a pack by credits used, gifts counting as spent first.
 * @param messages the member's balance
 */
export function withdrawableNow(attempt: Attempt, messages: number, now: Date): Withdrawable | null {
  const { granted_at: grantedAt, plan } = attempt
  if (
    grantedAt === null ||
    attempt.withdrawn_at !== null ||
    attempt.flagged !== null ||
    attempt.provider_ref === null ||
    plan.level === 0
  )
    return null
  if (!isPaid(attempt.state) && attempt.state !== 'partially_refunded') return null
  const until = withdrawUntil(grantedAt)
  if (now > until) return null
  const { share, credits, unusedMs } =
    attempt.term_start && attempt.term_end
      ? unusedTerm(attempt.term_start, attempt.term_end, now)
      : unusedCredits(plan.credits, messages)
  const refundMinor = Math.min(
    Math.ceil(attempt.amount_minor * share - 1e-9),
    attempt.amount_minor - attempt.refunded_minor,
  )
  return refundMinor > 0 ? { attempt, refundMinor, credits, unusedMs, until } : null
}

function unusedTerm(start: Date, end: Date, now: Date) {
  const days = Math.max(1, Math.round((end.getTime() - start.getTime()) / dayMs))
  const used = Math.max(0, Math.floor((now.getTime() - start.getTime()) / dayMs))
  return {
    share: Math.max(0, days - used) / days,
    credits: 0,
    unusedMs: Math.max(0, end.getTime() - Math.max(now.getTime(), start.getTime())),
  }
}

function unusedCredits(sold: number, messages: number) {
  const credits = Math.min(sold, messages)
  return { share: sold === 0 ? 0 : credits / sold, credits, unusedMs: 0 }
}

/** Everything the member can withdraw from now, newest first. */
export async function withdrawables(executor: Executor, memberId: string, now: Date): Promise<readonly Withdrawable[]> {
  const [rows, balances] = await Promise.all([
    executor
      .selectFrom('payment_attempts')
      .selectAll()
      .where('member_id', '=', memberId)
      .where('granted_at', '>=', addDays(now, -withdrawalDays - 1))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(50)
      .execute(),
    balancesOf(executor, memberId),
  ])
  return rows.map(toAttempt).flatMap((attempt) => withdrawableNow(attempt, balances.messages, now) ?? [])
}
