import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createStripe } from '#providers/stripe/index.ts'
import { openShop, type Customer, type Said, type Shop } from '../testing/shop.ts'

/* Payments on a provider's page whose webhooks are signed and may require a look-up. */

const system = 'stripe'
const pack = 'messages-60'
const minute = 60_000

let shop: Shop
let ada: Customer
beforeAll(async () => {
  shop = await openShop({
    connections: (_adyen, { origin, config }) => [
      { brandId: null, provider: createStripe({ baseUrl: `${origin}/stripe/v1`, ...config.stripe }) },
    ],
  })
})
afterAll(() => shop.close())
beforeEach(async () => {
  shop.clock.offsetMs = 0
  ada = await shop.customer()
})

const answer = async (said: Said, form: Record<string, string>): Promise<URL> => {
  const response = await fetch(said.body._links?.checkout?.href ?? '', {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  })
  return new URL(response.headers.get('location') ?? '', shop.sandbox.origin)
}
const status = (member: Customer, { body }: Said, returned: Record<string, string> = {}) =>
  shop.status(member, { reference: body.reference, returned }, system)
const recordOf = ({ body }: Said) => {
  const found = shop.sandbox.sandbox.state.stripePayments
    .all()
    .find((one) => one.metadata['reference'] === body.reference)
  if (!found) throw new Error('the provider has no such payment')
  return found
}
/** Waits for an event of that type about a payment, and delivers all events, newest first and each twice. */
async function hear(said: Said, type: string): Promise<void> {
  const about = () =>
    shop.sandbox.webhooks.filter(({ raw }) => raw.includes(recordOf(said).id) || raw.includes(said.body.reference))
  await vi.waitFor(() => expect(about().some(({ raw }) => raw.includes(`"type":"${type}"`))).toBe(true))
  for (const hook of about().toReversed())
    for (let copy = 0; copy < 2; copy += 1) expect((await shop.deliver(hook, system)).statusCode).toBe(200)
  await shop.work()
  await shop.work()
}

test('a pack is granted once, by the return page and webhooks in any order, and a forged one is refused', async () => {
  const said = await shop.payOnPage(ada, system, pack)
  expect(said.body).toMatchObject({ status: 'ok', threeDS: true, payment_system: system })
  expect((await status(ada, said)).body).toMatchObject({ result: false, threeDS: true })
  const back = await answer(said, { choice: 'pay' })
  expect(back.searchParams.get('reference')).toBe(said.body.reference)
  expect((await status(ada, said)).body).toMatchObject({ result: true, premiumLevel: 1 })
  await hear(said, 'checkout.session.completed')
  const state = await shop.stateOf(ada)
  expect(state).toMatchObject({ level: 1, differences: [], attempts: [{ state: 'captured', flagged: null }] })
  expect(state.sales).toHaveLength(1)
  const [hook] = shop.sandbox.webhooks.filter(({ raw }) => raw.includes(said.body.reference))
  const forged = { raw: hook!.raw, headers: { ...hook!.headers, 'stripe-signature': 't=1,v1=00' } }
  expect((await shop.deliver(forged, system)).statusCode).toBe(401)
})

test('a decline leaves the page open; going back closes it, and nothing is charged', async () => {
  const said = await shop.payOnPage(ada, system, pack)
  await answer(said, { choice: 'decline', failure: 'insufficient_funds' })
  expect((await status(ada, said)).body).toMatchObject({ threeDS: true, message: 'pending' })
  const back = await answer(said, { choice: 'leave' })
  expect((await status(ada, said, { left: back.searchParams.get('left') ?? '' })).body).toMatchObject({
    result: false,
    status: 'ko',
    message: 'cancelled',
    paidBy: { kind: 'page', label: '' },
  })
  expect(recordOf(said).status).toBe('expired')
  await hear(said, 'checkout.session.expired')
  expect(await shop.stateOf(ada)).toMatchObject({
    level: 0,
    sales: [],
    attempts: [{ state: 'cancelled', flagged: null }],
  })
})

test('going back after having paid counts as paid', async () => {
  const said = await shop.payOnPage(ada, system, pack)
  await answer(said, { choice: 'pay' })
  expect((await status(ada, said, { left: '1' })).body).toMatchObject({ result: true })
  expect((await shop.stateOf(ada)).level).toBe(1)
})

test('a plan that renews stores the card by webhook alone, and is renewed, declined, refunded and disputed by it', async () => {
  const said = await shop.payOnPage(ada, system, 'plan-3m')
  await answer(said, { choice: 'pay' })
  await hear(said, 'checkout.session.completed')
  expect((await shop.look(ada, '/pay/cards/list/:trackerId')).body.cards).toMatchObject([
    { brand: 'visa', last4: '4242', paysRenewals: true },
  ])
  const [term] = (await shop.stateOf(ada)).terms
  shop.clock.offsetMs = term!.notice_due_at!.getTime() - Date.now() + minute
  await shop.renew()
  await shop.mailOut()
  shop.clock.offsetMs = term!.period_end.getTime() - Date.now() + minute
  await shop.renew()
  const { attempts } = await shop.stateOf(ada)
  expect(attempts).toMatchObject([{ state: 'captured' }, { state: 'captured', amount_minor: 4980, provider: system }])
  const { payments } = shop.sandbox.sandbox.stripe
  payments.dispute(recordOf(said).id)
  await hear(said, 'charge.dispute.created')
  expect((await shop.stateOf(ada)).attempts[0]).toMatchObject({ state: 'disputed' })
  payments.closeDispute(recordOf(said).id, 'lost')
  await hear(said, 'charge.dispute.closed')
  expect((await shop.stateOf(ada)).attempts[0]).toMatchObject({ state: 'lost' })
})

test('a renewal that needs the member asks them, and is charged once', async () => {
  const said = await shop.payOnPage(ada, system, 'plan-3m')
  await answer(said, { choice: 'pay', later: 'authentication_required' })
  await status(ada, said)
  const [term] = (await shop.stateOf(ada)).terms
  shop.clock.offsetMs = term!.notice_due_at!.getTime() - Date.now() + minute
  await shop.renew()
  await shop.mailOut()
  shop.clock.offsetMs = term!.period_end.getTime() - Date.now() + minute
  await shop.renew()
  const { attempts, terms } = await shop.stateOf(ada)
  expect(attempts.at(-1)).toMatchObject({ state: 'declined', code: 'authentication_required' })
  expect(terms).toMatchObject([{ state: 'past_due' }])
})

test('a withdrawal is refunded, and confirmed by webhook', async () => {
  const said = await shop.payOnPage(ada, system, pack)
  await answer(said, { choice: 'pay' })
  await status(ada, said)
  const { reference } = said.body
  expect(await shop.call(ada, '/pay/orders/withdraw', { clickid: ada.clickid, reference })).toMatchObject({
    status: 200,
  })
  shop.clock.offsetMs = minute
  await shop.sweep()
  expect(recordOf(said).refunds).toHaveLength(1)
  await hear(said, 'refund.created')
  expect((await shop.stateOf(ada)).attempts).toMatchObject([{ state: 'refunded', flagged: null }])
})
