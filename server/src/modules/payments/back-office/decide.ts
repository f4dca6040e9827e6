import type { Tx } from '#platform/database/database.ts'
import { newId } from '#platform/ids.ts'
import { isOpen } from '../attempts/attempt-machine.ts'
import { attemptOf, lockAttempt, recordTransition, type Attempt } from '../attempts/attempts.ts'
import type { PaymentDeps } from '../deps.ts'
import { scheduleRefund } from '../withdrawals/refund-schedule.ts'

type Deps = Pick<PaymentDeps, 'db' | 'clock'>

export interface Decision {
  readonly attemptId: string
  /** Who decided: `command:ada`. */
  readonly madeBy: string
  readonly reason: string
}

export type RefundOutcome = 'asked' | 'no such payment' | 'never reached the provider' | 'more than is left'

/**
 * Refunds a payment in part or whole, by a person's decision; a job asks the provider for it. The purchase stays
 * granted; a withdrawal revokes it. A payment that granted nothing is closed.
 */
export async function refundPayment(
  deps: Deps,
  { attemptId, madeBy, reason, amountMinor }: Decision & { readonly amountMinor: number },
): Promise<RefundOutcome> {
  if (!(await attemptOf(deps.db, attemptId))) return 'no such payment'
  return deps.db.transaction().execute(async (tx): Promise<RefundOutcome> => {
    const attempt = await lockAttempt(tx, attemptId)
    if (attempt.provider_ref === null) return 'never reached the provider'
    const underWay = await tx
      .selectFrom('refunds')
      .select('amount_minor')
      .where('attempt_id', '=', attemptId)
      .where('state', 'in', ['submitting', 'accepted'])
      .execute()
    const refundedMinor = underWay.reduce((sum, refund) => sum + refund.amount_minor, attempt.refunded_minor)
    if (amountMinor > attempt.amount_minor - refundedMinor) return 'more than is left'
    const now = deps.clock()
    const id = newId()
    await tx
      .insertInto('refunds')
      .values({
        id,
        brand_id: attempt.brand_id,
        member_id: attempt.member_id,
        attempt_id: attemptId,
        reason: 'back_office',
        amount_minor: amountMinor,
        currency: attempt.currency,
        credits: 0,
        state: 'submitting',
        created_at: now,
        updated_at: now,
        check_at: now,
      })
      .execute()
    await scheduleRefund(tx, id, now)
    await close(deps, tx, attempt, `refunded by ${madeBy}: ${reason}`)
    return 'asked'
  })
}

export type ResolveOutcome = 'resolved' | 'no such payment' | 'nothing to resolve'

/**
 * Marks a flagged payment as resolved, or the claim of its lost dispute: one decision at a time, so that nothing is
 * written off unseen. Author, time and reason are recorded with its transitions.
 */
export async function resolvePayment(deps: Deps, { attemptId, madeBy, reason }: Decision): Promise<ResolveOutcome> {
  if (!(await attemptOf(deps.db, attemptId))) return 'no such payment'
  return deps.db.transaction().execute(async (tx): Promise<ResolveOutcome> => {
    const attempt = await lockAttempt(tx, attemptId)
    if (attempt.flagged !== null) {
      await close(deps, tx, attempt, `${attempt.flagged} resolved by ${madeBy}: ${reason}`)
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
    return 'resolved'
  })
}

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

/** Clears the flag; an attempt that granted nothing and is still open fails. */
async function close(deps: Deps, tx: Tx, attempt: Attempt, cause: string): Promise<void> {
  const now = deps.clock()
  const givenUp = attempt.granted_at === null && isOpen(attempt.state)
  const state = givenUp ? 'failed' : attempt.state
  await tx
    .updateTable('payment_attempts')
    .set({
      state,
      flagged: null,
      flagged_at: null,
      updated_at: now,
      ...(givenUp ? { check_at: null, sealed_request: null, action: null } : {}),
    })
    .where('id', '=', attempt.id)
    .execute()
  await recordTransition(tx, { attemptId: attempt.id, from: attempt.state, to: state, cause, at: now })
}
