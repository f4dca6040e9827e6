import { sql, type RawBuilder } from 'kysely'
import { createBatches } from '#platform/flow-control/batches.ts'
import type { Database, Executor, Tx } from '#platform/database/database.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import type { ProviderEvent, WebhookHint } from '../port.ts'

export interface StoredEvent {
  readonly connection: string
  readonly eventId: string
}

interface Received {
  readonly connection: string
  readonly event: ProviderEvent | WebhookHint
  readonly receivedAt: Date
}

const eventIdOf = ({ event }: Received): string => (event.kind === 'hint' ? `hint:${event.providerRef}` : event.eventId)

/**
 * Stores webhook events, each once, so that an acknowledged event is never lost. A hint is stored once per payment, and
 * waits again whenever it arrives again.
 * @returns those that have to be processed: the new ones and all hints
 */
export async function storeEvents(executor: Executor, received: readonly Received[]): Promise<readonly StoredEvent[]> {
  // One statement cannot update a row twice, or after inserting it.
  const rows = [...new Map(received.map((one) => [`${one.connection} ${eventIdOf(one)}`, one])).values()]
  const [hints, events] = [rows.filter(isHint), rows.filter((one) => !isHint(one))]
  return [
    ...(hints.length > 0
      ? await insert(
          executor,
          hints,
          sql`do update set received_at = excluded.received_at, processed_at = null, error = null`,
        )
      : []),
    // Does not wait for the row of a repeated event, which is locked while it is processed.
    ...(events.length > 0 ? await insert(executor, events, sql`do nothing`) : []),
  ]
}

const isHint = ({ event }: Received): boolean => event.kind === 'hint'

/** As JSON, so that any number of events is one prepared statement. */
async function insert(
  executor: Executor,
  rows: readonly Received[],
  ifKnown: RawBuilder<unknown>,
): Promise<readonly StoredEvent[]> {
  const values = rows.map((one) => ({
    connection: one.connection,
    event_id: eventIdOf(one),
    body: one.event,
    received_at: one.receivedAt,
  }))
  const stored = await sql<{ connection: string; event_id: string }>`
    insert into payment_webhooks (connection, event_id, body, received_at)
    select connection, event_id, body, received_at
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb)
      as received (connection text, event_id text, body jsonb, received_at timestamptz)
    order by connection, event_id
    on conflict (connection, event_id) ${ifKnown}
    returning connection, event_id`.execute(executor)
  return stored.rows.map(({ connection, event_id: eventId }) => ({ connection, eventId }))
}

/** Queues the processing of stored events, in the caller's transaction. */
export async function queueEvents(tx: Tx, events: readonly StoredEvent[]): Promise<void> {
  for (const event of events) await addJob(tx, 'payment-webhook', event, { maxAttempts: 20, urgent: true })
}

/**
 * Stores the events of one webhook, all or none. Those of webhooks that arrive at the same time are stored by one
 * statement: a burst costs little more than its largest batch.
 */
export function createEventStore(db: Database): (events: readonly Received[]) => Promise<readonly StoredEvent[]> {
  return createBatches<readonly Received[], readonly StoredEvent[]>({
    keysOf: () => [],
    async run(webhooks) {
      const stored = await storeEvents(db, webhooks.flat()).catch((error: unknown) => {
        if (webhooks.length === 1) throw error
        return null
      })
      // What is wrong with one webhook is no reason to refuse the others: each is tried by itself.
      if (!stored) return webhooks.map((events) => storeEvents(db, events))
      const waiting = new Set(stored.map(({ connection, eventId }) => `${connection} ${eventId}`))
      return webhooks.map((events) =>
        events.flatMap((one) => {
          const eventId = eventIdOf(one)
          // A duplicate within the batch is processed once.
          return waiting.delete(`${one.connection} ${eventId}`) ? [{ connection: one.connection, eventId }] : []
        }),
      )
    },
  })
}
