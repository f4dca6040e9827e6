import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { runPayments } from '#commands/payments.ts'
import { createTrustPay } from '#providers/trustpay/index.ts'
import { openShop, type Customer, type Said, type Shop } from '../testing/shop.ts'

/*
 * Bank transfers: approved on a page, paid when the bank has paid, never renewed, and refunded by a provider that must
 * not be asked twice.
 */

const system = 'trustpay'
const pack = 'messages-20-first'
const minute = 60_000

/** Drops the responses to look-ups, and those to refunds, which the provider has executed. */
const network = { deafToRefunds: false, refunds: 0, deafToLookUps: false }
let shop: Shop
let ada: Customer
beforeAll(async () => {
  shop = await openShop({
    pendingMs: 60 * minute,
    connections: (_adyen, { origin, config }) => [
      {
        brandId: null,
        provider: createTrustPay({
          baseUrl: `${origin}/trustpay`,
          ...config.trustPay,
          async fetch(input, init) {
            const isRefund = String(input).endsWith('/Payout')
            if (isRefund) network.refunds += 1
            const response = await fetch(input, init)
            const isLookUp = init?.method === 'GET'
            if (isRefund ? network.deafToRefunds : isLookUp && network.deafToLookUps)
              throw new TypeError('fetch failed')
            return response
          },
        }),
      },
    ],
  })
})
afterAll(() => shop.close())
beforeEach(async () => {
  shop.clock.offsetMs = 0
  Object.assign(network, { deafToRefunds: false, refunds: 0, deafToLookUps: false })
  ada = await shop.customer()
})

const recordOf = ({ body }: Said) => {
  const found = shop.sandbox.sandbox.state.trustPayPayments
    .all()
    .find(({ metadata }) => metadata['reference'] === body.reference)
  if (!found) throw new Error('the provider has no such payment')
  return found
}
const answer = (said: Said, form: Record<string, string>) =>
  fetch(said.body._links?.checkout?.href ?? '', { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
const settle = (said: Said) => shop.sandbox.sandbox.trustPay.payments.settleNow(recordOf(said).id)
const status = (member: Customer, { body }: Said, changes: object = {}) =>
  shop.status(member, { reference: body.reference, ...changes }, system)
async function hear(text: string): Promise<void> {
  const hook = await vi.waitFor(() => {
    const found = shop.sandbox.webhooks.findLast(({ raw }) => raw.includes(text))
    if (!found) throw new Error('no notification yet')
    return found
  })
  for (let copy = 0; copy < 2; copy += 1) expect((await shop.deliver(hook, system)).statusCode).toBe(200)
  await shop.work()
}

test('the member waits for their bank, and is notified by socket and email when it has paid', async () => {
  const returnTo = `/chats/${crypto.randomUUID()}`
  const order = await shop.orderOf(ada, pack, null, { returnTo })
  const said = await shop.call(ada, `/pay/orders/${system}/intent`, order)
  const { InstanceId } = said.body as unknown as { InstanceId: string }
  expect(InstanceId).toBe(recordOf(said).id)
  expect((await status(ada, said)).body).toMatchObject({ result: false, threeDS: true, message: 'pending' })
  await answer(said, { choice: 'wait' })
  // By the provider's reference alone, and by either name of the route.
  expect((await shop.status(ada, { InstanceId }, system)).body).toMatchObject({ status: 'pending', message: 'pending' })
  const asked = { clickid: ada.clickid, InstanceId }
  expect((await shop.call(ada, `/pay/orders/${system}/checkPayment`, asked)).body.reference).toBe(said.body.reference)
  expect(await shop.stateOf(ada)).toMatchObject({ sales: [], attempts: [{ state: 'processing' }] })
  settle(said)
  await hear(`"Paid"`)
  const state = await shop.stateOf(ada)
  expect(state).toMatchObject({ level: 1, differences: [], attempts: [{ state: 'captured', flagged: null }] })
  expect(state.sales).toHaveLength(1)
  expect(state.emails.filter(({ kind }) => kind === 'receipt')).toHaveLength(1)
  expect(shop.pushed).toContainEqual(expect.objectContaining({ memberId: ada.memberId, event: 'creditiResidui' }))
  expect(shop.pushed.filter(({ memberId, event }) => memberId === ada.memberId && event === 'payment')).toEqual([
    {
      memberId: ada.memberId,
      event: 'payment',
      data: { reference: said.body.reference, status: 'ok', message: 'success', returnTo },
    },
  ])
})

test('a return whose look-up was lost leaves the order unpaid, with its page to go on', async () => {
  const said = await shop.payOnPage(ada, system, pack)
  const InstanceId = recordOf(said).id
  network.deafToLookUps = true
  const lost = { result: false, status: 'pending', threeDS: false, message: 'pending' }
  expect((await status(ada, said, { InstanceId })).body).toMatchObject(lost)
  network.deafToLookUps = false
  const page = { url: said.body._links?.checkout?.href }
  expect(page.url).toBeTruthy()
  for (const changes of [{ InstanceId }, {}])
    expect((await status(ada, said, changes)).body).toMatchObject({
      result: false,
      message: 'pending',
      threeDS: true,
      redirect: page,
    })
  await answer(said, { choice: 'pay' })
  expect((await status(ada, said, { InstanceId })).body).toMatchObject({ result: true, message: 'success' })
})

test('a decline by the bank is reported by socket and email', async () => {
  const said = await shop.payOnPage(ada, system, pack)
  await answer(said, { choice: 'wait' })
  expect((await status(ada, said)).body).toMatchObject({ status: 'pending', rateplan: pack })
  shop.sandbox.sandbox.trustPay.payments.refuseNow(recordOf(said).id, '800.100.203')
  await hear('"Rejected"')
  const state = await shop.stateOf(ada)
  expect(state).toMatchObject({ sales: [], attempts: [{ state: 'declined', code: 'insufficient_funds' }] })
  expect(state.emails.map(({ kind }) => kind)).toEqual(['order-unpaid'])
  expect(shop.pushed.filter(({ memberId, event }) => memberId === ada.memberId && event === 'payment')).toEqual([
    {
      memberId: ada.memberId,
      event: 'payment',
      data: { reference: said.body.reference, status: 'ko', message: 'insufficient_funds', returnTo: null },
    },
  ])
})

test('another member’s transfer cannot be looked up by its reference', async () => {
  const said = await shop.payOnPage(ada, system, pack)
  const eve = await shop.customer()
  expect((await shop.status(eve, { InstanceId: recordOf(said).id }, system)).status).toBe(404)
})

test.each([
  [{ choice: 'decline', failure: '800.100.203' }, 'declined', 'insufficient_funds'],
  [{ choice: 'leave' }, 'expired', 'not_completed'],
])('nothing is granted after %o', async (form, state, message) => {
  const said = await shop.payOnPage(ada, system, pack)
  await answer(said, form)
  expect((await status(ada, said)).body).toMatchObject({ result: false, status: 'ko', message })
  expect(await shop.stateOf(ada)).toMatchObject({
    level: 0,
    sales: [],
    emails: [],
    attempts: [{ state, flagged: null }],
  })
})

test('one that is paid after it was given up grants nothing and is refunded', async () => {
  const said = await shop.payOnPage(ada, system, pack)
  expect((await status(ada, said, { returned: { left: '1' } })).body).toMatchObject({ status: 'ko' })
  await answer(said, { choice: 'pay' })
  await hear(recordOf(said).id)
  expect(await shop.stateOf(ada)).toMatchObject({
    sales: [],
    attempts: [{ state: 'cancelled', flagged: 'paid_twice' }],
  })
  // An offer for new members cannot be kept, so that the refund is made at once.
  await shop.sweep()
  await shop.sweep()
  expect(recordOf(said).refunds).toMatchObject([{ amount: recordOf(said).amount }])
})

test('a plan that renews is not sold for a transfer', async () => {
  expect((await shop.payOnPage(ada, system, 'plan-3m')).status).toBe(503)
  const { body } = await shop.call(ada, '/pay/pay_rules/get_pay_rules', { clickid: ada.clickid })
  expect(body).toMatchObject({
    payableBy: expect.arrayContaining([
      expect.objectContaining({
        payment_system: system,
        methods: [{ id: 'transfer', name: '', mark: expect.stringMatching(/^data:image\/svg/), renewals: false }],
        renewals: false,
      }),
    ]),
  })
})

test('a transfer reversed by its bank is lost', async () => {
  const said = await shop.payOnPage(ada, system, pack)
  await answer(said, { choice: 'pay' })
  await status(ada, said)
  const { payments } = shop.sandbox.sandbox.trustPay
  payments.dispute(recordOf(said).id)
  payments.closeDispute(recordOf(said).id, 'lost')
  await hear('Chargebacked')
  expect((await shop.stateOf(ada)).attempts).toMatchObject([{ state: 'lost' }])
})

async function withdraw(): Promise<Said> {
  const said = await shop.payOnPage(ada, system, pack)
  await answer(said, { choice: 'pay' })
  await status(ada, said)
  const body = { clickid: ada.clickid, reference: said.body.reference }
  expect((await shop.call(ada, '/pay/orders/withdraw', body)).status).toBe(200)
  return said
}
const refundOf = ({ body }: Said) =>
  shop.db.selectFrom('refunds').selectAll().where('attempt_id', '=', body.reference).executeTakeFirstOrThrow()

test('a withdrawal is paid out, and the notification of the payout matches it', async () => {
  const said = await withdraw()
  expect(await refundOf(said)).toMatchObject({ state: 'accepted' })
  settle(said)
  await hear((await refundOf(said)).id)
  expect(await refundOf(said)).toMatchObject({ state: 'refunded' })
  expect((await shop.stateOf(ada)).attempts).toMatchObject([{ state: 'refunded', flagged: null }])
})

test('a refund with a lost response is requested once, flagged, and closed by its notification', async () => {
  network.deafToRefunds = true
  const said = await withdraw()
  for (const after of [minute, 60 * minute, 24 * 60 * minute]) {
    shop.clock.offsetMs = after
    await shop.sweep()
  }
  expect(network.refunds).toBe(1)
  expect(recordOf(said).refunds).toHaveLength(1)
  expect(await shop.stateOf(ada)).toMatchObject({ attempts: [{ flagged: 'refund_unknown' }] })
  settle(said)
  await hear((await refundOf(said)).id)
  expect(await refundOf(said)).toMatchObject({ state: 'refunded' })
  expect((await shop.stateOf(ada)).attempts).toMatchObject([{ state: 'refunded' }])
})

test('such a refund is under way no longer once a person has looked it up, and counts if its notification comes after all', async () => {
  network.deafToRefunds = true
  const said = await withdraw()
  const reference = String(said.body.reference)
  expect(await refundOf(said)).toMatchObject({ state: 'submitting', check_at: null })
  expect(
    await runPayments(['resolve', '--id', reference, '--reason', 'not there, paid by hand'], {
      ...shop.deps,
      brandKeys: ['battito'],
      user: 'grace',
    }),
  ).toMatchObject({ ok: true })
  expect(await refundOf(said)).toMatchObject({ state: 'failed' })
  settle(said)
  await hear((await refundOf(said)).id)
  expect(await refundOf(said)).toMatchObject({ state: 'refunded' })
  expect((await shop.stateOf(ada)).attempts).toMatchObject([
    { state: 'refunded', refunded_minor: recordOf(said).amount, flagged: null },
  ])
})
