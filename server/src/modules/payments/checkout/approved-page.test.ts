import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { hourOf } from '#platform/secrets/attempts.ts'
import { createPayPal } from '#providers/paypal/index.ts'
import { openShop, type Customer, type Said, type Shop } from '../testing/shop.ts'

/*
 * Payments that the member only approves on the provider's page: return page, webhook or poller then captures the
 * money, once.
 */

const system = 'paypal'
const pack = 'messages-20-first'
const minute = 60_000

let shop: Shop
let ada: Customer
beforeAll(async () => {
  shop = await openShop({
    pendingMs: 60 * minute,
    promo: 50,
    connections: (_adyen, { origin, config }) => [
      { brandId: null, provider: createPayPal({ baseUrl: `${origin}/paypal`, ...config.paypal }) },
    ],
  })
})
afterAll(() => shop.close())
beforeEach(async () => {
  shop.clock.offsetMs = 0
  ada = await shop.customer()
})

const ordersOf = ({ body }: Said) =>
  shop.sandbox.sandbox.state.paypalPayments.all().filter(({ metadata }) => metadata['reference_id'] === body.reference)
const recordOf = (said: Said) => {
  const [found] = ordersOf(said)
  if (!found) throw new Error('the provider has no such order')
  return found
}
/** Submits the provider's page for the member. @returns the URL it redirects to */
async function answer(said: Said, form: Record<string, string>): Promise<URL> {
  const { url } = await fetch(said.body._links?.checkout?.href ?? '')
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
  return new URL(response.headers.get('location') ?? '')
}
const status = (member: Customer, { body }: Said, returned: Record<string, string> = {}) =>
  shop.status(member, { reference: body.reference, returned }, system)
const orderOk = (member: Customer, id: string, changes: object = {}) =>
  shop.call(member, `/pay/orders/client/${system}/orderOk`, {
    request: { clickid: member.clickid, rateplan: pack, payment_system: system },
    response: { id },
    ...changes,
  })
/**
 * Waits for an event of that type about an order, delivers all events, newest first and each twice, and runs their
 * jobs.
 */
async function hear(said: Said, type: string): Promise<void> {
  const { id, pageId } = recordOf(said)
  const about = () => shop.sandbox.webhooks.filter(({ raw }) => raw.includes(id) || raw.includes(pageId ?? '-'))
  await vi.waitFor(() => expect(about().some(({ raw }) => raw.includes(`"event_type":"${type}"`))).toBe(true))
  for (const hook of about().toReversed())
    for (let copy = 0; copy < 2; copy += 1) expect((await shop.deliver(hook, system)).statusCode).toBe(200)
  await shop.work()
  await shop.work()
  await shop.sweep()
}

describe('an approved order', () => {
  test('is captured and granted once, by the return page, any number of webhooks and the poller', async () => {
    const said = await shop.payOnPage(ada, system, pack)
    expect(said.body).toMatchObject({ status: 'ok', threeDS: true, payment_system: system })
    expect((await status(ada, said)).body).toMatchObject({ result: false, threeDS: true, message: 'pending' })
    const back = await answer(said, { choice: 'pay' })
    expect([back.pathname, back.searchParams.get('reference')]).toEqual(['/paymentCheck/paypal', said.body.reference])
    // An approved order is not paid yet.
    expect(recordOf(said).status).toBe('approved')
    expect((await shop.stateOf(ada)).sales).toEqual([])
    const [one, two] = await Promise.all([status(ada, said, Object.fromEntries(back.searchParams)), status(ada, said)])
    expect([one.body.status, two.body.status]).not.toContain('ko')
    expect((await status(ada, said)).body).toMatchObject({ result: true, message: 'success', premiumLevel: 1 })
    await hear(said, 'PAYMENT.CAPTURE.COMPLETED')
    const state = await shop.stateOf(ada)
    expect(state).toMatchObject({ level: 1, differences: [], attempts: [{ state: 'captured', flagged: null }] })
    const sold = shop.flows.of('battito', '7').plans.free.find(({ id }) => id === pack)!
    expect(state.sales.map(({ amount }) => amount)).toEqual([sold.credits + 50])
    expect(state.attempts[0]?.provider_ref).toBe(recordOf(said).pageId)
  })

  test('is captured by webhook when the member does not return', async () => {
    const said = await shop.payOnPage(ada, system, pack)
    await answer(said, { choice: 'pay' })
    await hear(said, 'CHECKOUT.ORDER.APPROVED')
    expect(await shop.stateOf(ada)).toMatchObject({ level: 1, attempts: [{ state: 'captured' }] })
    expect(shop.pushed).toContainEqual(expect.objectContaining({ memberId: ada.memberId, event: 'creditiResidui' }))
  })

  test('is captured by the poller when the webhook is lost as well', async () => {
    const said = await shop.payOnPage(ada, system, pack)
    await answer(said, { choice: 'pay' })
    shop.clock.offsetMs = 3 * minute
    await shop.sweep()
    expect(await shop.stateOf(ada)).toMatchObject({ level: 1, attempts: [{ state: 'captured' }] })
  })

  test('waits for PayPal’s review, and is granted by webhook', async () => {
    const said = await shop.payOnPage(ada, system, pack)
    await answer(said, { choice: 'wait' })
    expect((await status(ada, said)).body).toMatchObject({ result: false, status: 'pending', message: 'pending' })
    shop.sandbox.sandbox.paypal.payments.settleNow(recordOf(said).id)
    await hear(said, 'PAYMENT.CAPTURE.COMPLETED')
    expect(await shop.stateOf(ada)).toMatchObject({ level: 1, attempts: [{ state: 'captured' }] })
  })

  test('is not granted when the capture fails', async () => {
    const said = await shop.payOnPage(ada, system, pack)
    await answer(said, { choice: 'decline', failure: 'INSTRUMENT_DECLINED' })
    expect((await status(ada, said)).body).toMatchObject({ result: false, status: 'ko', message: 'insufficient_funds' })
    await hear(said, 'CHECKOUT.ORDER.APPROVED')
    expect(await shop.stateOf(ada)).toMatchObject({ level: 0, sales: [], attempts: [{ state: 'declined' }] })
  })

  test('after the attempt was closed is not captured', async () => {
    const said = await shop.payOnPage(ada, system, pack)
    expect((await status(ada, said, { left: '1' })).body).toMatchObject({ result: false, status: 'ko' })
    await answer(said, { choice: 'pay' })
    await hear(said, 'CHECKOUT.ORDER.APPROVED')
    shop.clock.offsetMs = 3 * minute
    await shop.sweep()
    expect((await status(ada, said)).body).toMatchObject({ result: false, status: 'ko' })
    expect(recordOf(said).status).toBe('approved')
    expect(await shop.stateOf(ada)).toMatchObject({ level: 0, attempts: [{ state: 'cancelled', flagged: null }] })
  })
})

describe('orderOk', () => {
  test('reports the state of the member’s order, before and after the capture', async () => {
    const said = await shop.payOnPage(ada, system, pack)
    const { id } = recordOf(said)
    expect((await orderOk(ada, id)).body).toMatchObject({ result: false, threeDS: true })
    await answer(said, { choice: 'pay' })
    expect((await orderOk(ada, id)).body).toMatchObject({
      result: true,
      premiumLevel: 1,
      reference: said.body.reference,
    })
    expect((await orderOk(ada, id)).body).toMatchObject({ result: true })
    expect((await shop.stateOf(ada)).sales).toHaveLength(1)
  })

  test('refuses orders of other members and unknown ones, and does not trust the client', async () => {
    const said = await shop.payOnPage(ada, system, pack)
    await answer(said, { choice: 'pay' })
    const eve = await shop.customer()
    const { id } = recordOf(said)
    expect((await orderOk(eve, id)).status).toBe(404)
    expect((await orderOk(ada, 'NOSUCHORDER123456')).status).toBe(404)
    expect((await orderOk(ada, id, { request: { clickid: eve.clickid } })).status).toBe(404)
    expect((await orderOk(ada, '../../captures')).status).toBe(400)
    expect((await orderOk(ada, id, { response: { id, status: 'COMPLETED' } })).status).toBe(400)
    expect(
      (
        await shop.call(ada, '/pay/orders/client/adyen/orderOk', {
          request: { clickid: ada.clickid },
          response: { id },
        })
      ).status,
    ).toBe(404)
    // The other member's request has captured nothing.
    expect(recordOf(said).status).toBe('approved')
    expect((await shop.stateOf(eve)).sales).toEqual([])
  })
})

describe('a plan that renews', () => {
  test('stores the account, which renews; dispute, loss and refund of a withdrawal arrive by webhook', async () => {
    const said = await shop.payOnPage(ada, system, 'plan-3m')
    await answer(said, { choice: 'pay' })
    await hear(said, 'CHECKOUT.ORDER.APPROVED')
    expect((await shop.look(ada, '/pay/cards/list/:trackerId')).body.cards).toMatchObject([
      { brand: 'paypal', label: 'PayPal', last4: '', paysRenewals: true },
    ])
    const [term] = (await shop.stateOf(ada)).terms
    shop.clock.offsetMs = term!.notice_due_at!.getTime() - Date.now() + minute
    await shop.renew()
    await shop.mailOut()
    shop.clock.offsetMs = term!.period_end.getTime() - Date.now() + minute
    await shop.renew()
    expect((await shop.stateOf(ada)).attempts).toMatchObject([
      { state: 'captured' },
      { state: 'captured', amount_minor: 4980, provider: system },
    ])
    const { payments } = shop.sandbox.sandbox.paypal
    payments.dispute(recordOf(said).id)
    await hear(said, 'CUSTOMER.DISPUTE.CREATED')
    expect((await shop.stateOf(ada)).attempts[0]).toMatchObject({ state: 'disputed' })
    payments.closeDispute(recordOf(said).id, 'lost')
    await hear(said, 'CUSTOMER.DISPUTE.RESOLVED')
    expect((await shop.stateOf(ada)).attempts[0]).toMatchObject({ state: 'lost' })
  })

  test('stores the account also where PayPal keeps it after the payment, however many others it reports', async () => {
    const said = await shop.payOnPage(ada, system, 'plan-3m')
    await answer(said, { choice: 'pay', stored: 'later' })
    await status(ada, said)
    await hear(said, 'PAYMENT.CAPTURE.COMPLETED')
    expect(await shop.stateOf(ada)).toMatchObject({
      attempts: [{ state: 'captured' }],
      terms: [{ card_token_id: null }],
    })
    // The limit for hints that anyone can post is used up.
    await shop.db
      .insertInto('limit_counters')
      .values({ bucket: `hints of strangers ${system}`, window_start: hourOf(shop.clock.now()), hits: 61 })
      .onConflict((row) => row.columns(['bucket', 'window_start']).doUpdateSet({ hits: 61 }))
      .execute()
    shop.sandbox.sandbox.paypal.payments.settleNow(recordOf(said).id)
    await hear(said, 'VAULT.PAYMENT-TOKEN.CREATED')
    expect(await shop.stateOf(ada)).toMatchObject({
      attempts: [{ state: 'captured', flagged: null }],
      terms: [{ card_token_id: expect.any(String) }],
    })
    expect((await shop.look(ada, '/pay/cards/list/:trackerId')).body.cards).toMatchObject([
      { brand: 'paypal', paysRenewals: true },
    ])
  })

  test('asks the member to pay when they revoked the permission at PayPal', async () => {
    const said = await shop.payOnPage(ada, system, 'plan-3m')
    await answer(said, { choice: 'pay' })
    await status(ada, said)
    for (const { id } of shop.sandbox.sandbox.state.paypalTokens.all()) shop.sandbox.sandbox.paypal.payments.revoke(id)
    const [term] = (await shop.stateOf(ada)).terms
    shop.clock.offsetMs = term!.notice_due_at!.getTime() - Date.now() + minute
    await shop.renew()
    await shop.mailOut()
    shop.clock.offsetMs = term!.period_end.getTime() - Date.now() + minute
    await shop.renew()
    expect((await shop.stateOf(ada)).attempts.at(-1)).toMatchObject({ state: 'declined', code: 'change_method' })
  })
})

test('a withdrawal is refunded, and confirmed by webhook', async () => {
  const said = await shop.payOnPage(ada, system, pack)
  await answer(said, { choice: 'pay' })
  await status(ada, said)
  const { reference } = said.body
  expect((await shop.call(ada, '/pay/orders/withdraw', { clickid: ada.clickid, reference })).status).toBe(200)
  shop.clock.offsetMs = minute
  await shop.sweep()
  expect(recordOf(said).refunds).toHaveLength(1)
  await hear(said, 'PAYMENT.CAPTURE.REFUNDED')
  expect((await shop.stateOf(ada)).attempts).toMatchObject([{ state: 'refunded', flagged: null }])
})
