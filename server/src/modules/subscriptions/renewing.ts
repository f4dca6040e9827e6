import type { Executor } from '#platform/database/database.ts'
import { addDays, anchorFrom, dayIn, endOfDay, endOfPeriod } from '#modules/calendar/index.ts'
import { isTimely, nextTry, reminderDue, type Refusal } from './renewal-rules.ts'
import type { SoldPlan, Subscription } from './subscriptions.ts'

/** Whether a due renewal is charged, waits or ends. */
export type RenewalCheck =
  | { readonly go: 'charge' }
  /** Not now: not due, or its reminder is still queued. */
  | { readonly go: 'wait' }
  /** No timely reminder was sent, or the time for payment is over: it ends. */
  | { readonly go: 'end'; readonly reason: 'no_notice' | 'unpaid' }

/** Decides whether a renewal may be charged. `reminder` is the state of its email. */
export function checkRenewal(
  term: Subscription,
  input: { now: Date; graceDays: number; reminder: 'sent' | 'queued' | 'lost'; timeZone: string },
): RenewalCheck {
  const due =
    term.renews &&
    (term.state === 'active' || term.state === 'past_due') &&
    term.next_try_at !== null &&
    term.next_try_at <= input.now
  if (!due || term.period_end > input.now) return { go: 'wait' }
  const announced = isTimely(term.notice_sent_at, term.notice_due_at) && input.reminder !== 'lost'
  if (input.now >= payableUntil(term, input)) return { go: 'end', reason: announced ? 'unpaid' : 'no_notice' }
  if (!announced) return { go: 'end', reason: 'no_notice' }
  return { go: input.reminder === 'queued' ? 'wait' : 'charge' }
}

/**
 * Marks a charge as in progress: no other is tried, and the plan stays active meanwhile, at most for the grace period.
 */
export async function markCharging(tx: Executor, term: Subscription, grace: Grace): Promise<void> {
  await tx
    .updateTable('subscriptions')
    .set({ next_try_at: null, grace_until: payableUntil(term, grace) })
    .where('id', '=', term.id)
    .execute()
}

/** Leaves a due renewal for a later run. One that was paid or cancelled meanwhile is not due, and stays as it is. */
export async function postponeTry(
  executor: Executor,
  id: string,
  { now, until }: { readonly now: Date; readonly until: Date },
): Promise<void> {
  await executor
    .updateTable('subscriptions')
    .set({ next_try_at: until })
    .where('id', '=', id)
    .where('next_try_at', '<=', now)
    .execute()
}

/**
 * When a renewal that is not paid ends its plan: after a day at the earliest, even if a brand has no grace period, since
 * a charge in the last minute needs one.
 */
export const payableUntil = (term: Subscription, { graceDays, timeZone }: Grace): Date =>
  promisedUntil(term, graceEnd(term, { graceDays: Math.max(1, graceDays), timeZone }))

/** A grace period that was announced to the member is never shortened, by whatever happens in it. */
const promisedUntil = ({ state, grace_until: promised }: Subscription, until: Date): Date =>
  state === 'past_due' && promised !== null && promised > until ? promised : until

interface Grace {
  readonly graceDays: number
  readonly timeZone: string
}

/** The last hour of its last day, since members read a date; without days, the end of the paid period. */
const graceEnd = ({ period_end: end }: Subscription, { graceDays, timeZone }: Grace): Date =>
  graceDays === 0 ? end : endOfDay(dayIn(addDays(end, graceDays, timeZone), timeZone), timeZone)

/**
 * The renewal is paid: the next period starts where the last one ended, however late it was paid, and has the days of the
 * contract's first, also if the plan changes.
 */
export async function extendTerm(
  tx: Executor,
  term: Subscription,
  input: { paid: SoldPlan; now: Date; noticeDays: number; timeZone: string },
): Promise<Subscription> {
  const { timeZone } = input
  const { plan, flow } = input.paid
  if (!plan.period) throw new Error(`plan ${plan.id} has no period`)
  const isChange = plan.id !== term.plan_id
  const end = endOfPeriod(term.anchored_at, term.period_end, plan.period, timeZone)
  // Cancelled during the charge: the paid period runs, and is the last.
  const goesOn = term.state !== 'cancelled'
  const row = await tx
    .updateTable('subscriptions')
    .set({
      state: goesOn ? 'active' : 'cancelled',
      period_start: term.period_end,
      period_end: end,
      tries: 0,
      grace_until: null,
      notice_sent_at: null,
      card_notice_at: null,
      next_try_at: goesOn ? end : null,
      notice_due_at: reminderDue(input.now, end, input.noticeDays, timeZone),
      next_plan: null,
      anchored_at: anchorFrom(term.anchored_at, term.period_end, timeZone),
      ...(isChange
        ? {
            plan_id: plan.id,
            plan: JSON.stringify(plan),
            flow_id: flow.id,
            flow_version: flow.version,
          }
        : {}),
    })
    .where('id', '=', term.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return row as unknown as Subscription
}

export interface Unpaid {
  /** `past_due` keeps the plan's level until `until`. */
  readonly outcome: 'past_due' | 'ended'
  readonly until: Date
  readonly nextTry: Date | null
}

/**
 * The renewal was declined, or there is no card: the plan enters its grace period, stays in it, or ends. A decline of
 * whatever kind does not end a grace period that an earlier one began (rule 13.3).
 */
export async function failRenewal(
  tx: Executor,
  term: Subscription,
  input: { refusal: Refusal; graceDays: number; now: Date; timeZone: string },
): Promise<Unpaid> {
  const { now, refusal, timeZone } = input
  const until = promisedUntil(term, graceEnd(term, input))
  const tries = term.tries + 1
  const isOver = refusal === 'hard' && term.state !== 'past_due'
  if (isOver || until <= now || term.state === 'cancelled') {
    await endTerm(tx, term.id)
    return { outcome: 'ended', until: now, nextTry: null }
  }
  const again = refusal === 'soft' ? nextTry(term.period_end, tries, { graceUntil: until, now, timeZone }) : null
  await tx
    .updateTable('subscriptions')
    .set({ state: 'past_due', tries, next_try_at: again, grace_until: until })
    .where('id', '=', term.id)
    .execute()
  return { outcome: 'past_due', until, nextTry: again }
}

/** Ends a term; the caller changes the level. */
export async function endTerm(tx: Executor, id: string): Promise<void> {
  await tx.updateTable('subscriptions').set({ state: 'ended', next_try_at: null }).where('id', '=', id).execute()
}
