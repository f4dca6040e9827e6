import { decimal, type Locale } from '@incontro/contract'
import type { Tx } from '#platform/database/database.ts'
import { Failure, notFound } from '#platform/http/problem.ts'
import { move } from '#modules/credits/index.ts'
import { setLevel } from '#modules/members/index.ts'
import { shortenTerm, type Subscription } from '#modules/subscriptions/index.ts'
import { nothingLeft } from '../attempts/attempt-machine.ts'
import { attemptOf, lockAttempt, type Attempt } from '../attempts/attempts.ts'
import { fallToFree } from '../attempts/change-level.ts'
import type { PaymentDeps } from '../deps.ts'
import { memberTimeZone } from '../member-country.ts'
import { messagesFor } from '../messages-for.ts'
import { createRefund } from './create-refund.ts'
import { restorePayments, restoredUntil, runOnAsLast, totalMs, moveLaterOrders } from './restored.ts'
import { withdrawableOf, type Withdrawable } from './refundable.ts'
import { revokedCredit } from './revoked-credit.ts'

export interface Withdrawal {
  readonly refundId: string
  readonly amountMinor: number
  readonly currency: string
  readonly credits: number
}

/**
 * Withdraws a member from an order: revokes unused credits and time, records the refund and queues its receipt, in one
 * transaction; the refund is requested afterwards. Idempotent per order.
 * @throws Failure 404 for an order that is not the member's, 409 `nothing_to_withdraw`
 */
export async function withdraw(deps: PaymentDeps, memberId: string, reference: string): Promise<Withdrawal> {
  const found = await attemptOf(deps.db, reference)
  if (!found || found.member_id !== memberId) throw notFound()
  return deps.db.transaction().execute(async (tx) => {
    const now = deps.clock()
    const attempt = await lockAttempt(tx, reference)
    await tx.selectFrom('members').select('id').where('id', '=', memberId).forNoKeyUpdate().executeTakeFirstOrThrow()
    const done = await tx
      .selectFrom('refunds')
      .selectAll()
      .where('attempt_id', '=', reference)
      .where('reason', '=', 'withdrawal')
      .executeTakeFirst()
    if (done)
      return { refundId: done.id, amountMinor: done.amount_minor, currency: done.currency, credits: done.credits }

    await tx
      .selectFrom('wallets')
      .select('member_id')
      .where('member_id', '=', memberId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const due = await withdrawableOf(deps, tx, attempt, now)
    if (due === 'withdrawn before')
      throw new Failure(409, 'withdrawn_before', {
        message: 'A purchase of this kind was withdrawn from within its period: this one cannot be',
      })
    if (!due) throw new Failure(409, 'nothing_to_withdraw', { message: 'The withdrawal period of this order is over' })
    return undo(deps, tx, due, now)
  })
}

async function undo(
  deps: PaymentDeps,
  tx: Tx,
  { attempt, refundMinor, credits, unusedMs, restored }: Withdrawable,
  now: Date,
): Promise<Withdrawal> {
  const { member_id: memberId, brand_id: brandId, currency } = attempt
  const taken = await move(tx, {
    memberId,
    brandId,
    account: 'messages',
    house: 'refunds',
    amount: -credits,
    key: `withdrawal:${attempt.id}`,
    at: now,
  })
  if (taken.outcome !== 'moved') throw new Error('the credits of a withdrawal were not there')
  await tx
    .updateTable('payment_attempts')
    .set({ withdrawn_at: now, updated_at: now })
    .where('id', '=', attempt.id)
    .execute()
  const term =
    unusedMs === 0
      ? undefined
      : await removeUnusedTime(deps, tx, { attempt, unusedMs: Math.max(0, unusedMs - totalMs(restored)), now })
  await restorePayments(tx, restored, now)
  await fallToLevel(deps, tx, attempt, term && (await runOnAsLast(tx, term, now)))
  const refundId = await createRefund(tx, attempt, { reason: 'withdrawal', amountMinor: refundMinor, credits }, now)
  const member = await tx
    .selectFrom('members')
    .select(['email', 'locale'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  const locale = member.locale as Locale
  await deps.enqueueEmail(tx, {
    brandId,
    memberId,
    kind: 'withdrawal',
    to: member.email,
    locale,
    props: {
      order: attempt.id,
      plan: attempt.plan.name[locale],
      paid: decimal(attempt.amount_minor, currency),
      refund: decimal(refundMinor, currency),
      currency,
      credits,
      messages: messagesFor(deps, attempt, credits),
      receivedAt: now.toISOString(),
      planEnds: unusedMs > 0,
      ...(restored.length > 0 ? { restoredUntil: restoredUntil(restored, now).toISOString() } : {}),
    },
  })
  return { refundId, amountMinor: refundMinor, currency, credits }
}

/** Removes the order's unused time from the running term, and moves later purchases forward. */
export async function removeUnusedTime(
  deps: PaymentDeps,
  tx: Tx,
  { attempt, unusedMs, now }: { attempt: Attempt; unusedMs: number; now: Date },
): Promise<Subscription | null> {
  const { ms: revokedMs } = await revokedCredit(tx, attempt)
  const end = attempt.term_end && new Date(attempt.term_end.getTime() - revokedMs)
  if (end) await moveLaterOrders(tx, attempt, end, -unusedMs)
  const noticeDays = deps.brandOf(attempt.brand_id)?.renewal.noticeDays ?? 90
  return shortenTerm(tx, attempt.member_id, {
    subscriptionId: attempt.subscription_id,
    unusedMs,
    noticeDays,
    timeZone: await memberTimeZone(tx, attempt.member_id),
    now,
  })
}

/**
 * The level that remains paid for: 2 while a term runs, 1 with another order that was not withdrawn from, else 0.
 * @param term the term that still runs after it was shortened, null if there is none, undefined if no time was changed
 */
export async function fallToLevel(
  deps: PaymentDeps,
  tx: Tx,
  attempt: Attempt,
  term: Subscription | null | undefined,
): Promise<void> {
  const memberId = attempt.member_id
  if (term) {
    if (term.plan.level === 2) await setLevel(tx, { memberId, level: 2, until: term.period_end })
    else await setLevel(tx, { memberId, level: 1, until: null })
    return
  }
  const { level } = await tx.selectFrom('members').select('level').where('id', '=', memberId).executeTakeFirstOrThrow()
  if (term === undefined && level === 2) return
  const other = await tx
    .selectFrom('payment_attempts')
    .select('id')
    .where('member_id', '=', memberId)
    .where('granted_at', 'is not', null)
    .where('withdrawn_at', 'is', null)
    .where('amount_minor', '>', 0)
    .where('state', 'not in', nothingLeft)
    .limit(1)
    .executeTakeFirst()
  if (other) await setLevel(tx, { memberId, level: 1, until: null })
  else await fallToFree(deps, tx, attempt)
}
