import type { Tx } from '#platform/database/database.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import { pipelined } from '#platform/database/pipeline.ts'
import { isOpen, isPaid, nextState, unpaidAfterGrant, type AttemptState } from './attempt-machine.ts'
import { changeAttempt, lockAttempt, type Attempt } from './attempts.ts'
import { isCreditLeft, lockCredited } from '../plan-changes/upgrade.ts'
import { askedOf } from './asked-of.ts'
import { countDeclinedCard, isTested } from '../checkout/tested-cards.ts'
import type { PaymentDeps } from '../deps.ts'
import { detachLateCard, isErased } from '../cards/detach-cards.ts'
import { storeLateCard } from './grant.ts'
import { grantPurchase } from './grant-purchase.ts'
import { flag, flagsOf, paidUngranted, unresolved, withoutFlags } from './flags.ts'
import type { ProviderState } from '../port.ts'
import { issueCreditNote } from '../invoices/issue.ts'
import { renewalUnpaid } from '../renewals/unpaid.ts'
import { leftToRefund } from '../withdrawals/left-to-refund.ts'
import { emailAboutOrder } from './order-email.ts'
import { holdForChoice, isAccountClosed, isPaidAgain, stopChoice } from './paid-twice.ts'
import { lockPayer, type Payer } from './payer.ts'
import { nextCheck } from './poll-schedule.ts'

/**
 * Source of the report: the charge itself, the return page, a webhook event, the poller, or a newer order that replaces
 * this one.
 */
export type Cause = 'charge' | 'return' | 'webhook' | 'poll' | 'replaced'

export interface Applied {
  readonly attempt: Attempt
  /** True for the one call that granted the purchase. */
  readonly granted: boolean
  /** The member was no longer on the page when the order was decided, and is notified. */
  readonly decidedLate?: boolean
}

/**
 * The only function that applies a provider's report to an attempt: the charge, the return page, webhooks and the
 * poller all call it, in any order and any number of times. Takes the attempt's row lock. Nothing is granted unless
 * amount, currency and reference are ours, and it is granted once.
 */
export async function applyProviderState(
  deps: PaymentDeps,
  tx: Tx,
  attemptId: string,
  reported: ProviderState,
  cause: Cause,
): Promise<Applied> {
  return applyToLocked(deps, tx, await lockAttempt(tx, attemptId), reported, cause)
}

/** The same, for an attempt that the caller has read under its lock. */
export async function applyToLocked(
  deps: PaymentDeps,
  tx: Tx,
  attempt: Attempt,
  reported: ProviderState,
  cause: Cause,
): Promise<Applied> {
  // Its money is being refunded or waits for the member's choice, whatever is reported about it again.
  if (attempt.refund_due_at !== null && attempt.granted_at === null)
    return {
      attempt: unpaidAfterGrant.includes(reported.state) ? await stopChoice(deps, tx, attempt, 'late_failed') : attempt,
      granted: false,
    }
  // A person has refunded all that came for it: saying again that it was paid makes nothing wait, or to be kept.
  const isSettled = !isOpen(attempt.state) && attempt.granted_at === null && isPaid(reported.state)
  if (isSettled && (await isRefunded(tx, attempt, reported))) return { attempt, granted: false }
  const isUpgrade = attempt.change_of !== null && attempt.granted_at === null
  if (isUpgrade && isPaid(reported.state)) await lockCredited(tx, attempt)
  const payer = isPaid(reported.state) ? await lockPayer(tx, attempt.member_id) : null
  const erased = payer?.state === 'deleted'
  if (erased && reported.token) await detachLateCard(tx, attempt, reported.token)
  const fault = mismatch(attempt, reported)
  if (fault === 'other_amount' && attempt.granted_at === null)
    return { attempt: await flagUngranted(deps, tx, attempt, reported, fault), granted: false }
  if (fault) return { attempt: await flag(deps, tx, attempt, fault), granted: false }

  if (erased && attempt.granted_at === null)
    return { attempt: await flagUngranted(deps, tx, attempt, reported, 'paid_after_erasing'), granted: false }
  const to = verifiedState(reported)
  const isGrant = nextState(attempt.state, to) !== attempt.state && isPaid(to)
  if (
    payer &&
    to !== attempt.state &&
    isPaid(to) &&
    attempt.granted_at === null &&
    (await isAccountClosed(tx, attempt, payer))
  )
    return { attempt: await holdForChoice(deps, tx, attempt, reported, 'account_closed'), granted: false }
  if (isGrant && attempt.granted_at === null && (await isPaidAgain(tx, attempt)))
    return { attempt: await holdForChoice(deps, tx, attempt, reported), granted: false }
  if (isUpgrade && isGrant && !(await isCreditLeft(tx, attempt, deps.clock())))
    return { attempt: await flagUngranted(deps, tx, attempt, reported, 'credit_gone'), granted: false }
  if (nextState(attempt.state, to) !== attempt.state) return step(deps, tx, attempt, payer, to, reported, cause)
  if (to !== attempt.state && isPaid(to) && attempt.granted_at === null) {
    // It was left or replaced by the member, who has paid all the same.
    if (attempt.renewal_of === null && attempt.plan.level > 0)
      return { attempt: await holdForChoice(deps, tx, attempt, reported), granted: false }
    return { attempt: await flagUngranted(deps, tx, attempt, reported, 'paid_after_close'), granted: false }
  }
  if (isPaid(to) && attempt.granted_at !== null && reported.token && !erased)
    await storeLateCard(deps, tx, attempt, reported.token)
  return { attempt, granted: false }
}

/** Whether what was paid, which may be less than ordered, is refunded or being refunded. */
async function isRefunded(tx: Tx, attempt: Attempt, { amount }: ProviderState): Promise<boolean> {
  const { amount_minor: ordered } = attempt
  return ordered - (await leftToRefund(tx, attempt)) >= Math.min(ordered, amount?.minor ?? ordered)
}

/**
 * The money is here, but nothing can be granted for it: it is another amount, or something happened before the payment
 * completed. It has to be refunded manually. The order is open no longer: it is not asked about, and stands in the way
 * of no other order and no renewal.
 */
async function flagUngranted(
  deps: PaymentDeps,
  tx: Tx,
  attempt: Attempt,
  { providerRef }: ProviderState,
  reason: (typeof paidUngranted)[number],
): Promise<Attempt> {
  const isPaidBefore = flagsOf(attempt).some((one) => paidUngranted.some((reason) => reason === one))
  await tx
    .updateTable('payment_attempts')
    .set({
      // The payment's own reference, which a refund needs and its events name: the unpaid order may have had another.
      ...(providerRef === null || isPaidBefore ? {} : { provider_ref: providerRef }),
      // The missing outcome has arrived after all.
      ...withoutFlags(attempt, unresolved),
      check_at: null,
      sealed_request: null,
      action: null,
    })
    .where('id', '=', attempt.id)
    .execute()
  return flag(deps, tx, attempt, reason)
}

/** What in the report does not match the attempt, or null. */
function mismatch(attempt: Attempt, reported: ProviderState): string | null {
  if (reported.reference !== null && reported.reference !== attempt.id) return 'other_reference'
  if (!isPaid(reported.state)) return null
  if (
    reported.amount &&
    (reported.amount.minor !== attempt.amount_minor || reported.amount.currency !== attempt.currency)
  )
    return 'other_amount'
  const second =
    attempt.granted_at !== null &&
    attempt.provider_ref !== null &&
    reported.providerRef !== null &&
    reported.providerRef !== attempt.provider_ref
  return second ? 'second_payment' : null
}

/** A report without amount and reference does not count as paid: the signed webhook event will. */
const verifiedState = (reported: ProviderState): AttemptState =>
  isPaid(reported.state) && (!reported.amount || reported.reference === null) ? 'processing' : reported.state

async function step(
  deps: PaymentDeps,
  tx: Tx,
  attempt: Attempt,
  payer: Payer | null,
  to: AttemptState,
  reported: ProviderState,
  cause: Cause,
): Promise<Applied> {
  const now = deps.clock()
  // A paid state is a paid report, whose payer was read.
  const granted =
    payer && isPaid(to) && attempt.granted_at === null
      ? await grantPurchase(deps, tx, attempt, payer, reported, now)
      : null
  const open = isOpen(to)
  const asked = askedOf(deps, { ...attempt, provider_ref: reported.providerRef ?? attempt.provider_ref })
  const checkAt = open ? nextCheck(to, attempt.checks, attempt.created_at, now, asked) : null
  const transition = { attemptId: attempt.id, from: attempt.state, to, cause, at: now }
  const changes = {
    code: reported.code,
    provider_ref: reported.providerRef ?? attempt.provider_ref,
    action: actionAfter(to, reported, attempt),
    check_at: checkAt,
    ...(open ? {} : { sealed_request: null }),
    // The missing outcome has arrived after all.
    ...(!open && flagsOf(attempt).includes(unresolved) ? withoutFlags(attempt, unresolved) : {}),
    ...(granted
      ? {
          granted_at: now,
          subscription_id: granted.subscriptionId,
          term_start: granted.bought?.from ?? null,
          term_end: granted.bought?.until ?? null,
        }
      : {}),
  }
  const changed = await pipelined(tx, async (all) => {
    const [, row] = await Promise.all([
      granted?.receipt && deps.enqueueEmail(all, granted.receipt),
      changeAttempt(all, transition, changes),
    ])
    return row
  })
  if (checkAt) await scheduleCheck(tx, attempt.id, checkAt)
  let isFlagged = await watchCard(deps, tx, attempt, to, reported)
  if (!open && !granted && attempt.granted_at === null && attempt.renewal_of !== null)
    await renewalUnpaid(deps, tx, { ...attempt, state: to, code: reported.code })
  if (attempt.granted_at !== null && unpaidAfterGrant.includes(to)) {
    await flag(deps, tx, attempt, 'failed_after_grant')
    isFlagged = true
    // Nothing was paid, so no VAT is owed of it; what was granted is for the person to decide.
    await issueCreditNote(deps, tx, attempt, { refundId: null, amountMinor: null })
  }
  const decidedLate = isDecidedLate(attempt, to, cause)
  if (decidedLate && !granted && !(await isErased(tx, attempt.member_id)))
    await emailAboutOrder(deps, tx, attempt, { kind: 'order-unpaid', facts: {}, path: '/vip_plan/cred' })
  return { attempt: isFlagged ? await lockAttempt(tx, attempt.id) : changed, granted: granted !== null, decidedLate }
}

/** The payer's next step, as JSON: of an order that still waits for them it stays, if a report does not repeat it. */
function actionAfter(to: AttemptState, reported: ProviderState, before: Attempt): string | null {
  const action = to === 'requires_action' || to === 'unknown' ? (reported.action ?? before.action) : null
  return action && JSON.stringify(action)
}

/**
 * Counts a declined card; a purchase with one that many members were declined with before is for a person to decide.
 * @returns whether the attempt was flagged
 */
async function watchCard(
  deps: PaymentDeps,
  tx: Tx,
  attempt: Attempt,
  to: AttemptState,
  { cardFingerprint: card }: ProviderState,
): Promise<boolean> {
  if (!card || attempt.renewal_of !== null) return false
  if (to === 'declined') await countDeclinedCard(deps, tx, { card, memberId: attempt.member_id })
  const isSale = isPaid(to) && attempt.granted_at === null && attempt.amount_minor > 0
  if (!isSale || !(await isTested(deps, tx, card))) return false
  await flag(deps, tx, attempt, 'tested_card')
  return true
}

/**
 * Whether the member has to be notified of the outcome. Not if they left the page without paying; but if they were
 * asked to wait for the bank.
 */
const isDecidedLate = (attempt: Attempt, to: AttemptState, cause: Cause): boolean =>
  (cause === 'webhook' || cause === 'poll') &&
  attempt.renewal_of === null &&
  // An age check has no price and grants nothing: it only opens what was closed.
  attempt.plan.level > 0 &&
  isOpen(attempt.state) &&
  (isPaid(to) || (!isOpen(to) && (attempt.state === 'processing' || attempt.state === 'unknown')))

export const scheduleCheck = (tx: Tx, attemptId: string, at: Date): Promise<void> =>
  addJob(
    tx,
    'payment-check',
    { attemptId },
    { runAt: at, key: `payment-check:${attemptId}`, maxAttempts: 1, urgent: true },
  )
