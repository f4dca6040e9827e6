import type { Tx } from '../../../platform/database.ts'
import { notifyMember } from '../notify-member.ts'
import { applyProviderState, type Applied } from '../attempts/apply-provider-state.ts'
import { lockAttempt } from '../attempts/attempts.ts'
import type { PaymentDeps } from '../deps.ts'
import type { ProviderEvent } from '../port.ts'
import { moveAttempt, recordRefund } from '../withdrawals/refunds.ts'

/** Processes one stored webhook event, once: what it does and that it is done are one transaction. Throws to be tried again. */
export async function processWebhook(deps: PaymentDeps, input: { connection: string; eventId: string }): Promise<void> {
  const applied = await deps.db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('payment_webhooks')
      .selectAll()
      .where('connection', '=', input.connection)
      .where('event_id', '=', input.eventId)
      .forUpdate()
      .executeTakeFirst()
    if (!row || row.processed_at !== null) return null
    // Written by the webhook route from this type, by nobody else.
    const event = row.body as unknown as ProviderEvent
    const attemptId = await attemptIdOf(tx, input.connection, event)
    const result = attemptId === null ? null : await act(deps, tx, attemptId, event)
    if (attemptId === null && event.kind !== 'other')
      deps.log.warn(
        { connection: input.connection, eventId: input.eventId },
        'a webhook event names no payment of ours',
      )
    await tx
      .updateTable('payment_webhooks')
      .set({ processed_at: deps.clock(), error: attemptId === null ? 'no such payment' : null })
      .where('connection', '=', input.connection)
      .where('event_id', '=', input.eventId)
      .execute()
    return result
  })
  if (applied && (applied.granted || applied.attempt.renewal_of !== null))
    await notifyMember(deps, applied.attempt.member_id)
}

/** Notices that wait for longer than their job should have taken. */
export async function sweepWebhooks(deps: PaymentDeps): Promise<void> {
  const waiting = await deps.db
    .selectFrom('payment_webhooks')
    .select(['connection', 'event_id'])
    .where('processed_at', 'is', null)
    .where('received_at', '<', new Date(deps.clock().getTime() - 60_000))
    .orderBy('received_at')
    .limit(100)
    .execute()
  for (const { connection, event_id: eventId } of waiting) {
    await processWebhook(deps, { connection, eventId }).catch((error: unknown) =>
      deps.log.error({ err: error, connection, eventId }, 'a webhook event could not be processed'),
    )
  }
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The attempt an event is about: a payment by our reference, what came of it later by the provider's. */
async function attemptIdOf(tx: Tx, provider: string, { kind, state }: ProviderEvent): Promise<string | null> {
  if (kind === 'other') return null
  const query = tx.selectFrom('payment_attempts').select('id').where('provider', '=', provider)
  const byReference =
    state.reference !== null && uuid.test(state.reference)
      ? await query.where('id', '=', state.reference).executeTakeFirst()
      : undefined
  const found =
    byReference ??
    (state.providerRef === null
      ? undefined
      : await query.where('provider_ref', '=', state.providerRef).executeTakeFirst())
  return found?.id ?? null
}

async function act(deps: PaymentDeps, tx: Tx, attemptId: string, event: ProviderEvent): Promise<Applied | null> {
  switch (event.kind) {
    case 'payment':
      // An event that does not know is no news.
      return event.state.state === 'unknown' ? null : applyProviderState(deps, tx, attemptId, event.state, 'webhook')
    case 'refund':
      await applyRefund(deps, tx, attemptId, event)
      return null
    case 'dispute':
      await applyDispute(deps, tx, attemptId, event)
      return null
    case 'other':
      return null
  }
}

async function applyRefund(deps: PaymentDeps, tx: Tx, attemptId: string, { state }: ProviderEvent): Promise<void> {
  const reference = state.reference !== null && uuid.test(state.reference) ? state.reference : null
  await recordRefund(deps, tx, await lockAttempt(tx, attemptId), {
    reference,
    done: state.state === 'captured',
    amount: state.amount,
  })
}

async function applyDispute(deps: PaymentDeps, tx: Tx, attemptId: string, { state }: ProviderEvent): Promise<void> {
  const to = ({ processing: 'disputed', captured: 'won', failed: 'lost' } as const)[
    state.state as 'processing' | 'captured' | 'failed'
  ]
  if (to) await moveAttempt(deps, tx, await lockAttempt(tx, attemptId), to)
}
