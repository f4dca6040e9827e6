import { describe, expect, test, vi } from 'vitest'
import { eachWithCustomer, webhooksOf } from '../testing/each-with-customer.ts'
import type { Customer, Shop } from '../testing/shop.ts'

const good = '4111111111111111'
const bank = '4212345678901237'
const slow = '4100000000504002'
const pack = 'messages-60'
const minute = 60_000

let shop: Shop
let ada: Customer
eachWithCustomer((opened, customer) => {
  shop = opened
  ada = customer
})

describe('a lost response', () => {
  test('is pending, then found once', async () => {
    const { body } = await shop.pay(ada, pack, slow)
    expect(body).toMatchObject({ status: 'pending', message: 'pending', creditiTotali: 3 })
    expect((await shop.stateOf(ada)).attempts[0]).toMatchObject({
      state: 'unknown',
      sealed_request: expect.any(String),
    })
    await shop.sweep()
    expect((await shop.stateOf(ada)).steps).toEqual(['submitting', 'unknown'])
    shop.clock.offsetMs = minute
    await Promise.all([
      shop.sweep(),
      shop.sweep(),
      shop.payments.jobs['payment-check']?.run({ attemptId: body.reference }, { attempt: 1, last: false }),
    ])
    expect(await shop.stateOf(ada)).toMatchObject({
      balances: { messages: 630 },
      steps: ['submitting', 'unknown', 'authorised'],
      attempts: [{ sealed_request: null }],
    })
    expect(shop.charged(body.reference)).toHaveLength(1)
    expect((await shop.status(ada, { reference: body.reference })).body.message).toBe('success')
  })

  test('because the process died before storing it is found once', async () => {
    shop.mail.fail = true
    const { body } = await shop.pay(ada, pack, good)
    expect(body).toMatchObject({ status: 'pending', message: 'pending' })
    expect(await shop.stateOf(ada)).toMatchObject({
      level: 0,
      balances: { messages: 3 },
      steps: ['submitting'],
      emails: [],
    })
    shop.mail.fail = false
    shop.clock.offsetMs = minute
    await shop.sweep()
    await shop.sweep()
    expect(await shop.stateOf(ada)).toMatchObject({
      level: 1,
      balances: { messages: 630 },
      steps: ['submitting', 'authorised'],
    })
    expect(shop.charged(body.reference)).toHaveLength(1)
  })

  test('of a slow bank is reported by webhook', async () => {
    const { body } = await shop.pay(ada, pack, '4100000000013004')
    expect(body).toMatchObject({ status: 'pending' })
    for (const hook of await webhooksOf(shop, body.reference, 2)) await shop.deliver(hook)
    await shop.work()
    expect(await shop.stateOf(ada)).toMatchObject({
      balances: { messages: 630 },
      steps: ['submitting', 'processing', 'authorised', 'captured'],
    })
  })

  test('to the return page is requested again with the same result', async () => {
    const { body } = await shop.pay(ada, pack, bank)
    const redirectResult = await shop.answerBank(body.redirect?.url ?? '', 'approve')
    await shop.sandbox.sandbox.app.inject({ method: 'POST', url: '/control', payload: { delayMs: 700 } })
    const answer = await shop.status(ada, { reference: body.reference, redirectResult })
    await shop.sandbox.sandbox.app.inject({ method: 'POST', url: '/control/reset' })
    if (answer.body.message === 'pending') {
      shop.clock.offsetMs = 2 * minute
      await vi.waitFor(
        async () => {
          await shop.sweep()
          expect(await shop.stateOf(ada)).toMatchObject({ balances: { messages: 630 } })
        },
        { timeout: 5000 },
      )
    }
    expect(await shop.stateOf(ada)).toMatchObject({ balances: { messages: 630 } })
  })
})
