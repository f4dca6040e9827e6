import { isUuid } from '../../../platform/ids.ts'
import type { Database } from '../../../platform/database.ts'
import { Failure } from '../../../platform/http/problem.ts'
import type { PaymentDeps } from '../deps.ts'
import type { ProviderEvent, WebhookHint } from '../port.ts'
import { createEventStore, queueEvents, storeEvents, type StoredEvent } from './store.ts'

type Event = ProviderEvent | WebhookHint

/**
 * Stores webhook events in the database of the payment that they are about: a merchant account may serve brands of
 * several. An attempt is committed before its provider is called, so an event without one concerns none of our
 * payments, or is a hint whose payment has no reference of the provider's yet; every database then looks it up.
 * @returns the events that have to be processed here; those of other databases are queued there
 * @throws Failure 503 while the event may be of a database that does not answer; what was stored stays, since the
 * provider posts the event again
 */
export function createEventStoring({
  db,
  everyDatabase,
  clock,
}: Pick<PaymentDeps, 'db' | 'everyDatabase' | 'clock'>): (
  connection: string,
  events: readonly Event[],
) => Promise<readonly StoredEvent[]> {
  const storeHere = createEventStore(db)
  return async (connection, events) => {
    const receivedAt = clock()
    const received = (its: readonly Event[]) => its.map((event) => ({ connection, event, receivedAt }))
    const databases = everyDatabase()
    if (databases.length === 1) return storeHere(received(events))
    const perDatabase = new Map<Database, Event[]>()
    let isUncertain = false
    for (const event of events) {
      const found = await Promise.allSettled(databases.map((one) => knows(one, connection, event)))
      const owners = databases.filter((_, n) => found[n]?.status === 'fulfilled' && found[n].value)
      if (owners.length === 0 && found.some(({ status }) => status === 'rejected')) {
        isUncertain = true
        continue
      }
      const places = owners.length > 0 ? owners : event.kind === 'hint' ? databases : [db]
      for (const place of places) perDatabase.set(place, [...(perDatabase.get(place) ?? []), event])
    }
    const here = perDatabase.get(db) ?? []
    perDatabase.delete(db)
    for (const [place, its] of perDatabase)
      await place.transaction().execute(async (tx) => queueEvents(tx, await storeEvents(tx, received(its))))
    // Stored last: if another database fails, the provider posts all events again, and these are then processed.
    if (isUncertain) throw new Failure(503)
    return here.length > 0 ? storeHere(received(here)) : []
  }
}

/** Whether the event's payment or refund is in this database. */
async function knows(db: Database, connection: string, event: Event): Promise<boolean> {
  const [providerRef, reference] =
    event.kind === 'hint' ? [event.providerRef, null] : [event.state.providerRef, event.state.reference]
  const attempts = db.selectFrom('payment_attempts').select('id').where('connection', '=', connection)
  if (reference !== null && isUuid(reference)) {
    if (await attempts.where('id', '=', reference).executeTakeFirst()) return true
    const refund = db.selectFrom('refunds').select('id').where('id', '=', reference)
    if (await refund.executeTakeFirst()) return true
  }
  return (
    providerRef !== null && (await attempts.where('provider_ref', '=', providerRef).executeTakeFirst()) !== undefined
  )
}
