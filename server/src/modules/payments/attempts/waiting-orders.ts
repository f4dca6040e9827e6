import { decimal, type WaitingOrder } from '@incontro/contract'
import { sql } from 'kysely'
import type { Executor } from '#platform/database/database.ts'
import { Failure } from '#platform/http/problem.ts'
import type { RatePlan } from '#modules/flows/index.ts'
import type { PaymentDeps } from '../deps.ts'
import { notifyMember } from '../notify-member.ts'
import { applyToLocked } from './apply-provider-state.ts'
import { isOpen } from './attempt-machine.ts'
import { attemptColumns, attemptOf, lockAttempt, openOrders, toAttempt, type Attempt } from './attempts.ts'
import { whileReplacing } from './hold.ts'
import { recordProviderState } from './record-provider-state.ts'

/** After this an order left at the bank or on a provider's page no longer stands in the way of another one. */
const leftAfterMs = 60 * 60_000

/**
 * The newest open order that would be paid beside an order of this plan for the same kind of thing: for a plan those of
 * all plans (renewals too), for a pack those of the same pack, for a first purchase all. The caller holds the member's
 * lock, so that none can be added.
 */
export async function orderBeside(executor: Executor, memberId: string, plan: RatePlan): Promise<Attempt | null> {
  // An age check takes no money.
  if (plan.level === 0) return null
  const row = await openOrders(executor, memberId, plan.period && !plan.firstSelling ? 'plans' : 'any')
    .clearSelect()
    .select(attemptColumns)
    .where(sql`plan ->> 'level'`, '<>', '0')
    .$if(!plan.period && !plan.firstSelling, (query) => query.where('plan_id', '=', plan.id))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? toAttempt(row) : null
}

/**
 * Whether an order that stands in the way is closed without asking the member: left for an hour, or a renewal that waits
 * for a confirmation that no one can give.
 */
export const isLeft = (
  { state, created_at: at, renewal_of: renewalOf }: { state: string; created_at: Date; renewal_of: string | null },
  now: Date,
): boolean => state === 'requires_action' && (renewalOf !== null || now.getTime() - at.getTime() >= leftAfterMs)

/**
 * Closes an open order so that it cannot be paid any more, if that is possible: the provider cancels it and reports if it
 * was paid meanwhile; where it has no call for that, an order that waits at the bank cannot be completed without us.
 * @returns the order afterwards: still open if the outcome is not known yet
 */
export async function closeOrder(deps: PaymentDeps, id: string): Promise<Attempt> {
  await whileReplacing(deps, id, async () => {
    const attempt = await attemptOf(deps.db, id)
    if (!attempt || !isOpen(attempt.state)) return
    const provider = deps.connections.byId(attempt.connection)?.provider
    if (provider?.cancel && attempt.provider_ref !== null) {
      const reported = await provider.cancel({ providerRef: attempt.provider_ref, reference: id })
      if (reported.state !== 'unknown') await recordProviderState(deps, id, reported, 'replaced')
      return
    }
    await closeAtBank(deps, id)
  })
  const closed = await attemptOf(deps.db, id)
  if (!closed) throw new Error(`no attempt ${id}`)
  return closed
}

async function closeAtBank(deps: PaymentDeps, id: string): Promise<void> {
  const closed = await deps.db.transaction().execute(async (tx) => {
    const attempt = await lockAttempt(tx, id)
    if (attempt.state !== 'requires_action') return null
    const reported = { state: 'cancelled', reference: id, providerRef: null, amount: null, code: null } as const
    return applyToLocked(deps, tx, attempt, { ...reported, action: null, token: null }, 'replaced')
  })
  // The plan of a renewal is overdue now.
  if (closed?.attempt.renewal_of) await notifyMember(deps, closed.attempt.member_id)
}

/**
 * Whether the member may replace the order: what the bank is deciding, what renews, and what the provider would take
 * after all has to be waited for.
 */
export function isReplaceable(deps: Pick<PaymentDeps, 'connections'>, attempt: Attempt): boolean {
  const provider = deps.connections.byId(attempt.connection)?.provider
  if (attempt.renewal_of !== null || !provider || provider.capabilities.paysAfterCancel) return false
  return attempt.state === 'requires_action' || (provider.cancel !== undefined && attempt.provider_ref !== null)
}

function viewOf(deps: Pick<PaymentDeps, 'connections' | 'wallets'>, attempt: Attempt, locale: keyof RatePlan['name']) {
  const { provider: system } = attempt
  const own = deps.connections.byId(attempt.connection)?.provider
  const isPaid = !isOpen(attempt.state)
  return {
    reference: attempt.id,
    plan: attempt.plan.name[locale],
    total: decimal(attempt.amount_minor, attempt.currency),
    currency: attempt.currency,
    system,
    label: own?.name === system ? own.label : (deps.wallets.find(({ name }) => name === system)?.label ?? system),
    time: attempt.created_at.toISOString(),
    state: isPaid ? 'paid' : attempt.state === 'requires_action' && attempt.action ? 'waiting' : 'processing',
    renewal: attempt.renewal_of !== null,
    replaceable: !isPaid && isReplaceable(deps, attempt),
  } satisfies WaitingOrder
}

type View = Parameters<typeof viewOf>

/** Another order for the same kind of thing may still be paid: nothing is charged before the member has chosen. */
export const orderOpen = (...[deps, attempt, locale]: View): Failure =>
  new Failure(409, 'order_open', {
    message:
      'Another order for the same is waiting to be paid: continue it, or send its reference as `replaces` to cancel it first',
    order: viewOf(deps, attempt, locale),
  })

/** The order that was to be replaced is paid: a second one is only charged if the member orders again. */
export const orderPaid = (...[deps, attempt, locale]: View): Failure =>
  new Failure(409, 'order_paid', {
    message: 'The other order is paid, so this one was not charged',
    order: viewOf(deps, attempt, locale),
  })
