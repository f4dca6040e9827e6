import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { openDatabase, type Database, type DatabaseHandle } from '#platform/database/database.ts'
import { createConnections } from '../connections.ts'
import type { ProviderEvent, WebhookHint } from '../port.ts'
import { createEventStoring } from './store-where-known.ts'

/* One merchant account and two databases: the webhooks arrive here, the bystanders' payments are there. */

let files: readonly TestDatabase[]
let here: DatabaseHandle
let there: DatabaseHandle
let theirs: { readonly id: string; readonly ref: string; readonly connection: string }
let refund: string
beforeAll(async () => {
  files = [await createTestDatabase({ bystanders: false }), await createTestDatabase()]
  ;[here, there] = files.map(({ url }) => openDatabase(url, { size: 2 })) as [DatabaseHandle, DatabaseHandle]
  const attempt = await there.db
    .selectFrom('payment_attempts')
    .select(['id', 'provider_ref', 'connection', 'brand_id', 'member_id', 'currency'])
    .where('provider_ref', 'is not', null)
    .executeTakeFirstOrThrow()
  theirs = { id: attempt.id, ref: attempt.provider_ref ?? '', connection: attempt.connection }
  refund = randomUUID()
  const at = new Date()
  await there.db
    .insertInto('refunds')
    .values({
      id: refund,
      brand_id: attempt.brand_id,
      member_id: attempt.member_id,
      attempt_id: attempt.id,
      reason: 'back_office',
      amount_minor: 1,
      currency: attempt.currency,
      credits: 0,
      state: 'refunded',
      created_at: at,
      updated_at: at,
    })
    .execute()
})
afterAll(async () => {
  await Promise.all([here.close(), there.close()])
  await Promise.all(files.map(({ remove }) => remove()))
})
beforeEach(() => Promise.all([here, there].map(({ db }) => db.deleteFrom('payment_webhooks').execute())))

const eventOf = (changes: { readonly reference?: string; readonly providerRef?: string }): ProviderEvent => ({
  eventId: 'event',
  kind: 'payment',
  state: {
    state: 'captured',
    providerRef: changes.providerRef ?? null,
    reference: changes.reference ?? null,
    amount: null,
    code: null,
    action: null,
    token: null,
  },
  refundRef: null,
  occurredAt: new Date().toISOString(),
})
const hintOf = (providerRef: string) => ({ kind: 'hint', providerRef }) as const
type Event = ProviderEvent | WebhookHint
const store = (connection: string, event: Event, others: readonly Database[] = [], served = 'bystanders') =>
  createEventStoring({
    db: here.db,
    everyDatabase: () => [
      { db: here.db, brandIds: ['local'] },
      { db: there.db, brandIds: [served] },
      ...others.map((db) => ({ db, brandIds: ['vicino'] })),
    ],
    clock: () => new Date(),
    connections: createConnections([]),
  })(connection, [event])
const storedIn = async () =>
  Promise.all(
    [here, there].map(
      async ({ db }) => (await db.selectFrom('payment_webhooks').select('event_id').execute()).length === 1,
    ),
  )

it.each<[string, () => Event, string, readonly [boolean, boolean]]>([
  ['our reference', () => eventOf({ reference: theirs.id }), '', [false, true]],
  ['our reference of a refund', () => eventOf({ reference: refund }), '', [false, true]],
  ['the provider’s reference', () => eventOf({ providerRef: theirs.ref }), '', [false, true]],
  ['the provider’s reference, as a hint', () => hintOf(theirs.ref), '', [false, true]],
  ['a reference of another merchant account', () => eventOf({ providerRef: theirs.ref }), 'other', [true, false]],
  ['an unknown payment', () => eventOf({ reference: randomUUID(), providerRef: 'X' }), '', [true, false]],
  ['no reference of ours', () => eventOf({ reference: 'their-order-7' }), '', [true, false]],
  ['a hint of a payment that is not known yet', () => hintOf('X'), '', [true, true]],
])('an event with %s is stored where its payment is', async (_about, eventWith, account, expected) => {
  const toProcess = await store(account || theirs.connection, eventWith())
  expect(await storedIn()).toEqual(expected)
  // What is stored elsewhere is queued there.
  expect(toProcess.length).toBe(expected[0] ? 1 : 0)
})

it('an event is refused while its payment may be in a database that does not answer', async () => {
  const away = openDatabase('postgres://a:b@127.0.0.1:9/none', { size: 1 })
  const [unknown, known] = [eventOf({ reference: randomUUID() }), eventOf({ reference: theirs.id })]
  await expect(store('adyen', unknown, [away.db])).rejects.toMatchObject({ status: 503 })
  expect(await storedIn()).toEqual([false, false])
  await store(theirs.connection, known, [away.db])
  expect(await storedIn()).toEqual([false, true])
  await away.close()
})

it('a database that is silent does not hold up the events of another', async () => {
  const sockets: Socket[] = []
  const deaf = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1')
  await once(deaf, 'listening')
  const { port } = deaf.address() as AddressInfo
  const silent = openDatabase(`postgres://a:b@127.0.0.1:${port}/none`, { size: 1, connectMs: 60_000 })
  await store(theirs.connection, eventOf({ reference: theirs.id }), [silent.db])
  expect(await storedIn()).toEqual([false, true])
  deaf.close()
  for (const socket of sockets) socket.destroy()
  await silent.close()
})

it('what is left of a pool in its old database gets no events', async () => {
  await store(theirs.connection, eventOf({ reference: theirs.id }), [], 'moved')
  expect(await storedIn()).toEqual([true, false])
})
