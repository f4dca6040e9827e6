import type { Tx } from '#platform/database/database.ts'
import { nextState, type AttemptState } from '../attempts/attempt-machine.ts'
import { lockAttempt, recordTransition, type Attempt } from '../attempts/attempts.ts'
import { flag, flagsOf, takeOff } from '../attempts/flags.ts'
import { isSettledByRefund } from '../back-office/waiting.ts'
import type { PaymentDeps } from '../deps.ts'
import { closeRefunded, reopenRefunded } from '../disputes/disputes.ts'
import { issueCreditNote } from '../invoices/issue.ts'
import type { Money } from '../port.ts'
import { createRefund } from './create-refund.ts'

/** A refund reported by an event. `done`: the money is on its way; otherwise it failed. */
export interface ReportedRefund {
  /** Our reference of the refund, if we requested it. */
  readonly reference: string | null
  readonly refundRef: string | null
  readonly done: boolean
  readonly amount: Money | null
}

/**
 * Applies a reported refund once, under however many event ids it arrives. One that we did not request was made in the
 * provider's back office. The attempt's state follows. A failure is final: a success that is reported afterwards came
 * before it.
 */
export async function recordRefund(
  deps: PaymentDeps,
  tx: Tx,
  attempt: Attempt,
  reported: ReportedRefund,
): Promise<void> {
  const known = await knownRefund(tx, attempt.id, reported)
  if (known && reported.done && (known.state === 'refunded' || (await hasFailed(tx, attempt, known.id)))) return
  if (!known && (await isRefundOfAnother(tx, attempt, reported.refundRef))) {
    await flag(deps, tx, attempt, 'other_reference')
    return
  }
  const { amount } = reported
  const agrees =
    amount !== null &&
    amount.currency === attempt.currency &&
    (known?.reason !== 'withdrawal' || amount.minor === known.amount_minor)
  const done = reported.done && agrees
  const state = done ? 'refunded' : 'failed'
  if (known)
    await tx
      .updateTable('refunds')
      .set({
        state,
        // What was counted is what has to be taken off if it fails.
        ...(done && amount.minor > 0 ? { amount_minor: amount.minor } : {}),
        check_at: null,
        updated_at: deps.clock(),
      })
      .where('id', '=', known.id)
      .execute()
  const refundId =
    known?.id ??
    (amount && amount.minor > 0
      ? await createRefund(
          tx,
          attempt,
          { reason: 'back_office', reported: { ...reported, amount, state } },
          deps.clock(),
        )
      : null)
  if (!done) {
    if (!reported.done && refundId !== null)
      await recordFailure(deps, tx, attempt, {
        id: refundId,
        countedMinor: known?.state === 'refunded' ? known.amount_minor : 0,
      })
    await flag(deps, tx, attempt, 'refund_failed')
    return
  }
  const refunded = attempt.refunded_minor + amount.minor
  const isWhole = refunded >= attempt.amount_minor
  await tx.updateTable('payment_attempts').set({ refunded_minor: refunded }).where('id', '=', attempt.id).execute()
  await moveAttempt(deps, tx, attempt, isWhole ? 'refunded' : 'partially_refunded')
  if (isWhole) {
    await closeRefunded(deps, tx, attempt)
    await settleByRefund(deps, tx, attempt)
  }
  if (refundId !== null) await issueCreditNote(deps, tx, attempt, { refundId, amountMinor: amount.minor })
}

/** What was to be refunded, and was by hand at the provider meanwhile, is done. */
async function settleByRefund(deps: PaymentDeps, tx: Tx, { id }: Attempt): Promise<void> {
  const attempt = await lockAttempt(tx, id)
  const settled = flagsOf(attempt).filter(isSettledByRefund)
  if (settled.length > 0) await takeOff(deps, tx, attempt, settled, `${settled.join(', ')} settled: refunded in full`)
}

const failureOf = (refundId: string): string => `refund ${refundId} failed`

/** Whether its provider reported it as failed. One that a person closed as unknown may still be reported as made. */
async function hasFailed(tx: Tx, { id }: Attempt, refundId: string): Promise<boolean> {
  const step = await tx
    .selectFrom('payment_transitions')
    .select('n')
    .where('attempt_id', '=', id)
    .where('cause', '=', failureOf(refundId))
    .limit(1)
    .executeTakeFirst()
  return step !== undefined
}

/** Records that a refund failed. What was counted of it is ours again, and the only step back of an attempt. */
async function recordFailure(
  deps: Pick<PaymentDeps, 'clock'>,
  tx: Tx,
  attempt: Attempt,
  { id, countedMinor }: { readonly id: string; readonly countedMinor: number },
): Promise<void> {
  if (await hasFailed(tx, attempt, id)) return
  const at = deps.clock()
  const refunded = Math.max(0, attempt.refunded_minor - countedMinor)
  const isBack = countedMinor > 0 && (attempt.state === 'refunded' || attempt.state === 'partially_refunded')
  const paid = refunded === 0 ? 'captured' : 'partially_refunded'
  const to = !isBack ? attempt.state : (await reopenRefunded(deps, tx, attempt)) ? 'disputed' : paid
  await tx
    .updateTable('payment_attempts')
    .set({ refunded_minor: refunded, state: to, updated_at: at })
    .where('id', '=', attempt.id)
    .execute()
  await recordTransition(tx, { attemptId: attempt.id, from: attempt.state, to, cause: failureOf(id), at })
}

/** The refund of an event: found by our reference, otherwise by the provider's. */
async function knownRefund(tx: Tx, attemptId: string, { reference, refundRef }: ReportedRefund) {
  const ofAttempt = tx
    .selectFrom('refunds')
    .select(['id', 'state', 'reason', 'amount_minor'])
    .where('attempt_id', '=', attemptId)
    .forUpdate()
  const own = reference === null ? undefined : await ofAttempt.where('id', '=', reference).executeTakeFirst()
  return own ?? (refundRef === null ? undefined : ofAttempt.where('provider_ref', '=', refundRef).executeTakeFirst())
}

/** Whether the provider's id of the refund is that of another order's refund, through the same merchant account. */
async function isRefundOfAnother(tx: Tx, { id, connection }: Attempt, refundRef: string | null): Promise<boolean> {
  if (refundRef === null) return false
  const other = await tx
    .selectFrom('refunds as r')
    .innerJoin('payment_attempts as a', 'a.id', 'r.attempt_id')
    .select('r.id')
    .where('r.provider_ref', '=', refundRef)
    .where('r.attempt_id', '<>', id)
    .where('a.connection', '=', connection)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

/** Moves a paid attempt to its later state; a transition that is not allowed is flagged. */
export async function moveAttempt(deps: PaymentDeps, tx: Tx, attempt: Attempt, to: AttemptState): Promise<void> {
  if (attempt.state === to) return
  // A refund of money that granted nothing leaves the attempt's state unchanged.
  if (attempt.granted_at === null && (to === 'refunded' || to === 'partially_refunded')) return
  if (nextState(attempt.state, to) === attempt.state) {
    await flag(deps, tx, attempt, `late_${to}`)
    return
  }
  await tx
    .updateTable('payment_attempts')
    .set({ state: to, updated_at: deps.clock() })
    .where('id', '=', attempt.id)
    .execute()
  await recordTransition(tx, { attemptId: attempt.id, from: attempt.state, to, cause: 'webhook', at: deps.clock() })
}
