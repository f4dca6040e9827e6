import type { Selectable } from 'kysely'
import type { Executor } from '../../platform/database.ts'
import type { Subscription as Row } from '../../platform/database-types.ts'
import { newId } from '../../platform/ids.ts'
import type { RatePlan } from '../flows/index.ts'
import { endOfPeriod } from './period.ts'

/** A paid term, renewing or not. The plan is the one that was sold. */
export type Subscription = Omit<Selectable<Row>, 'plan'> & { readonly plan: RatePlan }

// The column is written below from this type, by nobody else.
const toSubscription = (row: Selectable<Row>): Subscription => row as unknown as Subscription

/** The term the member is in, cancelled ones included: those run to their end. */
export async function currentSubscription(executor: Executor, memberId: string, now: Date): Promise<Subscription | undefined> {
  const row = await executor.selectFrom('subscriptions').selectAll().where('member_id', '=', memberId)
    .where((eb) => eb.or([eb('state', 'in', ['active', 'past_due']), eb.and([eb('state', '=', 'cancelled'), eb('period_end', '>', now)])]))
    .orderBy('period_end', 'desc').limit(1).executeTakeFirst()
  return row && toSubscription(row)
}

export interface NewTerm {
  readonly brandId: string
  readonly memberId: string
  readonly plan: RatePlan
  readonly flow: { readonly id: string; readonly version: string }
  readonly cardTokenId: string | null
  readonly at: Date
}

/**
 * Starts a paid term, in the transaction that grants it. A term that still runs is taken over: its remaining time is added and it is
 * charged no more, so nobody pays for two. The caller holds the member's row lock.
 * @throws for a plan without a period.
 */
export async function startSubscription(tx: Executor, term: NewTerm): Promise<Subscription> {
  const { plan, at } = term
  if (!plan.period) throw new Error(`plan ${plan.id} has no period`)
  const running = await currentSubscription(tx, term.memberId, at)
  const from = running && running.period_end > at ? running.period_end : at
  await tx.updateTable('subscriptions').set({ state: 'ended' }).where('member_id', '=', term.memberId).where('state', '<>', 'ended').execute()
  const row = await tx.insertInto('subscriptions').values({
    id: newId(), brand_id: term.brandId, member_id: term.memberId, plan_id: plan.id, plan: JSON.stringify(plan), flow_id: term.flow.id,
    flow_version: term.flow.version, state: 'active', renews: plan.renews, card_token_id: term.cardTokenId, started_at: at, period_start: at,
    period_end: endOfPeriod(from, plan.period),
  }).returningAll().executeTakeFirstOrThrow()
  return toSubscription(row)
}

/** Names the card a renewal would be charged to, when it became known only after the start. */
export async function nameCard(tx: Executor, subscriptionId: string, cardTokenId: string): Promise<void> {
  await tx.updateTable('subscriptions').set({ card_token_id: cardTokenId }).where('id', '=', subscriptionId).where('card_token_id', 'is', null).execute()
}

export type Cancellation = { readonly outcome: 'cancelled'; readonly endsAt: Date } | { readonly outcome: 'nothing to cancel' }

/** Ends the renewing of the member's plan; it runs to the end of what was paid. Asked twice it answers the same. */
export async function cancelSubscription(tx: Executor, memberId: string, now: Date): Promise<Cancellation> {
  await tx.selectFrom('members').select('id').where('id', '=', memberId).forNoKeyUpdate().executeTakeFirst()
  const current = await currentSubscription(tx, memberId, now)
  if (!current?.renews) return { outcome: 'nothing to cancel' }
  if (current.state !== 'cancelled') {
    await tx.updateTable('subscriptions').set({ state: 'cancelled', cancelled_at: now }).where('id', '=', current.id).execute()
  }
  return { outcome: 'cancelled', endsAt: current.period_end }
}
