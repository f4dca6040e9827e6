import type { Executor } from '#platform/database/database.ts'
import { lockCurrent } from './cancel.ts'
import { planChangeOf } from './plan-change.ts'
import { reminderDue } from './renewal-rules.ts'
import { renewalPlanOf, type SoldPlan, type Subscription } from './subscriptions.ts'

/** A reminder of the changed renewal needs time to be sent before it. */
const leastMs = 60 * 60_000

/** Why a renewal keeps its plan. */
type Unchanged = 'nothing to change' | 'at once' | 'too close'
export type PlanChange =
  | { readonly outcome: 'changed' | 'changed before'; readonly term: Subscription }
  | { readonly outcome: Unchanged }

/**
 * Changes the plan of the member's renewals, from the next one on. A reminder that was already sent announced another
 * plan, so that a new one is due. Idempotent.
 */
export async function schedulePlanChange(
  tx: Executor,
  memberId: string,
  input: { to: SoldPlan; now: Date; noticeDays: number; timeZone: string },
): Promise<PlanChange> {
  const { to, now } = input
  const term = await lockCurrent(tx, memberId, now)
  const change = term && planChangeOf(term, to.plan, now)
  if (change?.when === 'now') return { outcome: 'at once' }
  if (!term || change === null || term.state !== 'active') return { outcome: 'nothing to change' }
  if (isSame(renewalPlanOf(term), to)) return { outcome: 'changed before', term }
  if (isTooClose(term, now)) return { outcome: 'too close' }
  return { outcome: 'changed', term: await setNextPlan(tx, term, { ...input, next: to }) }
}

/** Undoes a change of plan that has not begun. Idempotent. */
export async function cancelPlanChange(
  tx: Executor,
  memberId: string,
  input: { now: Date; noticeDays: number; timeZone: string },
): Promise<PlanChange> {
  const term = await lockCurrent(tx, memberId, input.now)
  if (!term?.renews || term.state !== 'active' || term.period_end <= input.now) return { outcome: 'nothing to change' }
  if (!term.next_plan) return { outcome: 'changed before', term }
  if (isTooClose(term, input.now)) return { outcome: 'too close' }
  return { outcome: 'changed', term: await setNextPlan(tx, term, { ...input, next: null }) }
}

const isTooClose = (term: Subscription, now: Date): boolean => term.period_end.getTime() - now.getTime() < leastMs

const isSame = (one: SoldPlan, other: SoldPlan): boolean =>
  one.plan.id === other.plan.id &&
  one.plan.totalMinor === other.plan.totalMinor &&
  one.flow.version === other.flow.version

async function setNextPlan(
  tx: Executor,
  term: Subscription,
  { next, now, noticeDays, timeZone }: { next: SoldPlan | null; now: Date; noticeDays: number; timeZone: string },
): Promise<Subscription> {
  const row = await tx
    .updateTable('subscriptions')
    .set({
      next_plan: next && JSON.stringify(next),
      notice_sent_at: null,
      notice_due_at: reminderDue(now, term.period_end, noticeDays, timeZone),
    })
    .where('id', '=', term.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return row as unknown as Subscription
}
