import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { eachWithCustomer } from '../testing/each-with-customer.ts'
import type { Customer, Shop } from '../testing/shop.ts'

const bank = '4212345678901237'
const pack = 'messages-60'
const minute = 60_000
const day = 24 * 60 * minute

let shop: Shop
let ada: Customer
eachWithCustomer((opened, customer) => {
  shop = opened
  ada = customer
})

describe('3D Secure', () => {
  async function atTheBank() {
    const { body } = await shop.pay(ada, pack, bank)
    expect(body).toMatchObject({
      status: 'ok',
      threeDS: true,
      message: 'pending',
      redirect: { method: 'GET', url: expect.stringContaining('/3ds/') },
      premiumLevel: 0,
    })
    return { reference: body.reference, url: body.redirect?.url ?? '' }
  }

  test('approved pays, however often the page is opened', async () => {
    const { reference, url } = await atTheBank()
    expect((await shop.status(ada)).body).toMatchObject({ reference, threeDS: true })
    const redirectResult = await shop.answerBank(url, 'approve')
    const twice = await Promise.all([
      shop.status(ada, { reference, redirectResult }),
      shop.status(ada, { reference, redirectResult }),
    ])
    for (const { body } of twice)
      expect(body).toMatchObject({ reference, message: expect.stringMatching(/success|pending/) })
    expect((await shop.status(ada, { reference, redirectResult })).body).toMatchObject({
      status: 'ok',
      message: 'success',
      creditiTotali: 630,
    })
    // Of two concurrent requests, the provider may report the second only as in progress.
    const { steps } = await shop.stateOf(ada)
    expect(steps.filter((step) => step !== 'unknown')).toEqual(['submitting', 'requires_action', 'authorised'])
    expect(
      (await shop.sandbox.sandbox.state.payments.all().find((payment) => payment.reference === reference))?.returnUrl,
    ).toBe(`http://battito.localhost:4500/paymentCheck/adyen?reference=${reference}`)
  })

  test('declined is reported as such', async () => {
    const { reference, url } = await atTheBank()
    const redirectResult = await shop.answerBank(url, 'decline')
    expect((await shop.status(ada, { reference, redirectResult })).body).toMatchObject({
      status: 'ko',
      message: 'warning',
    })
    expect((await shop.status(ada, { reference })).body).toMatchObject({ status: 'ko', message: 'warning' })
  })

  test("refuses another member's order, and another order's result", async () => {
    const { reference, url } = await atTheBank()
    const eva = await shop.customer()
    const redirectResult = await shop.answerBank(url, 'approve')
    expect((await shop.status(eva, { reference, redirectResult })).status).toBe(404)
    expect((await shop.status(eva)).status).toBe(404)
    expect((await shop.status(ada, { reference: randomUUID() })).status).toBe(404)

    const other = await shop.pay(eva, 'plan-6m', bank)
    expect((await shop.status(eva, { reference: other.body.reference, redirectResult })).status).toBe(404)
    expect((await shop.status(eva, { reference: other.body.reference, redirectResult: 'made-up' })).status).toBe(404)
    expect(await shop.stateOf(eva)).toMatchObject({ level: 0, attempts: [{ state: 'requires_action', flagged: null }] })
    expect((await shop.status(ada, { reference, redirectResult })).body.message).toBe('success')
  })

  test('abandoned is closed after a day', async () => {
    const { reference } = await atTheBank()
    shop.clock.offsetMs = day + minute
    await shop.sweep()
    expect((await shop.stateOf(ada)).attempts[0]).toMatchObject({
      state: 'expired',
      sealed_request: null,
      check_at: null,
    })
    expect((await shop.status(ada, { reference })).body).toMatchObject({ status: 'ko', message: 'not_completed' })
  })
})
