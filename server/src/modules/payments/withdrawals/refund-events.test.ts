import { routes } from '@incontro/contract'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { sign } from '../../../../../sandbox/src/adyen/signature.ts'
import type { PaymentProvider } from '../port.ts'
import { openShop, type Customer, type Shop } from '../testing/shop.ts'

const good = '4111111111111111'

let shop: Shop
let ada: Customer
const wire: { fault: 'none' | 'lost before' | 'lost after' | 'refused' } = { fault: 'none' }
const fragile = (real: PaymentProvider): PaymentProvider => ({
  ...real,
  async refund(input) {
    if (wire.fault === 'refused') return { accepted: false, providerRef: null }
    if (wire.fault === 'lost before') throw new Error('nobody answered')
    const answer = await real.refund(input)
    if (wire.fault === 'lost after') throw new Error('the answer was lost')
    return answer
  },
})

beforeAll(async () => {
  shop = await openShop({ provider: fragile })
})
afterAll(() => shop.close())
beforeEach(async () => {
  shop.clock.offsetMs = 0
  wire.fault = 'none'
  ada = await shop.customer()
})
afterEach(async () => expect((await shop.stateOf(ada)).differences).toEqual([]))

const preview = async (member = ada) => (await shop.look(member, routes.withdrawal.path)).body.orders
const withdraw = async (reference: string, member = ada): Promise<{ status: number; body: any }> =>
  shop.call(member, routes.withdraw.path, { clickid: member.clickid, reference })
const refunds = () => shop.db.selectFrom('refunds').selectAll().where('member_id', '=', ada.memberId).execute()
const buy = async (plan: string) => (await shop.pay(ada, plan, good)).body.reference
/** Delivers the webhooks of the order and of its refund. */
async function deliverWebhooks(reference: string) {
  for (const hook of shop.hooksOf(reference)) await shop.deliver(hook)
  await shop.work()
}
async function deliverRefundWebhooks() {
  const { id } = (await refunds()).find(({ reason }) => reason === 'withdrawal')!
  await vi.waitFor(() => expect(shop.hooksOf(id)).toHaveLength(1), 4000)
  await deliverWebhooks(id)
}

describe('the refund', () => {
  test.each(['lost before', 'lost after'] as const)(
    'with the response %s is repeated, and paid once',
    async (fault) => {
      const reference = await buy('messages-60')
      wire.fault = fault
      expect((await withdraw(reference)).status).toBe(200)
      expect(await refunds()).toMatchObject([{ state: 'submitting' }])
      wire.fault = 'none'
      await shop.sweep()
      expect(await refunds()).toMatchObject([{ state: 'submitting' }])
      shop.clock.offsetMs = 2 * 60_000
      await Promise.all([shop.sweep(), shop.sweep()])
      expect(await refunds()).toMatchObject([{ state: 'accepted' }])
      expect(shop.charged(reference)[0]?.refunded).toBe(1190)
      await deliverRefundWebhooks()
      expect((await shop.stateOf(ada)).attempts).toMatchObject([{ state: 'refunded' }])
    },
  )

  test('whose webhook arrived before its response is completed', async () => {
    const reference = await buy('messages-60')
    wire.fault = 'lost after'
    await withdraw(reference)
    await deliverRefundWebhooks()
    wire.fault = 'none'
    shop.clock.offsetMs = 10 * 60_000
    await shop.sweep()
    expect(await refunds()).toMatchObject([{ state: 'refunded', check_at: null }])
    expect(shop.charged(reference)[0]?.refunded).toBe(1190)
  })

  test('that is refused is flagged', async () => {
    const reference = await buy('messages-60')
    wire.fault = 'refused'
    expect((await withdraw(reference)).status).toBe(200)
    expect(await refunds()).toMatchObject([{ state: 'refused' }])
    expect((await shop.stateOf(ada)).attempts).toMatchObject([{ flagged: 'refund_refused' }])
  })

  test('and everything else are rolled back together when storing them fails', async () => {
    const reference = await buy('messages-60')
    shop.mail.fail = true
    expect((await withdraw(reference)).status).toBe(500)
    shop.mail.fail = false
    expect(await refunds()).toEqual([])
    expect(await shop.stateOf(ada)).toMatchObject({ level: 1, balances: { messages: 630 } })
    expect((await withdraw(reference)).body).toMatchObject({ refund: '11.90' })
  })
})

/** A refund that the operator made in the provider's back office. */
async function refundInBackOffice(reference: string, minor: number): Promise<string> {
  const [payment] = shop.charged(reference)
  const id = `office-${randomUUID()}`
  const answer = await fetch(`${shop.sandbox.origin}/adyen/checkout/v72/payments/${payment!.id}/refunds`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': shop.sandbox.config.adyen.apiKey },
    body: JSON.stringify({
      merchantAccount: shop.sandbox.config.adyen.merchantAccount,
      reference: id,
      amount: { value: minor, currency: 'EUR' },
    }),
  })
  expect(answer.status).toBe(201)
  await vi.waitFor(() => expect(shop.hooksOf(id)).toHaveLength(1), 4000)
  return id
}
const stored = (eventId: string) =>
  shop.db.updateTable('payment_webhooks').set({ processed_at: null }).where('event_id', 'like', eventId).execute()
/** The same correctly signed webhook with a change in it. */
function resigned(reference: string, change: (item: Record<string, unknown>) => void) {
  const [hook] = shop.hooksOf(reference)
  const body = JSON.parse(hook!.raw.toString('utf8'))
  const item = body.notificationItems[0].NotificationRequestItem
  change(item)
  item.additionalData = { ...item.additionalData, hmacSignature: sign(item, shop.sandbox.config.adyen.hmacKey) }
  return { ...hook!, raw: Buffer.from(JSON.stringify(body)) }
}
const attemptNow = async () => (await shop.stateOf(ada)).attempts[0]!

describe('money refunded before a withdrawal', () => {
  test('in the back office is not refunded again', async () => {
    const reference = await buy('messages-60')
    await deliverWebhooks(reference)
    await deliverWebhooks(await refundInBackOffice(reference, 400))
    expect(await attemptNow()).toMatchObject({ state: 'partially_refunded', refunded_minor: 400, flagged: null })
    expect(await preview()).toMatchObject([{ refund: '7.90', crediti: 600 }])
    expect((await withdraw(reference)).body).toMatchObject({ refund: '7.90', crediti: 600 })
    await deliverRefundWebhooks()
    expect(await attemptNow()).toMatchObject({ state: 'refunded', refunded_minor: 1190, flagged: null })
    expect(shop.charged(reference)[0]?.refunded).toBe(1190)
  })

  test('completely leaves nothing to withdraw from', async () => {
    const reference = await buy('messages-60')
    await deliverWebhooks(reference)
    await deliverWebhooks(await refundInBackOffice(reference, 1190))
    expect(await attemptNow()).toMatchObject({ state: 'refunded', refunded_minor: 1190 })
    expect(await withdraw(reference)).toMatchObject({ status: 409, body: { code: 'nothing_to_withdraw' } })
  })

  test('in several parts is summed up, each part once', async () => {
    const reference = await buy('messages-60')
    await deliverWebhooks(reference)
    for (const minor of [100, 200, 300]) await deliverWebhooks(await refundInBackOffice(reference, minor))
    expect(await attemptNow()).toMatchObject({ state: 'partially_refunded', refunded_minor: 600 })
    // Money alone comes back: what was bought with it is kept.
    expect((await refunds()).map((row) => [row.reason, row.state, row.amount_minor, row.credits]).toSorted()).toEqual([
      ['back_office', 'refunded', 100, 0],
      ['back_office', 'refunded', 200, 0],
      ['back_office', 'refunded', 300, 0],
    ])
  })
})

describe('a refund event that names another order', () => {
  let [one, two] = ['', '']
  /** The event of a refund of order two by its payment, under a new event id. */
  async function report(event: { readonly refundRef: string | null; readonly reference: string | null }) {
    const { provider_ref: providerRef } = (await shop.stateOf(ada)).attempts.find(({ id }) => id === two)!
    const state = {
      state: 'captured',
      providerRef,
      reference: event.reference,
      amount: { minor: 400, currency: 'EUR' },
    }
    await shop.db
      .insertInto('payment_webhooks')
      .values({
        connection: 'adyen',
        event_id: randomUUID(),
        body: JSON.stringify({
          kind: 'refund',
          refundRef: event.refundRef,
          state: { ...state, code: null, action: null, token: null },
        }),
        received_at: shop.clock.now(),
      })
      .execute()
    await shop.work()
  }
  const books = async () =>
    (await shop.stateOf(ada)).attempts.map(({ id, refunded_minor, flagged }) => [
      id === one ? 'one' : 'two',
      refunded_minor,
      flagged,
    ])
  beforeEach(async () => {
    one = await buy('messages-60')
    await deliverWebhooks(one)
    two = await buy('messages-60')
    await deliverWebhooks(two)
  })

  test('by the provider’s id of its refund is counted for neither, and flagged', async () => {
    await deliverWebhooks(await refundInBackOffice(one, 400))
    const [known] = await refunds()
    await report({ refundRef: known!.provider_ref, reference: null })
    expect(await books()).toEqual([
      ['one', 400, null],
      ['two', 0, 'other_reference'],
    ])
    expect(await refunds()).toEqual([known])
  })

  test('by our id of its refund is counted for neither, and flagged', async () => {
    wire.fault = 'lost before'
    await withdraw(one)
    const [asked] = await refunds()
    await report({ refundRef: 'PSP-of-another', reference: asked!.id })
    expect(await books()).toEqual([
      ['one', 0, 'other_reference'],
      ['two', 0, null],
    ])
    expect((await refunds()).map(({ state }) => state)).toEqual(['submitting'])
  })
})

describe('a refund reported twice', () => {
  test('by one event whose job runs again counts once', async () => {
    const reference = await buy('messages-60')
    await deliverWebhooks(reference)
    const id = await refundInBackOffice(reference, 400)
    for (const hook of shop.hooksOf(id)) await shop.deliver(hook)
    const event = await shop.db
      .selectFrom('payment_webhooks')
      .selectAll()
      .where('processed_at', 'is', null)
      .executeTakeFirstOrThrow()
    const job = () =>
      shop.payments.jobs['payment-webhook']!.run(
        { connection: event.connection, eventId: event.event_id },
        { attempt: 1, last: false },
      )
    await Promise.all([job(), job(), job()])
    await job()
    await shop.sweep()
    expect(await attemptNow()).toMatchObject({ state: 'partially_refunded', refunded_minor: 400 })
  })

  test('as processed has no further effect', async () => {
    const reference = await buy('messages-60')
    await deliverWebhooks(reference)
    await deliverWebhooks(await refundInBackOffice(reference, 400))
    // What processing the event again would do.
    await shop.db
      .deleteFrom('invoices')
      .where('kind', '=', 'credit_note')
      .where('member_id', '=', ada.memberId)
      .execute()
    await shop.db.deleteFrom('refunds').where('member_id', '=', ada.memberId).execute()
    const events = await shop.db
      .selectFrom('payment_webhooks')
      .selectAll()
      .where('event_id', 'like', '%:REFUND:%')
      .execute()
    expect(events.length).toBeGreaterThan(0)
    for (const { connection, event_id: eventId } of events)
      await shop.payments.jobs['payment-webhook']!.run({ connection, eventId }, { attempt: 1, last: false })
    expect(await attemptNow()).toMatchObject({ refunded_minor: 400 })
  })

  test('under two event ids counts once, ours and one of the back office', async () => {
    const reference = await buy('messages-60')
    await deliverWebhooks(reference)
    const office = await refundInBackOffice(reference, 300)
    await deliverWebhooks(office)
    await stored('%:REFUND:true')
    await shop.work()
    expect(await attemptNow()).toMatchObject({ refunded_minor: 300 })

    await withdraw(reference)
    const { id } = (await refunds()).find(({ reason }) => reason === 'withdrawal')!
    await vi.waitFor(() => expect(shop.hooksOf(id)).toHaveLength(1), 4000)
    await deliverWebhooks(id)
    await shop.deliver(
      resigned(id, (item) => {
        item.pspReference = `${String(item.pspReference).slice(0, 12)}AGAN`
      }),
    )
    await shop.work()
    expect(await attemptNow()).toMatchObject({ state: 'refunded', refunded_minor: 1190, flagged: null })
  })

  test('as failed after the request is flagged and counts nothing', async () => {
    const reference = await buy('messages-60')
    await deliverWebhooks(reference)
    await withdraw(reference)
    const { id } = (await refunds())[0]!
    await vi.waitFor(() => expect(shop.hooksOf(id)).toHaveLength(1), 4000)
    await shop.deliver(
      resigned(id, (item) => {
        item.success = 'false'
      }),
    )
    await shop.work()
    expect(await refunds()).toMatchObject([{ state: 'failed', check_at: null }])
    expect(await attemptNow()).toMatchObject({ state: 'captured', refunded_minor: 0, flagged: 'refund_failed' })
  })

  test.each([
    ['another amount', { value: 1189, currency: 'EUR' }],
    ['another currency', { value: 1190, currency: 'USD' }],
  ])('of %s than ours is flagged', async (_what, amount) => {
    const reference = await buy('messages-60')
    await deliverWebhooks(reference)
    await withdraw(reference)
    const { id } = (await refunds())[0]!
    await vi.waitFor(() => expect(shop.hooksOf(id)).toHaveLength(1), 4000)
    await shop.deliver(
      resigned(id, (item) => {
        item.amount = amount
      }),
    )
    await shop.work()
    expect(await attemptNow()).toMatchObject({ refunded_minor: 0, flagged: 'refund_failed' })
  })
})
