import { routes } from '@incontro/contract'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { adyenCredentials } from '../../../../sandbox/src/credentials.ts'
import { startSandbox, type RunningSandbox } from '../../../../sandbox/src/testing/start-sandbox.ts'
import { detachCards } from './index.ts'
import { openShop, type Customer, type Shop } from './testing/shop.ts'

/* A brand with a merchant account of its own, at a provider that other brands use through the shared one. */

const good = '4111111111111111'
const connection = 'adyen:battito'

let own: RunningSandbox
let shop: Shop
let ada: Customer
beforeAll(async () => {
  own = await startSandbox({
    adyen: {
      ...adyenCredentials({}),
      apiKey: 'key-of-battito',
      merchantAccount: 'BattitoECOM',
      hmacKey: 'ab'.repeat(32),
      webhookPassword: 'password-of-battito',
    },
  })
  shop = await openShop({
    connections: (adyen) => [
      {
        brandId: 'battito',
        provider: adyen({
          ...own.config.adyen,
          baseUrl: `${own.origin}/adyen/checkout/v72`,
          shopperBaseUrl: `${own.origin}/adyen/checkoutshopper`,
        }),
      },
    ],
  })
})
afterAll(async () => {
  await shop.close()
  await own.close()
})
beforeEach(async () => {
  shop.clock.offsetMs = 0
  ada = await shop.customer()
})

const paidHere = (reference: string) =>
  own.sandbox.state.payments.all().filter((payment) => payment.reference === reference)
const paymentsOf = (reference: string) => ({
  own: paidHere(reference).length,
  shared: shop.charged(reference).length,
})
const tokensOf = (member: Customer) =>
  own.sandbox.state.tokens.all().filter(({ shopperReference }) => shopperReference === member.memberId)
const hooksOf = (reference: string) => own.webhooks.filter(({ raw }) => raw.includes(reference))

test("a payment, its webhook and its renewal go through the brand's own account", async () => {
  const { body } = await shop.pay(ada, 'plan-3m', good)
  expect(body).toMatchObject({ status: 'ok', message: 'success' })
  const { attempts, terms } = await shop.stateOf(ada)
  const reference = attempts[0]!.id
  expect(attempts[0]).toMatchObject({ connection, state: 'authorised' })
  expect(paymentsOf(reference)).toEqual({ own: 1, shared: 0 })

  // The captures arrive at the connection's own address, signed with its key.
  await vi.waitFor(() => expect(hooksOf(reference).length).toBeGreaterThanOrEqual(2), 4000)
  for (const hook of hooksOf(reference)) {
    expect((await shop.deliver(hook, 'adyen')).statusCode).toBe(401)
    expect((await shop.deliver(hook, 'adyen/battito')).statusCode).toBe(200)
  }
  await shop.work()
  expect((await shop.stateOf(ada)).attempts[0]).toMatchObject({ state: 'captured', flagged: null })

  const term = terms[0]!
  shop.clock.offsetMs = term.notice_due_at!.getTime() + 60_000 - Date.now()
  await shop.renew()
  await shop.mailOut()
  shop.clock.offsetMs = term.period_end.getTime() + 60_000 - Date.now()
  await shop.renew()
  const renewal = (await shop.stateOf(ada)).attempts.find((attempt) => attempt.renewal_of !== null)
  expect(renewal).toMatchObject({ connection, state: 'authorised' })
  expect(paymentsOf(renewal!.id)).toEqual({ own: 1, shared: 0 })
})

test('refunds and card removals go to the account that took the money', async () => {
  const { body } = await shop.pay(ada, 'plan-1m', good)
  const reference = String(body.reference)
  const asked: { status: number; body: any } = await shop.call(ada, routes.withdraw.path, {
    clickid: ada.clickid,
    reference,
  })
  expect(asked).toMatchObject({ status: 200, body: { status: 'ok', refund: expect.stringMatching(/^[1-9]/) } })
  expect(paidHere(reference)).toMatchObject([{ refunded: Math.round(Number(asked.body.refund) * 100) }])
  expect(shop.sandbox.sandbox.state.payments.all()).toEqual([])

  expect(tokensOf(ada)).toMatchObject([{ shopperReference: ada.memberId }])
  await shop.db.transaction().execute((tx) => detachCards(tx, ada.memberId))
  await shop.withWorker(() =>
    vi.waitFor(() => expect(tokensOf(ada).map(({ removedAt }) => removedAt)).toEqual([expect.any(String)]), 10_000),
  )
})
