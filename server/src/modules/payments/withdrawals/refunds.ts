import type { Selectable } from 'kysely'
import type { Tx } from '#platform/database/database.ts'
import type { Refund } from '#platform/database/database-types.ts'
import { sweepDue } from '#platform/jobs/sweep.ts'
import { sweep, type WhenLocked } from '../sweep.ts'
import { attemptOf, lockAttempt } from '../attempts/attempts.ts'
import { flag } from '../attempts/flags.ts'
import { smallestId } from '#platform/ids.ts'
import type { PaymentDeps } from '../deps.ts'
import { NotDone, type PaymentProvider } from '../port.ts'
import { nextRefundCheck, scheduleRefund } from './refund-schedule.ts'

/** The flag of a payment with a refund that only an event or a person can close. */
export const refundUnknown = 'refund_unknown'

/**
 * Requests a due refund from the provider, outside a transaction. After a lost response it is repeated under the same
 * key; if the provider might then refund twice, it waits for a webhook or a person.
 */
export async function requestRefund(deps: PaymentDeps, refundId: string, locked: WhenLocked = 'wait'): Promise<void> {
  const refund = await claim(deps, refundId, locked)
  if (!refund) return
  const attempt = await attemptOf(deps.db, refund.attempt_id)
  const provider = attempt && deps.connections.byId(attempt.connection)?.provider
  if (!attempt?.provider_ref || !provider) throw new Error(`refund ${refundId} has nobody to ask`)
  // An earlier attempt may have died before or after its request.
  if (refund.checks > 0 && !provider.capabilities.repeatableRefund) return awaitWord(deps, refund)
  const partial = refund.amount_minor < attempt.amount_minor
  // If the provider has no such call, only a person can resolve it.
  if (partial && !provider.capabilities.partialRefund)
    return closeRefund(deps, refund, { accepted: false, providerRef: null })
  const answer = await provider
    .refund({
      providerRef: attempt.provider_ref,
      reference: refund.id,
      amount: { minor: refund.amount_minor, currency: refund.currency },
      idempotencyKey: refund.id,
    })
    .catch((error: unknown) => {
      deps.log.warn({ err: error, refund: refundId }, 'a refund got no answer')
      return error instanceof NotDone ? 'not done' : null
    })
  if (answer === 'not done') return forgetAsking(deps, refundId)
  if (answer) return closeRefund(deps, refund, answer)
  if (!provider.capabilities.repeatableRefund) await awaitWord(deps, refund)
}

/** Nothing was done: the next attempt counts as the first. */
async function forgetAsking(deps: PaymentDeps, refundId: string): Promise<void> {
  await deps.db
    .updateTable('refunds')
    .set({ checks: 0 })
    .where('id', '=', refundId)
    .where('state', '=', 'submitting')
    .execute()
}

/**
 * The provider may have refunded, and repeating the request might refund twice. Its event closes the refund, or a
 * person does.
 */
async function awaitWord(deps: PaymentDeps, refund: Selectable<Refund>): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const attempt = await lockAttempt(tx, refund.attempt_id)
    const { numUpdatedRows } = await tx
      .updateTable('refunds')
      .set({ check_at: null, updated_at: deps.clock() })
      .where('id', '=', refund.id)
      .where('state', '=', 'submitting')
      .executeTakeFirst()
    if (numUpdatedRows === 1n) await flag(deps, tx, attempt, refundUnknown)
  })
}

/**
 * Closes a payment's refunds of unknown outcome: a person has looked them up, and made at the provider what was
 * missing, which its event adds. Their own event counts all the same.
 */
export async function closeUnknownRefunds(tx: Tx, attemptId: string, at: Date): Promise<void> {
  await tx
    .updateTable('refunds')
    .set({ state: 'failed', updated_at: at })
    .where('attempt_id', '=', attemptId)
    .where('state', '=', 'submitting')
    .where('check_at', 'is', null)
    .execute()
}

/** Stores the provider's answer; a refusal is flagged. */
async function closeRefund(
  deps: PaymentDeps,
  refund: Selectable<Refund>,
  answer: Awaited<ReturnType<PaymentProvider['refund']>>,
): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    // Attempt first: the same lock order as in the refund's webhook event.
    const attempt = await lockAttempt(tx, refund.attempt_id)
    const changed = await tx
      .updateTable('refunds')
      .set({
        state: answer.accepted ? 'accepted' : 'refused',
        provider_ref: answer.providerRef,
        check_at: null,
        updated_at: deps.clock(),
      })
      .where('id', '=', refund.id)
      .where('state', '=', 'submitting')
      .executeTakeFirst()
    if (!answer.accepted && changed.numUpdatedRows === 1n) await flag(deps, tx, attempt, 'refund_refused')
  })
}

/** Requests refunds that are overdue, for example after a crash. */
export const sweepRefunds = (deps: PaymentDeps): Promise<void> =>
  sweepDue({
    ...sweep(),
    start: { id: smallestId, check_at: new Date(0) },
    rowsAfter: (last: Due, size): Promise<Due[]> => dueAfter(deps, last, size),
    work: ({ id }) => requestRefund(deps, id, 'leave'),
    onError: (error, { id }) => deps.log.error({ err: error, refund: id }, 'a refund could not be asked for'),
  })

interface Due {
  readonly id: string
  readonly check_at: Date | null
}

const dueAfter = ({ db, clock }: PaymentDeps, last: Due, size: number): Promise<Due[]> =>
  db
    .selectFrom('refunds')
    .select(['id', 'check_at'])
    .where('check_at', '<=', clock())
    .where(({ eb, refTuple, tuple }) => eb(refTuple('check_at', 'id'), '>', tuple(last.check_at, last.id)))
    .orderBy('check_at')
    .orderBy('id')
    .limit(size)
    .execute()

/** Claims an attempt and schedules the next one before the provider is called. */
async function claim(deps: PaymentDeps, id: string, locked: WhenLocked): Promise<Selectable<Refund> | null> {
  return deps.db.transaction().execute(async (tx) => {
    const refund = await tx
      .selectFrom('refunds')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .$if(locked === 'leave', (query) => query.skipLocked())
      .executeTakeFirst()
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
