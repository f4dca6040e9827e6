import type { Tx } from '../../../platform/database.ts'
import { addJob } from '../../../platform/jobs.ts'
import type { ProviderEvent, WebhookHint } from '../port.ts'

/**
 * Stores webhook events, each once, and queues their processing; all or none, so that an acknowledged event is never
 * lost. A hint is stored once per payment, and waits again whenever it arrives again.
 */
export async function storeEvents(
  tx: Tx,
  connection: string,
  events: readonly (ProviderEvent | WebhookHint)[],
  receivedAt: Date,
): Promise<void> {
  for (const event of events) {
    const eventId = event.kind === 'hint' ? `hint:${event.providerRef}` : event.eventId
    const stored = await tx
      .insertInto('payment_webhooks')
      .values({ connection, event_id: eventId, body: JSON.stringify(event), received_at: receivedAt })
      .onConflict((conflict) =>
        event.kind === 'hint'
          ? conflict
              .columns(['connection', 'event_id'])
              .doUpdateSet({ received_at: receivedAt, processed_at: null, error: null })
          : conflict.doNothing(),
      )
      .executeTakeFirst()
    if (stored.numInsertedOrUpdatedRows !== 1n) continue
    await addJob(tx, 'payment-webhook', { connection, eventId }, { maxAttempts: 20 })
  }
}
