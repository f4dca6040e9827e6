import type { RatePlan } from '#modules/flows/index.ts'
import type { Subscription } from './subscriptions.ts'

/** When another plan replaces the running one. */
export type PlanChangeTime = { readonly when: 'now' | 'renewal' }

/**
 * Whether ordering `plan` changes the member's running plan (docs/decisions/038-change-of-plan.md): up at once, down at
 * the next renewal. Up is a higher level, or the same level at a higher price. Null if it does not, and is an order of
 * its own: one of the two does not renew, nothing runs that is paid for, it is the same plan, or their prices cannot be
 * compared.
 */
export function planChangeOf(term: Subscription, plan: RatePlan, now: Date): PlanChangeTime | null {
  const running = term.plan
  const changes =
    term.renews &&
    (term.state === 'active' || term.state === 'cancelled') &&
    term.period_end > now &&
    plan.renews &&
    plan.period !== null &&
    plan.id !== running.id &&
    plan.currency === running.currency
  if (!changes) return null
  const isUp = plan.level > running.level || (plan.level === running.level && plan.totalMinor > running.totalMinor)
  if (isUp) return { when: 'now' }
  // A cancelled plan has no renewal at which it could change.
  return term.state === 'active' ? { when: 'renewal' } : null
}
