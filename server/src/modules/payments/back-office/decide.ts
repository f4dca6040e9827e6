import { recordMemberAction } from '#modules/audit/index.ts'
import type { Tx } from '#platform/database/database.ts'
import { attemptOf, lockAttempt, recordTransition, type Attempt } from '../attempts/attempts.ts'
import { flagsOf, isFlagged, takeOff } from '../attempts/flags.ts'
import type { PaymentDeps } from '../deps.ts'
import { goesBackByDispute } from '../disputes/disputes.ts'
import { createRefund } from '../withdrawals/create-refund.ts'
import { leftToRefund, tookMoney } from '../withdrawals/left-to-refund.ts'
import { closeUnknownRefunds, refundUnknown } from '../withdrawals/refunds.ts'
import { settleFlagged } from './differences.ts'
import { isSettledByRefund } from './waiting.ts'

type Deps = Pick<PaymentDeps, 'db' | 'clock'>

export interface Decision {
  readonly attemptId: string
  /** Who decided: `command:ada`, `staff:ID`. */
  readonly madeBy: string
  /** Of the staff member. */
  readonly address?: string
  readonly reason: string
  /**
   * Of what is resolved: the flag that was read, null for the claim of a lost dispute; nothing else is closed. Without
   * it the first that waits is.
   */
  readonly flagged?: string | null
}

export type RefundOutcome =
  | 'asked'
  | 'no such payment'
  | 'took no money'
  | 'more than is left'
  /** Its payer has the money by a dispute. */
  | 'lost to a dispute'

/**
 * Refunds a payment in part or whole, by a person's decision; a job asks the provider for it. The purchase stays
 * granted; a withdrawal revokes it. What waits for a decision still does, unless the whole refund was that decision.
 */
export const refundPayment = (deps: Deps, refund: Refund): Promise<RefundOutcome> =>
  deps.db.transaction().execute((tx) => refundPaymentIn(tx, deps, refund))

type Refund = Decision & { readonly amountMinor: number }

/** `refundPayment` as the last statements of a transaction. */
export async function refundPaymentIn(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  { attemptId, madeBy, address, reason, amountMinor }: Refund,
): Promise<RefundOutcome> {
  if (!(await attemptOf(tx, attemptId))) return 'no such payment'
  const attempt = await lockAttempt(tx, attemptId)
  if (!tookMoney(attempt)) return 'took no money'
  if (await goesBackByDispute(tx, attempt)) return 'lost to a dispute'
  const leftMinor = await leftToRefund(tx, attempt)
  if (amountMinor > leftMinor) return 'more than is left'
  const now = deps.clock()
  await createRefund(tx, attempt, { reason: 'back_office', amountMinor }, now)
  const cause = `refunded by ${madeBy}: ${reason}`
  const { member_id, currency, state } = attempt
  const settled = amountMinor === leftMinor ? flagsOf(attempt).filter(isSettledByRefund) : []
  if (settled.length > 0) await takeOff(deps, tx, attempt, settled, cause)
  else await recordTransition(tx, { attemptId, from: state, to: state, cause, at: now })
  await recordMemberAction(tx, {
    memberId: member_id,
    madeBy,
    address,
    action: 'payment_refunded',
    reason,
    detail: { order: attemptId, amountMinor, currency, leftBefore: leftMinor, leftAfter: leftMinor - amountMinor },
    at: now,
  })
  return 'asked'
}

export type ResolveOutcome = 'resolved' | 'no such payment' | 'nothing to resolve'

/**
 * Marks a flagged payment as resolved, or the claim of its lost dispute: one decision at a time, so that nothing is
 * written off unseen. Author, time and reason are recorded with its transitions.
 */
export async function resolvePayment(deps: Deps, decision: Decision): Promise<ResolveOutcome> {
  const { attemptId, madeBy, reason } = decision
  if (!(await attemptOf(deps.db, attemptId))) return 'no such payment'
  return deps.db.transaction().execute(async (tx): Promise<ResolveOutcome> => {
    const attempt = await lockAttempt(tx, attemptId)
    const { flagged = attempt.flagged } = decision
    if (flagged !== null) {
      if (!isFlagged(attempt, flagged)) return 'nothing to resolve'
      await takeOff(deps, tx, attempt, [flagged], `${flagged} resolved by ${madeBy}: ${reason}`)
      if (flagged === refundUnknown) await closeUnknownRefunds(tx, attemptId, deps.clock())
      await settleFlagged(tx, attempt, flagged, { madeBy, reason, at: deps.clock() })
      await recordResolved(deps, tx, attempt, decision, flagged)
      return 'resolved'
    }
    if (!(await resolveClaim(deps, tx, attemptId))) return 'nothing to resolve'
    await recordTransition(tx, {
      attemptId,
      from: attempt.state,
      to: attempt.state,
      cause: `claim resolved by ${madeBy}: ${reason}`,
      at: deps.clock(),
    })
    await recordResolved(deps, tx, attempt, decision, 'claim')
    return 'resolved'
  })
}

const recordResolved = (
  { clock }: Deps,
  tx: Tx,
  { id, member_id: memberId }: Attempt,
  { madeBy, address, reason }: Decision,
  what: string,
): Promise<void> =>
  recordMemberAction(tx, {
    memberId,
    madeBy,
    address,
    action: 'payment_resolved',
    reason,
    detail: { order: id, what },
    at: clock(),
  })

/** @returns whether there was an open claim of a lost dispute */
async function resolveClaim(deps: Deps, tx: Tx, attemptId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('disputes')
    .set({ settled_at: deps.clock() })
    .where('attempt_id', '=', attemptId)
    .where('state', '=', 'lost')
    .where('used_minor', '>', 0)
    .where('settled_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
