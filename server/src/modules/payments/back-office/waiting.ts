import { flagOf, type PaymentFlag } from '@incontro/contract/admin'
import { sql } from 'kysely'
import type { Executor } from '#platform/database/database.ts'
import { toAttempt, type Attempt } from '../attempts/attempts.ts'

/** What each flag means and how to resolve it. */
const steps: Readonly<Record<PaymentFlag, string>> = {
  other_reference: 'The provider reported it under a reference of another order. Look both up there, then `resolve`.',
  other_amount:
    'Another amount or currency was paid than ordered, and nothing was granted. `refund` what was paid, then `resolve`.',
  second_payment: 'It was paid a second time. Refund the second payment in the provider’s own console, then `resolve`.',
  paid_twice:
    'It was paid although another order had taken its place, after it had been closed, or after the account had been closed, and nothing was granted. The member may keep it, if the account is open; otherwise it is refunded by itself at the time that `show` names. `refund` makes that at once.',
  paid_after_close: 'The renewal was paid after it had been closed, and nothing was granted. `refund` it.',
  paid_after_erasing: 'It was paid after its member had been erased, and nothing was granted. `refund` it.',
  credit_gone:
    'It was paid with a credit that was withdrawn, refunded or contested meanwhile, and nothing was granted. `refund` it.',
  failed_after_grant:
    'It was granted, but the payment failed afterwards. Ask the member to pay, or write it off with `resolve`.',
  unresolved:
    'The provider did not report the outcome. Look the payment up there: if it was paid, refund it there; then `resolve`.',
  tested_card:
    'Several members were declined with this card within two hours before it was accepted: it may be stolen. `refund` it, or `resolve` if the member explains it.',
  refund_refused: 'The provider refused the refund. Refund the member another way, then `resolve`.',
  refund_failed: 'The refund did not reach the member. Refund them another way, then `resolve`.',
  refund_unknown:
    'The outcome of the refund is unknown, and another request might refund twice. Look it up at the provider: if it was not made, make it there; then `resolve`.',
  late: 'The provider reported a state that cannot follow the current one. Look the payment up there, then `resolve`.',
  differs_amount:
    'The provider has another amount or currency than the order. Refund the payment in its console if it is wrong, then `resolve`.',
  differs_reference:
    'The provider has the payment under another order. Find that order, refund the payment there if nobody was granted it, then `resolve`.',
  differs_state:
    'The provider does not have this payment as paid, and the purchase was granted. Look it up there; write it off with `resolve` if the money did not come.',
  differs_refund:
    'Another amount was refunded at the provider than is recorded here. `show` lists our refunds: record the missing one by having the provider send its webhook again, or refund the rest there; then `resolve`.',
}

/** Flags of which the step is to refund the payment, wholly. Of another amount no one here knows what is the whole. */
const refunded: readonly PaymentFlag[] = [
  'paid_twice',
  'paid_after_close',
  'paid_after_erasing',
  'credit_gone',
  'tested_card',
]

/** Whether nothing is left to decide about this flag once the whole of the payment is refunded. */
export const isSettledByRefund = (stored: string): boolean => refunded.some((flag) => flag === stored)

export const stepFor = (stored: string): string => {
  const flag = flagOf(stored)
  return flag === null ? 'Look it up at the provider, then `resolve`.' : steps[flag]
}

/** The brand's flagged payments, longest waiting first. */
export async function waitingPayments(executor: Executor, brandId: string, limit: number): Promise<readonly Attempt[]> {
  const rows = await executor
    .selectFrom('payment_attempts')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('flagged', 'is not', null)
    .orderBy('flagged_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(toAttempt)
}

/** Those of all brands, for `/readyz` and `/metrics`. */
export async function countWaitingPayments(executor: Executor): Promise<number> {
  const { count } = await executor
    .selectFrom('payment_attempts')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('flagged', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export interface StrayEvent {
  readonly connection: string
  readonly eventId: string
  readonly receivedAt: Date
}

/**
 * Webhook events of these connections that match no payment of ours, newest first: another system's, or money we cannot
 * assign.
 */
export async function strayEvents(
  executor: Executor,
  connections: readonly string[],
  since: Date,
): Promise<readonly StrayEvent[]> {
  if (connections.length === 0) return []
  const rows = await executor
    .selectFrom('payment_webhooks')
    .select(['connection', 'event_id', 'received_at'])
    .where('connection', 'in', [...connections])
    .where('error', '=', sql.lit('no such payment'))
    .where('received_at', '>', since)
    .orderBy('received_at', 'desc')
    .limit(100)
    .execute()
  return rows.map((row) => ({ connection: row.connection, eventId: row.event_id, receivedAt: row.received_at }))
}
