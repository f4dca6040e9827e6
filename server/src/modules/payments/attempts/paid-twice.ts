import { sql } from 'kysely'
import { Failure, notFound } from '#platform/http/problem.ts'
import type { Executor, Tx } from '#platform/database/database.ts'
import { sweepDue } from '#platform/jobs/sweep.ts'
import { smallestId } from '#platform/ids.ts'
import type { PaymentDeps } from '../deps.ts'
import { issueCreditNote } from '../invoices/issue.ts'
import { createRefund } from '../withdrawals/create-refund.ts'
import { leftToRefund } from '../withdrawals/left-to-refund.ts'
import { sweep } from '../sweep.ts'
import { grantPurchase } from './grant-purchase.ts'
import { attemptOf, changeAttempt, lockAttempt, recordTransition, type Attempt } from './attempts.ts'
import { unresolved, withFlagFirst, withoutFlags } from './flags.ts'
import { emailAboutOrder } from './order-email.ts'
import { lockPayer, type Payer } from './payer.ts'
import type { ProviderState } from '../port.ts'

/*
 * Money that came for an order although another one for the same was paid, although it had been closed, or although the
 * member had closed the account: nothing is granted for it, and it is refunded without being asked for, unless the
 * member keeps the order before (rule 13.2), who has to be back for that.
 */

/** The flag of such a payment until it is refunded or kept. */
export const paidTwice = 'paid_twice'

/** What its steps say if it was paid when the account had been closed; the flag is the same. */
const accountClosed = 'account_closed'

/** Those of these orders that were paid when the account had been closed. */
export async function paidAfterClosing(executor: Executor, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const steps = await executor
    .selectFrom('payment_transitions')
    .select('attempt_id')
    .where('attempt_id', 'in', [...ids])
    .where('cause', '=', accountClosed)
    .execute()
  return new Set(steps.map(({ attempt_id: id }) => id))
}

/** How long the member may choose to keep it. */
const choiceMs = 48 * 60 * 60_000

/**
 * Whether an order was paid that another, later one for the same kind of thing, or a renewal, has replaced without
 * closing it: its outcome had been given up, or its provider did not close it. The caller holds the member's lock.
 */
export async function isPaidAgain(tx: Tx, attempt: Attempt): Promise<boolean> {
  const { plan, renewal_of: renewalOf, renewal_from: renewalFrom } = attempt
  if (plan.level === 0) return false
  const later = await tx
    .selectFrom('payment_attempts')
    .select('id')
    .where('member_id', '=', attempt.member_id)
    .where('id', '<>', attempt.id)
    .where('created_at', '>', attempt.created_at)
    .where('granted_at', 'is not', null)
    // Beside an order any renewal is a payment for the same; beside a renewal a later one is of another period.
    .$if(renewalOf !== null, (query) =>
      query.where((eb) =>
        eb.or([
          eb('renewal_of', 'is', null),
          eb.and([eb('renewal_of', '=', renewalOf), eb('renewal_from', '=', renewalFrom)]),
        ]),
      ),
    )
    .where(plan.period ? sql<boolean>`plan -> 'period' <> 'null'::jsonb` : sql<boolean>`plan_id = ${attempt.plan_id}`)
    .limit(1)
    .executeTakeFirst()
  return later !== undefined
}

/**
 * Whether the member can still have what they paid for: not an offer for new members once more, nor a price that was
 * reduced by a credit, which went elsewhere.
 */
const isKeepable = ({ plan, change_of: changeOf }: Pick<Attempt, 'plan' | 'change_of'>): boolean =>
  !plan.firstSelling && changeOf === null

/** Until when the member may keep an order paid twice; null if there is no such choice. */
export const keepUntil = (attempt: Attempt, now: Date): Date | null =>
  attempt.flagged === paidTwice &&
  attempt.refund_due_at !== null &&
  attempt.refund_due_at > now &&
  attempt.granted_at === null &&
  isKeepable(attempt)
    ? attempt.refund_due_at
    : null

/**
 * Whether nothing can be granted because the member has closed the account, or was suspended. A renewal of a plan that
 * only pauses, as of who is suspended for a time, goes on. An age check takes no money. The caller holds the member's
 * lock.
 */
export async function isAccountClosed(
  tx: Tx,
  { plan, renewal_of: renewalOf }: Attempt,
  payer: Payer,
): Promise<boolean> {
  if (payer.state === 'active' || plan.level === 0) return false
  if (payer.state !== 'suspended' || renewalOf === null) return true
  const { state } = await tx
    .selectFrom('subscriptions')
    .select('state')
    .where('id', '=', renewalOf)
    .executeTakeFirstOrThrow()
  return state === 'cancelled' || state === 'ended'
}

/**
 * Records money that belongs to no purchase, and notifies the member of the refund and the choice.
 * @param why recorded with its transitions; the flag is the same
 */
export async function holdForChoice(
  deps: PaymentDeps,
  tx: Tx,
  attempt: Attempt,
  { providerRef }: Pick<ProviderState, 'providerRef'>,
  why: typeof paidTwice | typeof accountClosed = paidTwice,
): Promise<Attempt> {
  const now = deps.clock()
  const dueAt = isKeepable(attempt) ? new Date(now.getTime() + choiceMs) : now
  deps.log.error({ attempt: attempt.id, state: attempt.state, reason: why }, 'an order was paid that grants nothing')
  await tx
    .updateTable('payment_attempts')
    .set({
      // The payment's own reference, which a refund needs: the unpaid order may have had another.
      ...(providerRef === null ? {} : { provider_ref: providerRef }),
      // Whatever its outcome was before, it has arrived.
      ...withFlagFirst(attempt, paidTwice, { insteadOf: unresolved, at: now }),
      refund_due_at: dueAt,
      check_at: null,
      sealed_request: null,
      action: null,
    })
    .where('id', '=', attempt.id)
    .execute()
  await recordTransition(tx, stays(attempt, why, now))
  const isClosed = why === accountClosed
  await emailAboutOrder(deps, tx, attempt, {
    kind: 'order-paid-twice',
    facts: { keepUntil: dueAt > now ? dueAt.toISOString() : null, ...(isClosed && { accountClosed: true }) },
    path: isClosed ? '/contactUs' : '/purchases',
  })
  return lockAttempt(tx, attempt.id)
}

/** The money did not come, or was taken back: it is neither refunded nor kept before a person has decided. */
export async function stopChoice(
  { clock }: Pick<PaymentDeps, 'clock'>,
  tx: Tx,
  attempt: Attempt,
  reason: string,
): Promise<Attempt> {
  await tx
    .updateTable('payment_attempts')
    .set(withFlagFirst(attempt, reason, { insteadOf: paidTwice, at: clock() }))
    .where('id', '=', attempt.id)
    .execute()
  return lockAttempt(tx, attempt.id)
}

const stays = ({ id, state }: Attempt, cause: string, at: Date) => ({
  attemptId: id,
  from: state,
  to: state,
  cause,
  at,
})

const nothingToChoose = (): Failure =>
  new Failure(409, 'nothing_to_choose', { message: 'This payment is not waiting for a choice: list the orders again' })

/**
 * The member keeps what was paid twice: it is granted like any paid order. One of keeping and refunding happens, under
 * the attempt's lock. @throws Failure 404, 409 `nothing_to_choose`
 */
export async function keepPaidTwice(deps: PaymentDeps, memberId: string, reference: string): Promise<void> {
  await choose(deps, memberId, reference, async (tx, attempt, now) => {
    const payer = await lockPayer(tx, memberId)
    // The account was closed concurrently.
    if (payer.state !== 'active') throw nothingToChoose()
    const reported = { token: null }
    const granted = await grantPurchase(deps, tx, attempt, payer, reported, now)
    const to = attempt.refunded_minor > 0 ? 'partially_refunded' : 'captured'
    await changeAttempt(
      tx,
      { attemptId: attempt.id, from: attempt.state, to, cause: 'kept by the member', at: now },
      {
        code: null,
        granted_at: now,
        subscription_id: granted.subscriptionId,
        term_start: granted.bought?.from ?? null,
        term_end: granted.bought?.until ?? null,
        ...withoutFlags(attempt, paidTwice),
        refund_due_at: null,
      },
    )
    await creditRefunded(deps, tx, attempt)
    if (granted.receipt) await deps.enqueueEmail(tx, granted.receipt)
  })
}

/** The credit notes of what was refunded while there was no invoice. */
async function creditRefunded(deps: PaymentDeps, tx: Tx, attempt: Attempt): Promise<void> {
  const refunds = await tx
    .selectFrom('refunds')
    .select(['id', 'amount_minor'])
    .where('attempt_id', '=', attempt.id)
    .where('state', '=', 'refunded')
    .execute()
  for (const { id, amount_minor: amountMinor } of refunds)
    await issueCreditNote(deps, tx, attempt, { refundId: id, amountMinor })
}

/** The member wants the refund at once. @returns its id, as `refund`. @throws Failure as `keepPaidTwice` */
export const refundPaidTwiceNow = (deps: PaymentDeps, memberId: string, reference: string): Promise<string | null> =>
  choose(deps, memberId, reference, (tx, attempt) => refund(deps, tx, attempt, 'refund chosen by the member'))

async function choose<T>(
  deps: PaymentDeps,
  memberId: string,
  reference: string,
  chosen: (tx: Tx, attempt: Attempt, now: Date) => Promise<T>,
): Promise<T> {
  const found = await attemptOf(deps.db, reference)
  if (found?.member_id !== memberId) throw notFound()
  return deps.db.transaction().execute(async (tx) => {
    const now = deps.clock()
    const attempt = await lockAttempt(tx, reference)
    if (!keepUntil(attempt, now)) throw nothingToChoose()
    return chosen(tx, attempt, now)
  })
}

/**
 * Creates the refund of what is left of the payment, once. `refund_due_at` stays: later reports of the payment grant
 * nothing. @returns its id; null if all of it is being refunded already
 */
async function refund(deps: PaymentDeps, tx: Tx, attempt: Attempt, cause: string): Promise<string | null> {
  const now = deps.clock()
  await tx
    .updateTable('payment_attempts')
    .set({ ...withoutFlags(attempt, paidTwice), updated_at: now })
    .where('id', '=', attempt.id)
    .execute()
  await recordTransition(tx, stays(attempt, cause, now))
  const leftMinor = await leftToRefund(tx, attempt)
  if (leftMinor <= 0) return null
  return createRefund(tx, attempt, { reason: paidTwice, amountMinor: leftMinor }, now)
}

/** Refunds what was paid twice and not kept in time. */
export const refundPaidTwice = (deps: PaymentDeps): Promise<void> =>
  sweepDue({
    ...sweep(),
    start: { id: smallestId, refund_due_at: new Date(0) },
    rowsAfter: (last: Due, size): Promise<Due[]> => dueAfter(deps, last, size),
    work: ({ id }) =>
      deps.db.transaction().execute(async (tx) => {
        const attempt = await lockAttempt(tx, id)
        const { refund_due_at: dueAt, flagged } = attempt
        if (flagged !== paidTwice || dueAt === null || dueAt > deps.clock()) return
        await refund(deps, tx, attempt, 'refunded: not kept')
      }),
    onError: (error, { id }) => deps.log.error({ err: error, attempt: id }, 'what was paid twice was not refunded'),
  })

interface Due {
  readonly id: string
  readonly refund_due_at: Date | null
}

const dueAfter = ({ db, clock }: PaymentDeps, last: Due, size: number): Promise<Due[]> =>
  db
    .selectFrom('payment_attempts')
    .select(['id', 'refund_due_at'])
    .where('flagged', '=', sql.lit(paidTwice))
    .where('refund_due_at', '<=', clock())
    .where(({ eb, refTuple, tuple }) => eb(refTuple('refund_due_at', 'id'), '>', tuple(last.refund_due_at, last.id)))
    .orderBy('refund_due_at')
    .orderBy('id')
    .limit(size)
    .execute()
