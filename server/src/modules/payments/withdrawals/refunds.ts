import type { Selectable } from 'kysely'
import type { Tx } from '../../../platform/database.ts'
import type { Refund } from '../../../platform/database-types.ts'
import { flag } from '../attempts/apply-provider-state.ts'
import { nextState, type AttemptState } from '../attempts/attempt-machine.ts'
import { attemptOf, lockAttempt, recordTransition, type Attempt } from '../attempts/attempts.ts'
import type { PaymentDeps } from '../deps.ts'
import { nextRefundCheck, scheduleRefund } from './refund-schedule.ts'

/** Asks the provider for one refund that is due, with no transaction open. Without an answer it is asked again under the same key. */
export async function requestRefund(deps: PaymentDeps, refundId: string): Promise<void> {
  const refund = await claim(deps, refundId)
  if (!refund) return
  const attempt = await attemptOf(deps.db, refund.attempt_id)
  const provider = attempt && deps.providers.get(attempt.provider)
  if (!attempt?.provider_ref || !provider) throw new Error(`refund ${refundId} has nobody to ask`)
  const answer = await provider
    .refund({
      providerRef: attempt.provider_ref,
      reference: refund.id,
      amount: { minor: refund.amount_minor, currency: refund.currency },
      idempotencyKey: refund.id,
    })
    .catch((error: unknown) => {
      deps.log.warn({ err: error, refund: refundId }, 'a refund is asked for again')
      return null
    })
  if (!answer) return
  await deps.db.transaction().execute(async (tx) => {
    // Attempt first, as the refund's webhook event does.
    const locked = await lockAttempt(tx, attempt.id)
    const changed = await tx
      .updateTable('refunds')
      .set({ state: answer.accepted ? 'accepted' : 'refused', check_at: null, updated_at: deps.clock() })
      .where('id', '=', refundId)
      .where('state', '=', 'submitting')
      .executeTakeFirst()
    if (!answer.accepted && changed.numUpdatedRows === 1n) await flag(deps, tx, locked, 'refund_refused')
  })
}

/** Refunds whose time to be asked for has passed, such as after a crash. */
export async function sweepRefunds(deps: PaymentDeps): Promise<void> {
  const due = await deps.db
    .selectFrom('refunds')
    .select('id')
    .where('check_at', '<=', deps.clock())
    .orderBy('check_at')
    .limit(100)
    .execute()
  for (const { id } of due)
    await requestRefund(deps, id).catch((error: unknown) =>
      deps.log.error({ err: error, refund: id }, 'a refund could not be asked for'),
    )
}

/** Takes the look, and sets the next one before anybody is asked. */
async function claim(deps: PaymentDeps, id: string): Promise<Selectable<Refund> | null> {
  return deps.db.transaction().execute(async (tx) => {
    const refund = await tx.selectFrom('refunds').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    const now = deps.clock()
    if (!refund || refund.state !== 'submitting' || refund.check_at === null || refund.check_at > now) return null
    const next = nextRefundCheck(refund.checks, now)
    await tx
      .updateTable('refunds')
      .set({ checks: Math.min(refund.checks + 1, 30_000), check_at: next })
      .where('id', '=', id)
      .execute()
    await scheduleRefund(tx, id, next)
    return refund
  })
}

/** Applies what an event says of a refund: `done` is the money on its way, otherwise it did not go. The attempt's state follows. */
export async function recordRefund(
  deps: PaymentDeps,
  tx: Tx,
  attempt: Attempt,
  reported: { reference: string | null; done: boolean; amount: { minor: number; currency: string } | null },
): Promise<void> {
  const own =
    reported.reference === null
      ? undefined
      : await tx
          .selectFrom('refunds')
          .selectAll()
          .where('attempt_id', '=', attempt.id)
          .where('id', '=', reported.reference)
          .forUpdate()
          .executeTakeFirst()
  if (own?.state === 'refunded' && reported.done) return
  const agrees =
    reported.amount !== null &&
    reported.amount.currency === attempt.currency &&
    (!own || reported.amount.minor === own.amount_minor)
  const done = reported.done && agrees
  if (own)
    await tx
      .updateTable('refunds')
      .set({ state: done ? 'refunded' : 'failed', check_at: null, updated_at: deps.clock() })
      .where('id', '=', own.id)
      .execute()
  if (!done || !reported.amount) {
    await flag(deps, tx, attempt, 'refund_failed')
    return
  }
  const refunded = attempt.refunded_minor + reported.amount.minor
  await tx.updateTable('payment_attempts').set({ refunded_minor: refunded }).where('id', '=', attempt.id).execute()
  await moveAttempt(deps, tx, attempt, refunded >= attempt.amount_minor ? 'refunded' : 'partially_refunded')
}

/** Moves an attempt that is paid to what came of it later; what the machine does not allow calls for a person. */
export async function moveAttempt(deps: PaymentDeps, tx: Tx, attempt: Attempt, to: AttemptState): Promise<void> {
  if (attempt.state === to) return
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
