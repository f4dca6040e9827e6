import { sql } from 'kysely'
import { concurrently } from '#platform/flow-control/concurrently.ts'
import { postponeTry } from '#modules/subscriptions/index.ts'
import type { PaymentDeps } from '../deps.ts'
import { notifyMember } from '../notify-member.ts'
import { recordProviderState } from '../attempts/record-provider-state.ts'
import { closeOrder } from '../attempts/waiting-orders.ts'
import { createRenewal } from './create-renewal.ts'

/** Charges under way at once: a provider answers in hundreds of milliseconds, in which ours has little to do. */
const concurrency = 16
/** Terms of one run at most; the next run continues. */
const mostInRun = 20_000

/**
 * Charges due renewals: commits the attempt, calls the provider outside a transaction, applies the result. Whatever is
 * lost in between is found by the poller, which asks with the same key. A term that fails is left for the next run and
 * does not delay the others.
 */
export async function chargeDue(
  deps: PaymentDeps,
  { most = mostInRun, until = Infinity }: { readonly most?: number; readonly until?: number } = {},
): Promise<void> {
  const due = await deps.db
    .selectFrom('subscriptions')
    .select(['id', 'member_id'])
    .where('renews', '=', sql.lit(true))
    .where('state', 'in', [sql.lit('active'), sql.lit('past_due')])
    .where('next_try_at', '<=', deps.clock())
    .orderBy('next_try_at')
    .limit(most)
    .execute()
  await concurrently(due, concurrency, async ({ id, member_id: memberId }) => {
    if (performance.now() > until) return
    await chargeRenewal(deps, id, memberId).catch((error: unknown) =>
      deps.log.error({ err: error, subscription: id }, 'a renewal could not be charged'),
    )
  })
}

/** An order that cannot be closed is tried again after so long. */
const closeAgainMs = 60 * 60_000

/** What was left for an hour is closed first, as for another order; what cannot be closed is waited for, for a time. */
async function chargeRenewal(deps: PaymentDeps, id: string, memberId: string): Promise<void> {
  const asked = await createRenewal(deps, id, memberId)
  if (asked.outcome === 'left') await closeAll(deps, asked.orders)
  const created = asked.outcome === 'left' ? await createRenewal(deps, id, memberId, { afterClosing: true }) : asked
  if (created.outcome === 'left') {
    const now = deps.clock()
    const again = Math.min(now.getTime() + closeAgainMs, created.until.getTime())
    await postponeTry(deps.db, id, { now, until: new Date(again) })
  }
  if (created.outcome === 'changed') await notifyMember(deps, memberId)
  if (created.outcome !== 'created') return
  await recordProviderState(
    deps,
    created.request.reference,
    await created.connection.provider.charge(created.request),
    'charge',
  )
}

async function closeAll(deps: PaymentDeps, orders: readonly string[]): Promise<void> {
  for (const order of orders)
    await closeOrder(deps, order).catch((error: unknown) =>
      deps.log.error({ err: error, attempt: order }, 'an order that was left could not be closed'),
    )
}
