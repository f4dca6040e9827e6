import type { Executor } from '../../../platform/database.ts'
import { toAttempt, type Attempt } from '../attempts/attempts.ts'

/** What each flag means and how to resolve it. Variants of a flag share the entry without their suffix. */
const steps: Readonly<Record<string, string>> = {
  other_reference: 'The provider reports it under a reference that is not ours. Look both up there.',
  other_amount: 'Another amount or currency was paid than ordered, and nothing was granted. `refund` what was paid.',
  second_payment: 'It was paid a second time. Refund the second payment in the provider’s own console, then `resolve`.',
  paid_after_close: 'It was paid after it had been closed, and nothing was granted. `refund` it.',
  paid_after_erasing: 'It was paid after its member had been erased, and nothing was granted. `refund` it.',
  failed_after_grant:
    'It was granted, and the money did not come after all. Ask the member, or write it off with `resolve`.',
  unresolved:
    'Nobody knows what came of it. Look it up at the provider: `refund` it there if it was paid, then `resolve`.',
  tested_card:
    'Several members were declined with this card within two hours before it was accepted: it may be stolen. `refund` it, or `resolve` if the member explains it.',
  refund_refused: 'The provider refused a refund. Pay it back another way, then `resolve`.',
  refund_failed: 'A refund did not arrive. Pay it back another way, then `resolve`.',
  refund_unknown:
    'Whether a refund was made is not known, and asking again might make it twice. Look it up at the provider.',
  late: 'The provider reports what cannot follow on what we hold. Look it up there.',
  differs:
    'The provider holds something else of it than we do. Compare, and mend what is wrong on its side; then `resolve`.',
}
export const stepFor = (flag: string): string =>
  steps[flag] ?? steps[flag.split('_')[0] ?? ''] ?? 'Look it up at the provider, then `resolve`.'

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

export interface StrayEvent {
  readonly connection: string
  readonly eventId: string
  readonly receivedAt: Date
}

/** Webhook events of these connections that match no payment of ours: another system's, or money we cannot assign. */
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
    .where('error', '=', 'no such payment')
    .where('received_at', '>', since)
    .orderBy('received_at')
    .limit(100)
    .execute()
  return rows.map((row) => ({ connection: row.connection, eventId: row.event_id, receivedAt: row.received_at }))
}
