import { routes } from '@incontro/contract'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { sign } from '../../../../../sandbox/src/adyen/signature.ts'
import { move } from '../../credits/index.ts'
import type { PaymentProvider } from '../port.ts'
import { openShop, type Customer, type Shop } from '../testing/shop.ts'

const good = '4111111111111111'
const day = 86_400_000

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
const spend = (amount: number) =>
  shop.db.transaction().execute((tx) =>
    move(tx, {
      memberId: ada.memberId,
      brandId: 'battito',
      account: 'messages',
      house: 'spent',
      amount: -amount,
      key: randomUUID(),
      at: new Date(),
    }),
  )

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

describe('withdrawing from a plan', () => {
  test('refunds the unused days, ends the plan, once, with a receipt; the webhook completes it', async () => {
    const reference = await buy('plan-1m')
    const [term] = (await shop.stateOf(ada)).terms
    const days = Math.round((term!.period_end.getTime() - term!.period_start.getTime()) / day)
    shop.clock.offsetMs = 5.5 * day
    const refund = (Math.ceil((2490 * (days - 5)) / days) / 100).toFixed(2)
    expect(await preview()).toMatchObject([
      { reference, paid: '24.90', refund, currency: 'EUR', crediti: 0, endsPlan: true },
    ])

    const answers = await Promise.all([withdraw(reference), withdraw(reference), withdraw(reference)])
    for (const { status, body } of answers)
      expect([status, body]).toMatchObject([200, { status: 'ok', reference, refund, premiumLevel: 0 }])
    expect((await withdraw(reference)).body).toMatchObject({ refund })
    expect(await refunds()).toMatchObject([{ state: 'accepted', check_at: null }])
    expect(shop.charged(reference)[0]?.refunded).toBe(Math.round(Number(refund) * 100))
    const state = await shop.stateOf(ada)
    expect(state).toMatchObject({ level: 0, level_until: null, terms: [{ state: 'ended', renews: false }] })
    expect(state.emails.filter(({ kind }) => kind === 'withdrawal')).toMatchObject([
      { props: { refund, paid: '24.90', order: reference, planEnds: true } },
    ])
    expect(await preview()).toEqual([])

    await deliverRefundWebhooks()
    await deliverRefundWebhooks()
    expect(await shop.stateOf(ada)).toMatchObject({
      attempts: [{ state: 'partially_refunded', refunded_minor: Math.round(Number(refund) * 100), flagged: null }],
    })
    expect(await refunds()).toMatchObject([{ state: 'refunded' }])
    expect((await shop.look(ada, routes.orders.path)).body).toMatchObject({
      subscription: null,
      orders: [{ state: 'partially_refunded', refunded: refund }],
    })

    shop.clock.offsetMs = 40 * day
    await shop.renew()
    expect((await shop.stateOf(ada)).attempts).toHaveLength(1)
    expect(await shop.call(ada, routes.resumeUser.path, { clickid: ada.clickid })).toMatchObject({ status: 409 })
  })

  test('at once gives everything back', async () => {
    const reference = await buy('plan-6m')
    expect((await withdraw(reference)).body).toMatchObject({ refund: '83.40' })
    await deliverWebhooks(reference)
    await deliverRefundWebhooks()
    expect((await shop.stateOf(ada)).attempts).toMatchObject([{ state: 'refunded', refunded_minor: 8340 }])
  })

  test('that was added to a running one leaves that one, which then does not renew', async () => {
    await buy('plan-1m')
    const [first] = (await shop.stateOf(ada)).terms
    shop.clock.offsetMs = 2 * day
    const second = await buy('plan-3m')
    expect((await withdraw(second)).body).toMatchObject({ refund: '49.80', premiumLevel: 2 })
    const state = await shop.stateOf(ada)
    expect(state.terms.at(-1)).toMatchObject({ state: 'cancelled', renews: false, period_end: first!.period_end })
    expect(state.level_until).toEqual(first!.period_end)
  })

  test('under another one moves that one forward', async () => {
    const first = await buy('plan-1m')
    const second = await buy('plan-3m')
    expect((await withdraw(first)).body).toMatchObject({ refund: '24.90', premiumLevel: 2 })
    const state = await shop.stateOf(ada)
    const [, added] = state.attempts
    expect(added?.id).toBe(second)
    expect(state.terms.at(-1)).toMatchObject({
      state: 'active',
      renews: true,
      period_end: added!.term_end,
      next_try_at: added!.term_end,
    })
    expect(added!.term_start!.getTime()).toBeLessThan(Date.now() + 60_000)
    expect((await withdraw(second)).body).toMatchObject({ refund: '49.80', premiumLevel: 0 })
  })

  test('is over after 14 days', async () => {
    const reference = await buy('plan-3m')
    shop.clock.offsetMs = 14 * day - 60_000
    expect(await preview()).toMatchObject([{ reference }])
    shop.clock.offsetMs = 14 * day + 60_000
    expect(await preview()).toEqual([])
    expect(await withdraw(reference)).toMatchObject({ status: 409, body: { code: 'nothing_to_withdraw' } })
    expect(await shop.stateOf(ada)).toMatchObject({ level: 2 })
  })
})

describe('withdrawing from a pack', () => {
  test('gives back the unused credits only', async () => {
    const reference = await buy('messages-60')
    await spend(103)
    // Thirty were there before and went first: 73 of the 600 are used.
    expect(await preview()).toMatchObject([{ refund: '10.46', crediti: 527, endsPlan: false }])
    expect((await withdraw(reference)).body).toMatchObject({
      refund: '10.46',
      crediti: 527,
      premiumLevel: 0,
      creditiTotali: 0,
    })
    expect(await shop.stateOf(ada)).toMatchObject({ level: 0, balances: { messages: 0 } })
    await deliverWebhooks(reference)
    await deliverRefundWebhooks()
    expect((await shop.stateOf(ada)).attempts).toMatchObject([{ state: 'partially_refunded', refunded_minor: 1046 }])
  })

  test('leaves the level that another one pays for', async () => {
    const first = await buy('messages-60')
    await buy('messages-150')
    expect((await withdraw(first)).body).toMatchObject({
      refund: '11.90',
      crediti: 600,
      premiumLevel: 1,
      creditiTotali: 1530,
    })
  })

  test('has nothing to give once all is used', async () => {
    const reference = await buy('messages-60')
    await spend(630)
    expect(await preview()).toEqual([])
    expect(await withdraw(reference)).toMatchObject({ status: 409 })
  })
})

describe('free messages', () => {
  const balance = async () => (await shop.stateOf(ada)).balances.messages
  test('stay as many when a level is paid for, and when it is withdrawn from', async () => {
    const first = await buy('messages-60')
    // Three messages at one credit are three at ten.
    expect(await balance()).toBe(630)
    await buy('messages-150')
    expect(await balance()).toBe(2130)
    await withdraw(first)
    expect(await balance()).toBe(1530)
    const rest = (await preview())[0].reference
    await withdraw(rest)
    expect(await shop.stateOf(ada)).toMatchObject({ level: 0, balances: { messages: 3 } })
  })

  test('are not multiplied by buying and withdrawing again and again', async () => {
    for (let round = 0; round < 3; round += 1) {
      const order = await buy('plan-1m')
      expect(await balance()).toBe(30)
      await shop.db
        .updateTable('payment_attempts')
        .set({ created_at: new Date(Date.now() - 60 * day) })
        .where('id', '=', order)
        .execute()
      expect((await withdraw(order)).status).toBe(200)
      expect(await shop.stateOf(ada)).toMatchObject({ level: 0, balances: { messages: 3 } })
    }
  })

  test('of which one was begun are rounded up for the member', async () => {
    const order = await buy('plan-1m')
    await spend(9)
    await withdraw(order)
    expect(await balance()).toBe(3)
  })
})

describe('what was used', () => {
  test('of a plan is paid by the day that was begun, once something was written', async () => {
    const order = await buy('plan-1m')
    const [attempt] = (await shop.stateOf(ada)).attempts
    const eva = await shop.customer()
    const conversation = randomUUID()
    const [low, high] = [ada.memberId, eva.memberId].toSorted()
    const at = new Date(attempt!.term_start!.getTime() + 1000)
    await shop.db
      .insertInto('conversations')
      .values({ id: conversation, pool_id: 'battito', low_id: low!, high_id: high!, created_at: at })
      .execute()
    const message = (seq: number, sender: string, time: Date) =>
      shop.db
        .insertInto('messages')
        .values({
          conversation_id: conversation,
          seq,
          id: randomUUID(),
          sender_id: sender,
          client_message_id: randomUUID(),
          body: 'Ciao',
          icebreaker: false,
          sender_level: 2,
          cost: 0,
          created_at: time,
        })
        .execute()
    // Neither what was written before nor what the other wrote is use of the plan.
    await message(1, ada.memberId, new Date(attempt!.term_start!.getTime() - 1000))
    await message(2, eva.memberId, at)
    expect(await preview()).toMatchObject([{ refund: '24.90' }])
    await message(3, ada.memberId, at)
    const days = Math.round((attempt!.term_end!.getTime() - attempt!.term_start!.getTime()) / day)
    const refund = (Math.ceil((2490 * (days - 1)) / days) / 100).toFixed(2)
    shop.clock.offsetMs = 60_000
    expect(await preview()).toMatchObject([{ refund }])
    expect((await withdraw(order)).body).toMatchObject({ refund })
  })

  test('and withdrawn from cannot be withdrawn from again when it is bought again at once', async () => {
    await withdraw(await buy('plan-1m'))
    shop.clock.offsetMs = 60_000
    const again = await buy('plan-3m')
    expect(await preview()).toEqual([])
    expect(await withdraw(again)).toMatchObject({ status: 409, body: { code: 'withdrawn_before' } })
    expect(await shop.stateOf(ada)).toMatchObject({ level: 2 })
    const pack = await buy('messages-60')
    expect((await withdraw(pack)).status).toBe(200)
    // What somebody else withdrew from is theirs alone.
    const eva = await shop.customer()
    const theirs = (await shop.pay(eva, 'plan-3m', good)).body.reference
    expect((await withdraw(theirs, eva)).status).toBe(200)
  })
})

describe('the refund', () => {
  test.each(['lost before', 'lost after'] as const)(
    'whose answer is %s is asked for again, and paid once',
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

  test('whose webhook came before its answer is completed', async () => {
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

  test('that is refused calls for a person', async () => {
    const reference = await buy('messages-60')
    wire.fault = 'refused'
    expect((await withdraw(reference)).status).toBe(200)
    expect(await refunds()).toMatchObject([{ state: 'refused' }])
    expect((await shop.stateOf(ada)).attempts).toMatchObject([{ flagged: 'refund_refused' }])
  })

  test('and all else are undone together when writing them down fails', async () => {
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
/** The same signed webhook with something changed in it. */
function resigned(reference: string, change: (item: Record<string, unknown>) => void) {
  const [hook] = shop.hooksOf(reference)
  const body = JSON.parse(hook!.raw.toString('utf8'))
  const item = body.notificationItems[0].NotificationRequestItem
  change(item)
  item.additionalData = { ...item.additionalData, hmacSignature: sign(item, shop.sandbox.config.adyen.hmacKey) }
  return { ...hook!, raw: Buffer.from(JSON.stringify(body)) }
}
const attemptNow = async () => (await shop.stateOf(ada)).attempts[0]!

describe('money refunded before', () => {
  test('in the back office is not refunded again by a withdrawal', async () => {
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

  test('wholly leaves nothing to withdraw from', async () => {
    const reference = await buy('messages-60')
    await deliverWebhooks(reference)
    await deliverWebhooks(await refundInBackOffice(reference, 1190))
    expect(await attemptNow()).toMatchObject({ state: 'refunded', refunded_minor: 1190 })
    expect(await withdraw(reference)).toMatchObject({ status: 409, body: { code: 'nothing_to_withdraw' } })
  })

  test('in several parts adds up, each part once', async () => {
    const reference = await buy('messages-60')
    await deliverWebhooks(reference)
    for (const minor of [100, 200, 300]) await deliverWebhooks(await refundInBackOffice(reference, minor))
    expect(await attemptNow()).toMatchObject({ state: 'partially_refunded', refunded_minor: 600 })
    expect((await refunds()).map((row) => [row.reason, row.state, row.amount_minor]).toSorted()).toEqual([
      ['back_office', 'refunded', 100],
      ['back_office', 'refunded', 200],
      ['back_office', 'refunded', 300],
    ])
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
      shop.payments.jobs['payment-webhook']!(
        { connection: event.connection, eventId: event.event_id },
        { attempt: 1, last: false },
      )
    await Promise.all([job(), job(), job()])
    await job()
    await shop.sweep()
    expect(await attemptNow()).toMatchObject({ state: 'partially_refunded', refunded_minor: 400 })
  })

  test('as processed stays so: the job of an event that is done does nothing', async () => {
    const reference = await buy('messages-60')
    await deliverWebhooks(reference)
    await deliverWebhooks(await refundInBackOffice(reference, 400))
    // What the event would do if it ran again: take the order's refunds off the books and look.
    await shop.db.deleteFrom('refunds').where('member_id', '=', ada.memberId).execute()
    const events = await shop.db
      .selectFrom('payment_webhooks')
      .selectAll()
      .where('event_id', 'like', '%:REFUND:%')
      .execute()
    expect(events.length).toBeGreaterThan(0)
    for (const { connection, event_id: eventId } of events)
      await shop.payments.jobs['payment-webhook']!({ connection, eventId }, { attempt: 1, last: false })
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

  test('as failed after it was asked for calls for a person and counts nothing', async () => {
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
  ])('of %s than ours calls for a person', async (_what, amount) => {
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

test("somebody else's order, an unknown one and no session get nothing", async () => {
  const reference = await buy('messages-60')
  const eva = await shop.customer()
  expect((await withdraw(reference, eva)).status).toBe(404)
  expect((await withdraw(randomUUID())).status).toBe(404)
  expect((await shop.call(eva, routes.withdraw.path, { clickid: ada.clickid, reference })).status).toBe(404)
  expect((await shop.call(ada, routes.withdraw.path, { clickid: ada.clickid, reference: 'x' })).status).toBe(400)
  expect((await shop.call(null, routes.withdraw.path, { clickid: ada.clickid, reference })).status).toBe(401)
  expect((await shop.look({ ...eva, clickid: ada.clickid }, routes.orders.path)).status).toBe(404)
  expect(await refunds()).toEqual([])
})
