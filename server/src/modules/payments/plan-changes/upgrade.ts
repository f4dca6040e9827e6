import { minorDigits } from '@incontro/contract'
import type { Executor, Tx } from '#platform/database/database.ts'
import type { RatePlan } from '#modules/flows/index.ts'
import { currentSubscription, planChangeOf, type Subscription } from '#modules/subscriptions/index.ts'
import type { Attempt } from '../attempts/attempts.ts'
import { unusedPayments } from './credit.ts'

/** A larger plan, ordered at once in place of the running one. Minor units. */
export interface Upgrade {
  readonly when: 'now'
  /** The subscription that it replaces. */
  readonly subscriptionId: string
  /** The unused part of what was paid for that. */
  readonly creditMinor: number
  /** The price less the credit. */
  readonly dueMinor: number
}

/** How ordering a plan changes the running one: at once, or at its next renewal. */
export type OfferedChange = Upgrade | { readonly when: 'renewal'; readonly startsAt: Date }

/**
 * The changes among the plans on offer, by plan. A larger plan of which less than one unit of the currency would remain
 * to be paid, or to which nothing is credited, is an order of its own (docs/decisions/038-change-of-plan.md).
 */
export async function offeredChanges(
  executor: Executor,
  term: Subscription,
  plans: readonly RatePlan[],
  now: Date,
): Promise<ReadonlyMap<string, OfferedChange>> {
  const changes = plans.flatMap((plan) => {
    const change = planChangeOf(term, plan, now)
    return change ? [{ plan, when: change.when }] : []
  })
  const creditMinor = changes.some(({ when }) => when === 'now') ? await creditOf(executor, term, now) : 0
  return new Map(
    changes.flatMap(({ plan, when }): [string, OfferedChange][] => {
      if (when === 'renewal') return [[plan.id, { when, startsAt: term.period_end }]]
      const dueMinor = plan.totalMinor - creditMinor
      if (creditMinor === 0 || dueMinor < 10 ** minorDigits(plan.currency)) return []
      return [[plan.id, { when, subscriptionId: term.id, creditMinor, dueMinor }]]
    }),
  )
}

async function creditOf(executor: Executor, { member_id: memberId, plan }: Subscription, at: Date): Promise<number> {
  const unused = await unusedPayments(executor, { memberId, currency: plan.currency, at })
  return (unused ?? []).reduce((sum, { creditMinor }) => sum + creditMinor, 0)
}

/**
 * Whether an order still has the terms that were computed before the member's lock was taken: another one may have been
 * paid meanwhile, after which it would begin later, or change the plan that runs now. A pack has no terms.
 * @param order.running the plan that ran when they were computed
 */
export async function isStillOffered(
  tx: Executor,
  memberId: string,
  {
    plan,
    upgrade,
    running,
    now,
  }: {
    readonly plan: RatePlan
    readonly upgrade: Upgrade | null
    readonly running: Subscription | undefined
    readonly now: Date
  },
): Promise<boolean> {
  if (!plan.period) return true
  const term = await currentSubscription(tx, memberId, now)
  if (term?.id !== running?.id || term?.period_end.getTime() !== running?.period_end.getTime()) return false
  const change = term && (await offeredChanges(tx, term, [plan], now)).get(plan.id)
  if (!upgrade) return change === undefined
  return (
    change?.when === 'now' &&
    change.subscriptionId === upgrade.subscriptionId &&
    change.creditMinor === upgrade.creditMinor
  )
}

/**
 * Locks the payments whose unused part an order credits: older payments after newer ones and before the member, as in
 * everything that locks several.
 */
export async function lockCredited(tx: Tx, { member_id: memberId, created_at: at }: Attempt): Promise<void> {
  await tx
    .selectFrom('payment_attempts')
    .select('id')
    .where('member_id', '=', memberId)
    .where('term_end', '>', at)
    .where('granted_at', 'is not', null)
    .orderBy('granted_at', 'desc')
    .orderBy('id')
    .forUpdate()
    .execute()
}

/**
 * Whether what an order credits is still unused, as of the order: it may have been withdrawn from, refunded, contested
 * or credited meanwhile. The caller holds the locks of `lockCredited` and the member's.
 */
export async function isCreditLeft(tx: Tx, attempt: Attempt, now: Date): Promise<boolean> {
  const running = await currentSubscription(tx, attempt.member_id, now)
  if (running && running.id !== attempt.change_of) return false
  return (await creditedBy(tx, attempt)) !== null
}

/** Marks the payments that an order credits as replaced by it. */
export async function creditUnused(tx: Tx, attempt: Attempt): Promise<void> {
  for (const { attempt: from, creditMinor } of (await creditedBy(tx, attempt)) ?? [])
    await tx
      .updateTable('payment_attempts')
      .set({ replaced_by: attempt.id, credited_minor: creditMinor })
      .where('id', '=', from.id)
      .execute()
}

/**
 * The payments that an order credits, with exactly its credit. Null if there is no longer as much. Days that were used
 * between the order and a suspension are credited like those used between the order and its payment: the order had been
 * promised as of its own day.
 */
async function creditedBy(tx: Tx, attempt: Attempt) {
  const { member_id: memberId, currency, created_at: at } = attempt
  const unused = await unusedPayments(tx, { memberId, currency, at })
  let rest = attempt.credit_minor
  const take = (most: number): number => {
    const taken = Math.min(rest, most)
    rest -= taken
    return taken
  }
  const asCounted = (unused ?? []).map((one) => ({ ...one, creditMinor: take(one.creditMinor) }))
  const credited = asCounted.map((one) => ({
    ...one,
    creditMinor: one.creditMinor + take(one.mostMinor - one.creditMinor),
  }))
  return rest === 0 ? credited : null
}
