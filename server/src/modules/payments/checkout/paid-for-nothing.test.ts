import { routes } from '@incontro/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createPayPal } from '#providers/paypal/index.ts'
import { createStripe } from '#providers/stripe/index.ts'
import { strayEvents } from '../back-office/waiting.ts'
import { refundPayment } from '../index.ts'
import { openShop, type Customer, type Said, type Shop } from '../testing/shop.ts'

/*
 * Money for which nothing can be granted, from providers whose page has another id than the payment made on it: it can
 * be refunded by us and by them, and its order stands in no one's way.
 */

const minute = 60_000

let shop: Shop
let ada: Customer
beforeAll(async () => {
  shop = await openShop({
    connections: (_adyen, { origin, config }) => [
      { brandId: null, provider: createStripe({ baseUrl: `${origin}/stripe/v1`, ...config.stripe }) },
      { brandId: null, provider: createPayPal({ baseUrl: `${origin}/paypal`, ...config.paypal }) },
    ],
  })
})
afterAll(() => shop.close())
beforeEach(async () => {
  shop.clock.offsetMs = 0
  ada = await shop.customer()
})

const attempts = async () => (await shop.stateOf(ada)).attempts
const attempt = async (reference: string) => (await attempts()).find(({ id }) => id === reference)!
const refundByHand = (attemptId: string, amountMinor: number) =>
  refundPayment(shop.deps, { attemptId, amountMinor, madeBy: 'test', reason: 'a test' })

describe.each(['stripe', 'paypal'] as const)('an upgrade on the page of %s whose credit is gone', (system) => {
  const stand = () => shop.sandbox.sandbox[system].payments
  const recordOf = ({ body }: Said) => {
    const { stripePayments, paypalPayments } = shop.sandbox.sandbox.state
    const found = (system === 'stripe' ? stripePayments : paypalPayments)
      .all()
      .find(({ metadata }) => (metadata['reference'] ?? metadata['reference_id']) === body.reference)
    return found ?? expect.fail('the provider has no such payment')
  }
  /** Pays on the page for a plan whose credit was refunded while the page was open. */
  async function paidForNothing(): Promise<Said> {
    const first = await shop.pay(ada, 'plan-1m', '4111111111111111')
    await shop.renew()
    await shop.mailOut()
    const said = await shop.payOnPage(ada, system, 'plan-3m', { prezzo_totale: '24.90' })
    expect(said.status).toBe(200)
    await refundByHand(first.body.reference, 500)
    const { url } = await fetch(said.body._links?.checkout?.href ?? '')
    await fetch(url, { method: 'POST', body: new URLSearchParams({ choice: 'pay' }), redirect: 'manual' })
    expect((await shop.status(ada, { reference: said.body.reference }, system)).body).toMatchObject({
      result: false,
      message: 'pending',
    })
    expect(await attempt(said.body.reference)).toMatchObject({ granted_at: null, flagged: 'credit_gone' })
    return said
  }
  /** Delivers all events about the payment once there are those of its refunds. */
  async function hearOfRefund(said: Said, refunds = 1): Promise<void> {
    const { id, pageId } = recordOf(said)
    const about = () => shop.sandbox.webhooks.filter(({ raw }) => raw.includes(id) || raw.includes(pageId ?? '-'))
    const ofRefunds = () => about().filter(({ raw }) => /refund.created|REFUNDED/.test(raw.toString()))
    await vi.waitFor(() => expect(ofRefunds().length).toBeGreaterThanOrEqual(refunds))
    for (const hook of about()) expect((await shop.deliver(hook, system)).statusCode).toBe(200)
    await shop.work()
    await shop.work()
  }

  test('is refunded by us, and does not hold back the renewal of the running plan', async () => {
    const said = await paidForNothing()
    expect(await attempt(said.body.reference)).toMatchObject({ check_at: null, sealed_request: null })
    const [term] = (await shop.stateOf(ada)).terms
    shop.clock.offsetMs = term!.period_end.getTime() - Date.now() + minute
    await shop.renew()
    expect(await attempts()).toMatchObject([
      { plan_id: 'plan-1m', state: 'authorised' },
      { plan_id: 'plan-3m', granted_at: null, flagged: 'credit_gone' },
      { plan_id: 'plan-1m', renewal_of: term!.id, granted_at: expect.any(Date) },
    ])
    expect(await refundByHand(said.body.reference, 2490)).toBe('asked')
    await shop.sweep()
    const refund = await shop.db
      .selectFrom('refunds')
      .select(['state', 'amount_minor'])
      .where('attempt_id', '=', said.body.reference)
      .executeTakeFirst()
    expect(refund).toEqual({ state: 'accepted', amount_minor: 2490 })
    expect(recordOf(said).refunds).toMatchObject([{ amount: 2490 }])
    expect(await attempt(said.body.reference)).toMatchObject({ flagged: null, state: 'failed' })
    // The provider repeats what it said: the money went back, so nothing waits, is offered or refunded once more.
    const kinds = async () => (await shop.stateOf(ada)).emails.map(({ kind }) => kind)
    await hearOfRefund(said)
    expect(await attempt(said.body.reference)).toMatchObject({ flagged: null, refund_due_at: null, granted_at: null })
    expect(await kinds()).not.toContain('order-paid-twice')
  })

  test('is known when it is refunded in the console of the provider, and waits for nothing then', async () => {
    const said = await paidForNothing()
    const { id } = recordOf(said)
    expect(stand().refund(id, 500, {})).not.toBeNull()
    await hearOfRefund(said, 1)
    expect(await attempt(said.body.reference)).toMatchObject({ refunded_minor: 500, flagged: 'credit_gone' })
    expect(stand().refund(id, 1990, {})).not.toBeNull()
    await hearOfRefund(said, 2)
    expect(await attempt(said.body.reference)).toMatchObject({
      refunded_minor: 2490,
      granted_at: null,
      flagged: null,
      state: 'failed',
    })
    expect(await strayEvents(shop.db, [system], new Date(Date.now() - 86_400_000))).toEqual([])
    const { orders } = (await shop.look(ada, routes.orders.path)).body
    expect(orders).toMatchObject([{ reference: said.body.reference, state: 'refunded', refunded: '24.90' }, {}])
  })
})
