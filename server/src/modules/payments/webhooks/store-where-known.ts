import { countAttempt } from '#platform/secrets/attempts.ts'
import { isUuid } from '#platform/ids.ts'
import type { Database } from '#platform/database/database.ts'
import { Failure } from '#platform/http/problem.ts'
import type { PaymentDeps, PoolsDatabase } from '../deps.ts'
import type { ProviderEvent, WebhookHint } from '../port.ts'
import { createEventStore, queueEvents, storeEvents, type StoredEvent } from './store.ts'

type Event = ProviderEvent | WebhookHint
type Deps = Pick<PaymentDeps, 'db' | 'everyDatabase' | 'clock' | 'connections'>

/**
 * Stores webhook events in the database of the payment that they are about: a merchant account may serve brands of
 * several. An attempt is committed before its provider is called, so an event without one concerns none of our
 * payments, or is a hint whose payment has no reference of the provider's yet; every database then looks it up.
 * A database that does not answer is not waited for once another knows the payment. Rows of a pool that was moved away
 * may still be in its old database, which does not serve its brands any more.
 * @returns the events that have to be processed here; those of other databases are queued there
 * @throws Failure 503 while the event may be of a database that does not answer; what was stored stays, since the
 * provider posts the event again
 */
export function createEventStoring(
  deps: Deps,
): (connection: string, events: readonly Event[]) => Promise<readonly StoredEvent[]> {
  const { db, everyDatabase, clock } = deps
  const storeHere = createEventStore(db)
  return async (connection, given) => {
    const events: Event[] = []
    for (const event of given) if (await isWorthAsking(deps, connection, event)) events.push(event)
    if (events.length === 0) return []
    const receivedAt = clock()
    const received = (events: readonly Event[]) => events.map((event) => ({ connection, event, receivedAt }))
    const databases = everyDatabase()
    if (databases.length === 1) return storeHere(received(events))
    const perDatabase = new Map<Database, Event[]>()
    let isUncertain = false
    for (const event of events) {
      const owner = await ownerOf(databases, connection, event)
      if (owner === 'uncertain') {
        isUncertain = true
        continue
      }
      const places = owner ? [owner] : event.kind === 'hint' ? databases.map((one) => one.db) : [db]
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

const unknown = new Error('another database may know it')

/** Unsigned hints an hour about payments that no row names, over all networks: anybody can post them. */
const mostStrangers = 60

/**
 * Whether a hint is worth a call to the provider: the provider's own are, and one that anybody may have posted if it
 * names a payment of ours, or one that may be, as its reference is stored only after the provider has answered. A
 * genuine one may name what no row does: where a payment has another id than its order, the order, which is stored
 * under its own reference.
 */
async function isWorthAsking(
  { db, everyDatabase, clock, connections }: Deps,
  connection: string,
  event: Event,
): Promise<boolean> {
  if (event.kind !== 'hint' || connections.byId(connection)?.provider.capabilities.webhooks !== 'hint') return true
  const owner = await ownerOf(everyDatabase(), connection, event)
  if (owner !== undefined) return true
  return (await countAttempt(db, `hints of strangers ${connection}`, clock())) <= mostStrangers
}

/** The database that has the event's payment, as soon as one is found. */
async function ownerOf(
  databases: readonly PoolsDatabase[],
  connection: string,
  event: Event,
): Promise<Database | undefined | 'uncertain'> {
  try {
    return await Promise.any(
      databases.map(async (one) => {
        if (await knows(one, connection, event)) return one.db
        throw unknown
      }),
    )
  } catch (error) {
    const reasons: readonly unknown[] = error instanceof AggregateError ? error.errors : [error]
    return reasons.every((reason) => reason === unknown) ? undefined : 'uncertain'
  }
}

/** Whether the event's payment or refund is in this database, and of a brand that is served from it. */
export async function knows({ db, brandIds }: PoolsDatabase, connection: string, event: Event): Promise<boolean> {
  if (brandIds.length === 0) return false
  const [providerRef, reference] =
    event.kind === 'hint' ? [event.providerRef, null] : [event.state.providerRef, event.state.reference]
  const attempts = db
    .selectFrom('payment_attempts')
    .select('id')
    .where('connection', '=', connection)
    .where('brand_id', 'in', brandIds)
  if (reference !== null && isUuid(reference)) {
    if (await attempts.where('id', '=', reference).executeTakeFirst()) return true
    const refund = db.selectFrom('refunds').select('id').where('id', '=', reference).where('brand_id', 'in', brandIds)
    if (await refund.executeTakeFirst()) return true
  }
  return (
    providerRef !== null && (await attempts.where('provider_ref', '=', providerRef).executeTakeFirst()) !== undefined
  )
}
