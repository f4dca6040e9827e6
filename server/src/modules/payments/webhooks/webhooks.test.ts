import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  WebhookRefused,
  type PaymentProvider,
  type ProviderEvent,
  type ProviderState,
  type WebhookHint,
} from '../port.ts'
import { openShop, type Customer, type Shop } from '../testing/shop.ts'
import { sweepWebhooks } from './process.ts'
import { createEventStore, storeEvents } from './store.ts'
import { trimBodies } from './trim-bodies.ts'

const good = '4111111111111111'

/** The payments of a provider with hints, and the number of look-ups. */
const bank = {
  payments: new Map<string, ProviderEvent[]>(),
  asked: 0,
  down: false,
  during: async () => {},
}

/** A provider whose webhooks carry a payment's id and no signature: `id=pay_1`. */
const hinting: PaymentProvider = {
  name: 'mollie',
  label: 'Mollie',
  capabilities: {
    methods: ['hosted'],
    renewals: false,
    zeroAmountCheck: false,
    partialRefund: true,
    repeatableRefund: true,
    disputes: false,
    currencies: 'any',
    countries: 'any',
    returnParams: [],
    webhooks: 'hint',
    keyLifetimeMs: Infinity,
  },
  charge: () => Promise.reject(new Error('nobody pays here')),
  complete: () => Promise.reject(new Error('nobody pays here')),
  resolve: () => Promise.reject(new Error('nobody pays here')),
  refund: () => Promise.reject(new Error('nobody pays here')),
  detachCard: () => Promise.resolve(),
  ping: () => Promise.resolve(),
  async readWebhook({ raw }) {
    const providerRef = new URLSearchParams(raw.toString()).get('id')
    if (!providerRef) throw new WebhookRefused('no id')
    return [{ kind: 'hint', providerRef }]
  },
  async fetchEvents(providerRef) {
    bank.asked += 1
    if (bank.down) throw new Error('no answer')
    const events = bank.payments.get(providerRef) ?? []
    await bank.during()
    return events
  },
}

let shop: Shop
let ada: Customer
beforeAll(async () => {
  shop = await openShop({
    connections: (adyen) => [
      { brandId: null, provider: hinting },
      { brandId: 'vicino', provider: adyen({ hmacKey: 'ab'.repeat(32) }) },
    ],
  })
})
afterAll(() => shop.close())
beforeEach(async () => {
  bank.payments.clear()
  Object.assign(bank, { asked: 0, down: false, during: async () => {} })
  ada = await shop.customer()
})

/** An order of Ada's whose outcome is pending at that provider. */
async function waiting(): Promise<{ id: string; providerRef: string; paid: ProviderState }> {
  const id = randomUUID()
  const plan = shop.flows.of('battito', '7').plans.free.find((one) => one.id === 'messages-60')!
  const now = new Date()
  await shop.db
    .insertInto('payment_attempts')
    .values({
      id,
      brand_id: 'battito',
      member_id: ada.memberId,
      order_key: randomUUID(),
      provider: 'mollie',
      connection: 'mollie',
      flow_id: '7',
      flow_version: 'v',
      plan_id: plan.id,
      plan: JSON.stringify(plan),
      amount_minor: plan.totalMinor,
      currency: 'EUR',
      state: 'processing',
      created_at: now,
      updated_at: now,
      accepts: JSON.stringify({ renewal: false, immediateStart: true, textVersion: 'v' }),
    })
    .execute()
  const providerRef = `pay_${id.slice(0, 8)}`
  const paid = {
    state: 'captured' as const,
    providerRef,
    amount: { minor: plan.totalMinor, currency: 'EUR' },
    reference: id,
    code: null,
    action: null,
    token: null,
  }
  return { id, providerRef, paid }
}
const event = (state: ProviderState, eventId: string): ProviderEvent => ({
  eventId,
  kind: 'payment',
  state,
  refundRef: null,
  occurredAt: new Date().toISOString(),
})
const hint = (providerRef: string) => shop.deliver({ raw: Buffer.from(`id=${providerRef}`), headers: {} }, 'mollie')
const stateOf = async (id: string) =>
  shop.db.selectFrom('payment_attempts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const stored = (connection: string) =>
  shop.db.selectFrom('payment_webhooks').selectAll().where('connection', '=', connection).orderBy('event_id').execute()

describe('a hint', () => {
  test('leads to a look-up, whose result is applied once', async () => {
    const { id, providerRef, paid } = await waiting()
    bank.payments.set(providerRef, [event({ ...paid, cardFingerprint: 'plain-print' }, `${providerRef}:captured`)])
    expect((await hint(providerRef)).statusCode).toBe(200)
    expect(bank.asked).toBe(0)
    await shop.work()
    await shop.work()
    expect(bank.asked).toBe(1)
    expect(await stateOf(id)).toMatchObject({ state: 'captured', provider_ref: providerRef })
    expect((await shop.stateOf(ada)).sales).toHaveLength(1)
    // Its card is stored as a hash only.
    const [looked] = (await stored('mollie')).filter(({ event_id }) => event_id === `${providerRef}:captured`)
    expect(looked?.body).toMatchObject({ state: { cardFingerprint: expect.not.stringContaining('plain-print') } })

    await hint(providerRef)
    await shop.work()
    await shop.work()
    expect(bank.asked).toBe(2)
    expect((await shop.stateOf(ada)).sales).toHaveLength(1)
    expect((await stored('mollie')).filter((row) => row.processed_at === null)).toEqual([])
  })

  test('of an unknown payment changes nothing', async () => {
    const { id } = await waiting()
    await hint('pay_made_up')
    await shop.work()
    expect(bank.asked).toBe(1)
    expect(await stateOf(id)).toMatchObject({ state: 'processing', granted_at: null })
    expect((await stored('mollie')).filter((row) => row.event_id === 'hint:pay_made_up')).toEqual([])
  })

  test('of an unknown payment is followed sixty times an hour in all, and that of our own always', async () => {
    const { id, providerRef } = await waiting()
    await shop.db.updateTable('payment_attempts').set({ provider_ref: providerRef }).where('id', '=', id).execute()
    await shop.db.deleteFrom('limit_counters').where('bucket', '=', 'hints of strangers mollie').execute()
    const strangers = Array.from({ length: 70 }, (_, n) => `pay_stranger_${n}`)
    for (const one of strangers) expect((await hint(one)).statusCode).toBe(200)
    expect((await hint(providerRef)).statusCode).toBe(200)
    const rows = (await stored('mollie')).map((row) => row.event_id)
    expect(rows.filter((one) => one.startsWith('hint:pay_stranger_'))).toHaveLength(60)
    expect(rows).toContain(`hint:${providerRef}`)
    for (let n = 0; n < 10; n += 1) await shop.work()
    expect((await stored('mollie')).filter((row) => row.event_id.startsWith('hint:pay_stranger_'))).toEqual([])
    await shop.db.deleteFrom('limit_counters').where('bucket', '=', 'hints of strangers mollie').execute()
    // Nothing waits for the tests below.
    await shop.db.updateTable('payment_attempts').set({ state: 'failed' }).where('id', '=', id).execute()
  })

  test('is looked up again while the provider is down', async () => {
    const { id, providerRef, paid } = await waiting()
    bank.payments.set(providerRef, [event(paid, `${providerRef}:captured`)])
    bank.down = true
    await hint(providerRef)
    await expect(shop.work()).rejects.toThrow('no answer')
    bank.down = false
    await shop.work()
    await shop.work()
    expect(await stateOf(id)).toMatchObject({ state: 'captured' })
  })

  test('that arrives during a look-up causes another one', async () => {
    const { id, providerRef, paid } = await waiting()
    bank.during = async () => {
      bank.during = async () => {}
      bank.payments.set(providerRef, [event(paid, `${providerRef}:captured`)])
      shop.clock.offsetMs += 1
      await hint(providerRef)
    }
    await hint(providerRef)
    await shop.work()
    expect(await stateOf(id)).toMatchObject({ state: 'processing' })
    await shop.work()
    await shop.work()
    expect(await stateOf(id)).toMatchObject({ state: 'captured' })
  })

  test('without an id is refused', async () => {
    expect((await shop.deliver({ raw: Buffer.from('hello'), headers: {} }, 'mollie')).statusCode).toBe(401)
  })
})

describe("a brand's own connection", () => {
  test('refuses webhooks signed for the shared one, and vice versa', async () => {
    const { body } = await shop.pay(ada, 'messages-60', good)
    await expect.poll(() => shop.hooksOf(body.reference).length).toBeGreaterThan(0)
    const [hook] = shop.hooksOf(body.reference)
    expect((await shop.deliver(hook!, 'adyen/vicino')).statusCode).toBe(401)
    expect((await shop.deliver(hook!, 'adyen/battito')).statusCode).toBe(404)
    expect((await shop.deliver(hook!)).statusCode).toBe(200)
  })

  test('an event only affects payments of its own connection', async () => {
    const { id, paid } = await waiting()
    const now = new Date()
    await shop.db
      .insertInto('payment_webhooks')
      .values({
        connection: 'adyen',
        event_id: `x:${id}`,
        body: JSON.stringify(event(paid, `x:${id}`)),
        received_at: now,
      })
      .execute()
    await shop.work()
    expect(await stateOf(id)).toMatchObject({ state: 'processing', granted_at: null })
    expect((await stored('adyen')).find((row) => row.event_id === `x:${id}`)).toMatchObject({
      error: 'no such payment',
    })
  })
})

describe('a stored event', () => {
  const minute = 60_000
  const store = (stored: ProviderEvent | WebhookHint, { connection = 'mollie', ago = 0, done = false } = {}) =>
    shop.db
      .insertInto('payment_webhooks')
      .values({
        connection,
        event_id: stored.kind === 'hint' ? `hint:${stored.providerRef}` : stored.eventId,
        body: JSON.stringify(stored),
        received_at: new Date(received.getTime() - ago),
        ...(done ? { processed_at: received } : {}),
      })
      .execute()
  let received = new Date()
  const process = (eventId: string, connection = 'mollie') =>
    shop.payments.jobs!['payment-webhook']!.run({ connection, eventId }, { attempt: 1, last: false })
  const unprocessed = async () =>
    (
      await shop.db
        .selectFrom('payment_webhooks')
        .select(['connection', 'event_id'])
        .where('processed_at', 'is', null)
        .orderBy('received_at')
        .execute()
    ).map(({ connection, event_id: eventId }) => `${connection} ${eventId}`)
  beforeEach(async () => {
    received = shop.clock.now()
    await shop.db.deleteFrom('payment_webhooks').execute()
  })

  test('that is a hint of a stranger is forgotten, and that of the same name at another provider is not', async () => {
    const made = { kind: 'hint' as const, providerRef: 'pay_made_up' }
    await store(made, { ago: minute })
    await store(made, { connection: 'vicino', ago: minute })
    await process('hint:pay_made_up')
    expect(await unprocessed()).toEqual(['vicino hint:pay_made_up'])
  })

  test('is to be processed once, however often it arrives; a hint each time', async () => {
    const { paid } = await waiting()
    const [once, hint] = [event(paid, 'paid-twice'), { kind: 'hint' as const, providerRef: 'pay-twice' }]
    const storeTwice = () =>
      storeEvents(
        shop.db,
        [once, hint, once, hint].map((each) => ({ connection: 'mollie', event: each, receivedAt: received })),
      )
    const ids = async () => (await storeTwice()).map(({ connection, eventId }) => `${connection} ${eventId}`)
    expect(await ids()).toEqual(['mollie hint:pay-twice', 'mollie paid-twice'])
    expect(await ids()).toEqual(['mollie hint:pay-twice'])
    expect(await unprocessed()).toHaveLength(2)
    // A hint that arrives again is as new; an event that was processed, or failed, stays as it is.
    const [ended, later] = [new Date(received.getTime() + 1000), new Date(received.getTime() + 2000)]
    await shop.db.updateTable('payment_webhooks').set({ processed_at: ended, error: 'no answer' }).execute()
    received = later
    await ids()
    const rows = shop.db.selectFrom('payment_webhooks').select(['event_id', 'received_at', 'processed_at', 'error'])
    expect(await rows.orderBy('event_id').execute()).toEqual([
      { event_id: 'hint:pay-twice', received_at: later, processed_at: null, error: null },
      {
        event_id: 'paid-twice',
        received_at: new Date(ended.getTime() - 1000),
        processed_at: ended,
        error: 'no answer',
      },
    ])
  })

  test('is stored, and processed once, although it arrives beside itself and beside one that cannot be stored', async () => {
    const [one, two] = [await waiting(), await waiting()]
    const store = createEventStore(shop.db)
    const receive = (each: ProviderEvent) => store([{ connection: 'mollie', event: each, receivedAt: received }])
    // PostgreSQL stores no zero character.
    const broken = event({ ...one.paid, reference: '\u0000' }, 'broken')
    const results = await Promise.allSettled([
      ...[0, 1, 2].map(() => receive(event(one.paid, 'one'))),
      receive(broken),
      receive(event(two.paid, 'two')),
    ])
    expect(results.map(({ status }) => status)).toEqual([
      ...Array.from({ length: 3 }, () => 'fulfilled'),
      'rejected',
      'fulfilled',
    ])
    const toProcess = results.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
    expect(toProcess).toEqual([
      { connection: 'mollie', eventId: 'one' },
      { connection: 'mollie', eventId: 'two' },
    ])
    expect((await unprocessed()).toSorted()).toEqual(['mollie one', 'mollie two'])
  })

  test('that its receiver lost is processed after a minute, although another one fails', async () => {
    const [old, young] = [await waiting(), await waiting()]
    await store({ kind: 'hint', providerRef: 'pay_of_nobody' }, { ago: 2 * minute })
    await store({ kind: 'hint', providerRef: 'pay_long_done' }, { ago: 3 * minute, done: true })
    await store(event(old.paid, 'old'), { ago: minute + 5000 })
    await store(event(young.paid, 'young'), { ago: minute - 20_000 })
    bank.down = true
    await shop.sweep()
    expect(await unprocessed()).toEqual(['mollie hint:pay_of_nobody', 'mollie young'])
    expect([(await stateOf(old.id)).state, (await stateOf(young.id)).state]).toEqual(['captured', 'processing'])
    expect(bank.asked).toBe(1)
  })

  test('is retried once in a sweep, also after a hundred that fail', async () => {
    // Inserted from the newest on.
    await sql`insert into payment_webhooks (connection, event_id, body, received_at)
      select 'mollie', 'hint:pay_' || n, jsonb_build_object('kind', 'hint', 'providerRef', 'pay_' || n),
        ${received}::timestamptz - interval '1 minute' - n * interval '1 second'
      from generate_series(1, 101) n`.execute(shop.db)
    bank.down = true
    await sweepWebhooks(shop.deps)
    expect(bank.asked).toBe(101)
    await shop.db.deleteFrom('payment_webhooks').where('event_id', 'like', 'hint:pay_%').execute()
  })

  test('that is locked by another worker is left to it', async () => {
    const [free, locked] = [await waiting(), await waiting()]
    await store(event(free.paid, 'free'), { ago: 2 * minute })
    await store(event(locked.paid, 'locked'), { ago: 3 * minute })
    await shop.db.transaction().execute(async (tx) => {
      await tx.selectFrom('payment_webhooks').select('event_id').where('event_id', '=', 'locked').forUpdate().execute()
      await Promise.all([sweepWebhooks(shop.deps), sweepWebhooks(shop.deps)])
    })
    expect(await unprocessed()).toEqual(['mollie locked'])
    expect([(await stateOf(free.id)).state, (await stateOf(locked.id)).state]).toEqual(['captured', 'processing'])
  })

  test('is left to its receiver for a minute, to the millisecond', async () => {
    const [due, early] = [await waiting(), await waiting()]
    await store(event(due.paid, 'due'), { ago: minute + 1 })
    await store(event(early.paid, 'early'), { ago: minute })
    await sweepWebhooks({ ...shop.deps, clock: () => received })
    expect(await unprocessed()).toEqual(['mollie early'])
  })

  test('is marked as processed alone: neither the same id of another connection nor another of its own', async () => {
    const { paid } = await waiting()
    await store(event(paid, 'one'))
    await store(event(paid, 'one'), { connection: 'adyen', ago: 3 })
    await store(event(paid, 'two'), { ago: 2 })
    await process('one')
    expect(await unprocessed()).toEqual(['adyen one', 'mollie two'])
    for (const providerRef of ['pay_1', 'pay_2']) await store({ kind: 'hint', providerRef })
    await process('hint:pay_1')
    expect(await unprocessed()).toEqual(['adyen one', 'mollie two', 'mollie hint:pay_2'])
  })

  test('that names no payment is noted alone, and a hint is followed where it came from only', async () => {
    const unknown = event({ ...(await waiting()).paid, reference: null, providerRef: 'pay_unknown' }, 'unknown')
    await store(unknown)
    await store(unknown, { connection: 'adyen', ago: 3 })
    await process('unknown')
    const noted = await shop.db
      .selectFrom('payment_webhooks')
      .select(['connection', 'error'])
      .orderBy('connection')
      .execute()
    expect(noted).toEqual([
      { connection: 'adyen', error: null },
      { connection: 'mollie', error: 'no such payment' },
    ])
    await store({ kind: 'hint', providerRef: 'pay_there' }, { connection: 'adyen' })
    await process('hint:pay_there')
    expect(bank.asked).toBe(0)
    expect(await unprocessed()).toContain('adyen hint:pay_there')
  })

  test('finds its payment by the provider’s reference if it lacks ours', async () => {
    for (const reference of [null, 'an order of somebody else’s shop']) {
      const [{ id, providerRef, paid }, other] = [await waiting(), await waiting()]
      await shop.db.updateTable('payment_attempts').set({ provider_ref: providerRef }).where('id', '=', id).execute()
      const failed = { ...paid, state: 'declined' as const, reference }
      await store({ ...event(failed, `by-reference-${id}`), kind: 'payment' })
      await process(`by-reference-${id}`)
      const found = await stateOf(id)
      // A foreign reference is flagged; a missing one counts as ours.
      expect([found.state, found.flagged]).toEqual(
        reference === null ? ['declined', null] : ['processing', 'other_reference'],
      )
      expect((await stateOf(other.id)).state).toBe('processing')
    }
  })

  test('of an unknown state or another kind changes nothing and is done', async () => {
    const { id, paid } = await waiting()
    await store(event({ ...paid, state: 'unknown' }, 'unknown'))
    await store({ ...event(paid, 'other'), kind: 'other' })
    await process('unknown')
    await process('other')
    expect(await unprocessed()).toEqual([])
    expect(await stateOf(id)).toMatchObject({ state: 'processing', flagged: null })
    // Nothing in it names a payment of ours, and no one has to look for one.
    const { error } = await shop.db
      .selectFrom('payment_webhooks')
      .select('error')
      .where('event_id', '=', 'other')
      .executeTakeFirstOrThrow()
    expect(error).toBeNull()
  })

  test.each([
    ['processing', 'disputed'],
    ['captured', 'won'],
    ['failed', 'lost'],
    ['expired', 'captured'],
  ] as const)('of a dispute that is %s leaves a captured payment %s', async (said, state) => {
    const [{ id, paid }, other] = [await waiting(), await waiting()]
    for (const one of [id, other.id])
      await shop.db.updateTable('payment_attempts').set({ state: 'captured' }).where('id', '=', one).execute()
    await store({ ...event({ ...paid, state: said }, `dispute-${id}`), kind: 'dispute' })
    await process(`dispute-${id}`)
    expect([(await stateOf(id)).state, (await stateOf(other.id)).state]).toEqual([state, 'captured'])
  })
})

describe('a dispute that was decided', () => {
  test.each(['won', 'lost'] as const)('as %s is not opened again by an event of before', async (state) => {
    const { id, paid } = await waiting()
    await shop.db.updateTable('payment_attempts').set({ state }).where('id', '=', id).execute()
    await shop.db
      .insertInto('payment_webhooks')
      .values({
        connection: 'mollie',
        event_id: `late-${id}`,
        body: JSON.stringify({ ...event({ ...paid, state: 'processing' }, `late-${id}`), kind: 'dispute' }),
        received_at: shop.clock.now(),
      })
      .execute()
    await shop.payments.jobs!['payment-webhook']!.run(
      { connection: 'mollie', eventId: `late-${id}` },
      { attempt: 1, last: false },
    )
    expect((await stateOf(id)).state).toBe(state)
  })
})

describe('the process that receives an event', () => {
  let busy: Shop
  beforeAll(async () => {
    busy = await openShop({
      eventConcurrency: 2,
      connections: () => [
        {
          brandId: null,
          provider: {
            ...hinting,
            async fetchEvents() {
              throw new Error('no answer')
            },
          },
        },
      ],
    })
  })
  afterAll(() => busy.close())

  test('processes it by itself once it has answered, more of them than it processes at once', async () => {
    const pending = '4100000000013004'
    const orders: string[] = []
    // Of four members: a second order of one would be asked about.
    const payers = await Promise.all(Array.from({ length: 4 }, () => busy.customer()))
    for (const payer of payers) orders.push((await busy.pay(payer, 'messages-60', pending)).body.reference)
    await vi.waitFor(() => expect(orders.every((id) => busy.hooksOf(id).length > 1)).toBe(true))
    await Promise.all(orders.flatMap((id) => busy.hooksOf(id).map((hook) => busy.deliver(hook))))
    await vi.waitFor(async () => {
      for (const payer of payers) {
        const { attempts, sales, differences } = await busy.stateOf(payer)
        expect([attempts.map(({ state }) => state), sales.length, differences]).toEqual([['captured'], 1, []])
      }
    }, 10_000)
  })

  test('queues one that fails, to be retried', async () => {
    const answer = await busy.app.inject({
      method: 'POST',
      url: '/pay/webhooks/mollie',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'id=pay_that_fails',
    })
    expect([answer.statusCode, answer.body]).toEqual([200, '[accepted]'])
    const queued = () =>
      sql<{ payload: unknown }>`select payload from graphile_worker._private_jobs j
        join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'payment-webhook'`.execute(
        busy.db,
      )
    await vi.waitFor(async () =>
      expect((await queued()).rows).toEqual([{ payload: { connection: 'mollie', eventId: 'hint:pay_that_fails' } }]),
    )
  })
})

describe('the body of an old event', () => {
  test('goes but for its payment and a stored card, in batches and in time; repeated it is still known', async () => {
    const day = 86_400_000
    const now = new Date('2030-06-01T00:00:00Z')
    const token = { id: 'card_1', shopper: 'shopper_1', last4: '1111', expiry: '2030-12', label: 'Visa' }
    // Those of the tests before.
    await trimBodies(shop.db, now)
    const payments = [await waiting(), await waiting()]
    const put = (id: string, days: number, over: object = {}, values: object = {}) =>
      shop.db
        .insertInto('payment_webhooks')
        .values({
          connection: 'old',
          event_id: id,
          body: JSON.stringify({ ...event(payments[0]!.paid, id), ...over }),
          received_at: new Date(now.getTime() - days * day - 1),
          processed_at: now,
          ...values,
        })
        .execute()
    await put('1 with a card', 120, { state: { ...payments[0]!.paid, token } })
    await put('2 without', 121)
    await put('3 of another payment', 300, { state: payments[1]!.paid })
    await put('4 young', 119)
    await put('5 not processed', 300, {}, { processed_at: null })
    await put('6 matches nothing', 300, {}, { error: 'no such payment' })
    await put('7 hint', 300, { kind: 'hint', providerRef: 'pay_1' })
    const sizes = async () =>
      (
        await sql<{ n: number }>`
          select sum(pg_column_size(body))::integer as n from payment_webhooks where connection = 'old' and event_id < '4'`.execute(
          shop.db,
        )
      ).rows[0]?.n ?? 0
    const before = await sizes()
    expect(await trimBodies(shop.db, now, { until: 0 })).toBe(0)
    const clock = vi.spyOn(performance, 'now')
    let ms = 0
    clock.mockImplementation(() => (ms += 1))
    try {
      // Time for two batches.
      expect(await trimBodies(shop.db, now, { until: 3, batch: 1 })).toBe(2)
    } finally {
      clock.mockRestore()
    }
    expect(await trimBodies(shop.db, now)).toBe(1)
    expect(await trimBodies(shop.db, now)).toBe(0)
    expect(await sizes()).toBeLessThan(before / 2)
    const bodies = (await stored('old')).map(({ event_id, body }) => [event_id, body])
    expect(bodies.slice(0, 3)).toEqual([
      ['1 with a card', { state: { reference: payments[0]!.id, token } }],
      ['2 without', { state: { reference: payments[0]!.id } }],
      ['3 of another payment', { state: { reference: payments[1]!.id } }],
    ])
    for (const [, body] of bodies.slice(3)) expect(body).toHaveProperty('kind')
    expect(
      await storeEvents(shop.db, [
        { connection: 'old', event: event(payments[0]!.paid, '2 without'), receivedAt: now },
      ]),
    ).toEqual([])
    await shop.db.deleteFrom('payment_webhooks').where('connection', '=', 'old').execute()
  })
})
