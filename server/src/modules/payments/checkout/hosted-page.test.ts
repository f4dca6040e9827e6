import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createMollie, type Mollie } from '#providers/mollie/index.ts'
import { offerFor } from './offer.ts'
import { openShop, type Customer, type Said, type Shop } from '../testing/shop.ts'

/* Payments on a provider's page whose webhooks are hints: order, look-up, grant and renewal. */

const system = 'mollie'
const pack = 'messages-20-first'
const minute = 60_000
const day = 24 * 60 * minute

/** Simulated outages of the provider. */
const broken = { ping: false, lookUp: false }
let shop: Shop
let ada: Customer
beforeAll(async () => {
  shop = await openShop({
    connections: (_adyen, { origin, config }) => [
      {
        brandId: null,
        provider: sometimesBroken(
          createMollie({
            baseUrl: `${origin}/mollie/v2`,
            apiKey: config.mollie.apiKey,
            pageMethods: ['card', 'ideal'],
          }),
        ),
      },
    ],
    brand: { paymentSystems: { ES: [system, 'adyen'], FR: ['adyen'], NL: [system] } },
  })
})
afterAll(() => shop.close())
beforeEach(async () => {
  shop.clock.offsetMs = 0
  ada = await shop.customer()
})
afterEach(() => Object.assign(broken, { ping: false, lookUp: false }))

function sometimesBroken(real: Mollie): Mollie {
  return {
    ...real,
    ping: () => (broken.ping ? Promise.reject(new Error('away')) : real.ping()),
    lookUp: async (payment) => ({
      ...(await real.lookUp(payment)),
      ...(broken.lookUp ? { state: 'unknown' as const, amount: null, reference: null } : {}),
    }),
  }
}

/** Submits the provider's page for the member. */
const answer = (said: Said, form: Record<string, string>) =>
  fetch(said.body._links?.checkout?.href ?? '', {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  })
const status = (member: Customer, { body }: Said) => shop.status(member, { reference: body.reference }, system)
const recordOf = ({ body }: Said) => {
  const found = shop.sandbox.sandbox.state.molliePayments
    .all()
    .find((one) => one.metadata['reference'] === body.reference)
  if (!found) throw new Error('the provider has no such payment')
  return found
}
/** Delivers the provider's webhooks about a payment and runs their jobs. */
async function hear(said: Said): Promise<void> {
  const { id } = recordOf(said)
  const hook = await vi.waitFor(() => {
    const found = shop.sandbox.webhooks.findLast(({ raw }) => raw.toString() === `id=${id}`)
    if (!found) throw new Error('no webhook yet')
    return found
  })
  expect((await shop.deliver(hook, system)).statusCode).toBe(200)
  await shop.work()
  await shop.work()
}

describe('an order on the page', () => {
  test('redirects there, and is granted once when paid, by the return page and any number of webhooks', async () => {
    const said = await shop.payOnPage(ada, system, pack)
    expect(said).toMatchObject({
      status: 200,
      body: { status: 'ok', threeDS: true, payment_system: system, _links: { checkout: { href: expect.any(String) } } },
    })
    expect((await shop.stateOf(ada)).sales).toEqual([])
    // Returning alone grants nothing.
    expect((await status(ada, said)).body).toMatchObject({ result: false, threeDS: true, message: 'pending' })

    const back = await answer(said, { choice: 'pay' })
    expect(back.headers.get('location')).toBe(
      `${shop.site.origin}/paymentCheck/${system}?reference=${said.body.reference}`,
    )
    expect((await status(ada, said)).body).toMatchObject({ result: true, message: 'success', premiumLevel: 1 })
    await hear(said)
    await hear(said)
    const state = await shop.stateOf(ada)
    expect(state).toMatchObject({ level: 1, differences: [] })
    expect(state.sales).toHaveLength(1)
    expect(state.attempts).toMatchObject([{ state: 'captured', flagged: null, provider: system }])
    expect(state.emails.filter(({ kind }) => kind === 'receipt')).toHaveLength(1)
  })

  test('is granted by webhook when the member does not return, and notifies the open browser', async () => {
    const said = await shop.payOnPage(ada, system, pack)
    await answer(said, { choice: 'pay' })
    await hear(said)
    expect(await shop.stateOf(ada)).toMatchObject({ level: 1, attempts: [{ state: 'captured' }] })
    expect(shop.pushed).toContainEqual(expect.objectContaining({ memberId: ada.memberId, event: 'creditiResidui' }))
  })

  test('is granted by the poller when the member does not return and the webhook is lost', async () => {
    const said = await shop.payOnPage(ada, system, pack)
    await answer(said, { choice: 'pay' })
    shop.clock.offsetMs = 3 * minute
    await shop.sweep()
    expect(await shop.stateOf(ada)).toMatchObject({ level: 1, attempts: [{ state: 'captured' }] })
  })

  test('is granted after a slow bank has decided', async () => {
    const said = await shop.payOnPage(ada, system, pack)
    await shop.sandbox.sandbox.app.inject({ method: 'POST', url: '/control', payload: { holdWebhooks: true } })
    await answer(said, { choice: 'wait' })
    expect((await status(ada, said)).body).toMatchObject({ status: expect.stringMatching(/pending|ok/) })
    await shop.sandbox.sandbox.app.inject({ method: 'POST', url: '/control/reset' })
    await vi.waitFor(() => expect(recordOf(said).status).toBe('paid'))
    await hear(said)
    expect(await shop.stateOf(ada)).toMatchObject({ level: 1, attempts: [{ state: 'captured' }] })
  })

  test.each([
    [{ choice: 'leave' }, 'cancelled', 'cancelled'],
    [{ choice: 'decline', failure: 'insufficient_funds' }, 'declined', 'insufficient_funds'],
    [{ choice: 'decline', failure: 'card_expired' }, 'declined', 'expired_card'],
  ])('is not granted after %o', async (form, state, message) => {
    const said = await shop.payOnPage(ada, system, pack)
    await answer(said, form)
    expect((await status(ada, said)).body).toMatchObject({ result: false, status: 'ko', message })
    await hear(said)
    expect(await shop.stateOf(ada)).toMatchObject({ level: 0, sales: [], attempts: [{ state, flagged: null }] })
  })

  test('that is abandoned is closed after a day, at the provider too', async () => {
    const said = await shop.payOnPage(ada, system, pack)
    shop.clock.offsetMs = day + minute
    await shop.sweep()
    expect(recordOf(said).status).toBe('cancelled')
    expect(await shop.stateOf(ada)).toMatchObject({ attempts: [{ state: 'cancelled', check_at: null }] })
  })

  test('keeps its state while the provider is down', async () => {
    const said = await shop.payOnPage(ada, system, pack)
    broken.lookUp = true
    expect((await status(ada, said)).body).toMatchObject({ status: 'ok', threeDS: true })
    shop.clock.offsetMs = 3 * minute
    await shop.sweep()
    expect((await shop.stateOf(ada)).attempts).toMatchObject([{ state: 'requires_action', flagged: null }])
    broken.lookUp = false
    await answer(said, { choice: 'pay' })
    shop.clock.offsetMs = 30 * minute
    await shop.sweep()
    expect((await shop.stateOf(ada)).level).toBe(1)
  })
})

describe('a payment that does not match', () => {
  test('another amount at the provider grants nothing and is flagged', async () => {
    const said = await shop.payOnPage(ada, system, pack)
    shop.sandbox.sandbox.state.molliePayments.put({ ...recordOf(said), amount: 1 })
    await answer(said, { choice: 'pay' })
    expect((await status(ada, said)).body).toMatchObject({ result: false, status: 'pending' })
    expect(await shop.stateOf(ada)).toMatchObject({ level: 0, sales: [], attempts: [{ flagged: 'other_amount' }] })
  })

  test('an unknown reference and an unknown id change nothing', async () => {
    const said = await shop.payOnPage(ada, system, pack)
    const { id } = recordOf(said)
    shop.sandbox.sandbox.state.molliePayments.put({ ...recordOf(said), metadata: { reference: ada.memberId } })
    shop.sandbox.sandbox.mollie.payments.decide(id, { choice: 'pay', failure: null, laterFailure: null })
    for (const ref of [id, 'tr_nobody'])
      expect((await shop.deliver({ raw: Buffer.from(`id=${ref}`), headers: {} }, system)).statusCode).toBe(200)
    await shop.work()
    await shop.work()
    expect(await shop.stateOf(ada)).toMatchObject({ level: 0, sales: [] })
  })

  test('prices, plans, providers and other members’ orders sent by a client are refused', async () => {
    const eve = await shop.customer()
    expect(await shop.payOnPage(ada, system, pack, { prezzo_totale: '0.01' })).toMatchObject({
      status: 409,
      body: { code: 'price_changed' },
    })
    expect((await shop.payOnPage(ada, system, pack, { currency: 'USD' })).status).toBe(409)
    expect((await shop.payOnPage(ada, system, 'no-such-plan')).status).toBe(404)
    expect((await shop.payOnPage(ada, 'adyen', pack)).status).toBe(404)
    expect((await shop.payOnPage(ada, 'nobody', pack)).status).toBe(404)
    expect(await shop.payOnPage(ada, system, pack, { amount: 1 })).toMatchObject({ status: 400 })
    expect(await shop.payOnPage(ada, system, pack, { clickid: eve.clickid })).toMatchObject({ status: 404 })
    const said = await shop.payOnPage(ada, system, pack)
    expect((await status(eve, said)).status).toBe(404)
    expect((await shop.stateOf(ada)).attempts).toHaveLength(1)
  })

  test('the same order sent twice is one payment at the provider', async () => {
    const order = await shop.orderOf(ada, pack, null)
    const path = `/pay/orders/${system}/createPayment`
    const [one, two] = await Promise.all([shop.call(ada, path, order), shop.call(ada, path, order)])
    expect(one.body.reference).toBe(two.body.reference)
    const { molliePayments } = shop.sandbox.sandbox.state
    expect(molliePayments.all().filter(({ metadata }) => metadata['reference'] === one.body.reference)).toHaveLength(1)
  })
})

test('a plan for new members: an order that is replaced is closed at the provider before another is created', async () => {
  const left = await shop.payOnPage(ada, system, pack)
  const second = await shop.payOnPage(ada, system, pack, { replaces: left.body.reference })
  expect(second.body.status).toBe('ok')
  expect(recordOf(left).status).toBe('cancelled')
  await answer(left, { choice: 'pay' })
  await answer(second, { choice: 'pay' })
  expect((await status(ada, second)).body.result).toBe(true)
  expect((await shop.stateOf(ada)).attempts.map(({ state }) => state)).toEqual(['cancelled', 'captured'])
})

test('one that was paid meanwhile is granted, and no other is created', async () => {
  const left = await shop.payOnPage(ada, system, pack)
  await answer(left, { choice: 'pay' })
  const replaces = left.body.reference
  expect(await shop.payOnPage(ada, system, pack, { replaces })).toMatchObject({
    status: 409,
    body: { code: 'order_paid' },
  })
  expect((await shop.payOnPage(ada, system, pack)).status).toBe(404)
  expect(await shop.stateOf(ada)).toMatchObject({ level: 1, attempts: [{ state: 'captured' }] })
})

describe('a plan that renews', () => {
  async function subscribe(later?: string): Promise<Said> {
    const said = await shop.payOnPage(ada, system, 'plan-3m')
    await answer(said, { choice: 'pay', ...(later === undefined ? {} : { later }) })
    expect((await status(ada, said)).body.result).toBe(true)
    return said
  }
  /** Sends the reminder and ends the term. */
  async function endTerm(): Promise<void> {
    const [term] = (await shop.stateOf(ada)).terms
    shop.clock.offsetMs = term!.notice_due_at!.getTime() - Date.now() + minute
    await shop.renew()
    await shop.mailOut()
    shop.clock.offsetMs = term!.period_end.getTime() - Date.now() + minute
    await shop.renew()
  }

  test('stores the mandate, which renews without the member', async () => {
    await subscribe()
    expect((await shop.look(ada, '/pay/cards/list/:trackerId')).body.cards).toMatchObject([
      { brand: 'visa', label: 'Visa', last4: '4242', paysRenewals: true },
    ])
    // A mandate is for renewals only: it is not offered for one-click payment.
    const rules = await shop.call(ada, '/pay/pay_rules/get_pay_rules', { clickid: ada.clickid })
    expect(rules.body).toMatchObject({ cardOnFile: null })
    await endTerm()
    const { attempts, terms } = await shop.stateOf(ada)
    expect(attempts).toMatchObject([
      { provider: system, state: 'captured' },
      { provider: system, state: 'captured', amount_minor: 4980 },
    ])
    expect(terms).toMatchObject([{ state: 'active' }])
  })

  test('waits within its grace when the mandate is declined', async () => {
    await subscribe('insufficient_funds')
    await endTerm()
    const { attempts, terms } = await shop.stateOf(ada)
    expect(attempts.at(-1)).toMatchObject({ state: 'declined', code: 'insufficient_funds' })
    expect(terms).toMatchObject([{ state: 'past_due' }])
  })

  test('asks the member to pay when the mandate was revoked', async () => {
    await subscribe()
    for (const { id } of shop.sandbox.sandbox.state.mollieMandates.all())
      shop.sandbox.sandbox.mollie.payments.revoke(id)
    await endTerm()
    expect((await shop.stateOf(ada)).attempts.at(-1)).toMatchObject({ state: 'declined', code: 'change_method' })
  })

  test('is refunded when the member withdraws, and the refund is confirmed by webhook', async () => {
    const said = await subscribe()
    const withdrawn = await shop.call(ada, '/pay/orders/withdraw', {
      clickid: ada.clickid,
      reference: said.body.reference,
    })
    expect(withdrawn).toMatchObject({ status: 200 })
    shop.clock.offsetMs = minute
    await shop.sweep()
    await vi.waitFor(() => expect(recordOf(said).refunds).toMatchObject([{ status: 'refunded' }]))
    await hear(said)
    await hear(said)
    expect((await shop.stateOf(ada)).attempts).toMatchObject([{ state: expect.stringMatching(/refunded$/) }])
  })
})

test('a chargeback opens a dispute, and its reversal wins it', async () => {
  const said = await shop.payOnPage(ada, system, pack)
  await answer(said, { choice: 'pay' })
  await hear(said)
  const { payments } = shop.sandbox.sandbox.mollie
  payments.dispute(recordOf(said).id)
  await hear(said)
  expect((await shop.stateOf(ada)).attempts).toMatchObject([{ state: 'disputed' }])
  payments.closeDispute(recordOf(said).id, 'won')
  await hear(said)
  expect((await shop.stateOf(ada)).attempts).toMatchObject([{ state: 'won' }])
})

describe('the choice of payment methods', () => {
  const offered = async (member: Customer) =>
    (await shop.call(member, '/pay/pay_rules/get_pay_rules', { clickid: member.clickid })).body as unknown as {
      sistemi_pagamento: string[]
      payableBy: {
        payment_system: string
        kind: string
        methods: { id: string; renewals: boolean }[]
        renewals: boolean
      }[]
    }

  test('shows the flow’s payment systems in its order, and the brand’s for the country where it says so', async () => {
    const both = { devices: null, frame: null, methods: expect.any(Array) }
    expect((await offered(ada)).payableBy).toEqual([
      { payment_system: 'adyen', kind: 'card', label: 'Adyen', renewals: true, ...both },
      // Its page takes only cards for renewals, which are typed here.
      { payment_system: system, kind: 'hosted', label: 'Mollie', renewals: false, ...both },
    ])
    const ideal = { id: 'ideal', name: 'iDEAL', mark: expect.stringMatching(/^data:image\/svg/), renewals: false }
    expect((await offered(ada)).payableBy[1]?.methods).toEqual([ideal])
    // Without a card form, cards are paid there, and renewals with them.
    expect((await offered(await shop.customer({ country: 'NL' }))).payableBy).toEqual([
      {
        payment_system: system,
        kind: 'hosted',
        label: 'Mollie',
        renewals: true,
        ...both,
        methods: [{ ...ideal, id: 'card', name: '', renewals: true }, ideal],
      },
    ])
    expect((await offered(await shop.customer({ country: 'ES' }))).sistemi_pagamento).toEqual([system, 'adyen'])
    expect((await offered(await shop.customer({ country: 'FR' }))).sistemi_pagamento).toEqual(['adyen'])
  })

  test('shows none that the flow lacks, whatever the brand configures for the country', async () => {
    const flow = { ...shop.flows.of('battito', ada.flowId), paymentSystems: ['adyen'] as const }
    const offer = await offerFor({ ...shop.deps, flows: { of: () => flow } }, await shop.customer({ country: 'ES' }))
    expect([offer.systems, offer.connections.map(({ id }) => id)]).toEqual([['adyen'], ['adyen']])
  })

  test('drops a provider that is down within a minute, and shows it again when it is back', async () => {
    expect((await offered(ada)).sistemi_pagamento).toEqual(['adyen', system])
    broken.ping = true
    shop.clock.offsetMs += minute
    expect((await offered(ada)).sistemi_pagamento).toEqual(['adyen'])
    broken.ping = false
    shop.clock.offsetMs += minute
    expect((await offered(ada)).sistemi_pagamento).toEqual(['adyen', system])
  })
})
