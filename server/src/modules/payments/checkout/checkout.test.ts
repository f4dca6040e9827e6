import { routes } from '@incontro/contract'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { sign } from '../../../../../sandbox/src/adyen/signature.ts'
import { TEST_CARDS } from '../../../../../sandbox/src/adyen/test-cards.ts'
import { openShop, type Customer, type Shop } from '../testing/shop.ts'

const good = '4111111111111111'
const bank = '4212345678901237'
const slow = '4100000000504002'
const pack = 'messages-60'
const minute = 60_000
const day = 24 * 60 * minute

let shop: Shop
let ada: Customer
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  shop.clock.offsetMs = 0
  shop.mail.fail = false
  ada = await shop.customer()
})
afterEach(async () => {
  const state = await shop.stateOf(ada)
  expect(state.differences).toEqual([])
  // Whatever happened, an order is granted at most once and every sale belongs to one.
  expect(state.sales.length).toBeLessThanOrEqual(state.attempts.filter((attempt) => attempt.granted_at !== null).length)
})

const webhooksOf = async (reference: string, howMany: number) => {
  await vi.waitFor(() => expect(shop.hooksOf(reference).length).toBeGreaterThanOrEqual(howMany), 4000)
  return shop.hooksOf(reference)
}

describe('a card that pays', () => {
  test('gives the credits, the level, the receipt and the consents of a pack', async () => {
    const { status, body } = await shop.pay(ada, pack, good)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'ok',
      message: 'success',
      threeDS: false,
      redirect: null,
      payment_system: 'adyen',
      premiumLevel: 1,
      creditiTotali: 630,
    })
    const state = await shop.stateOf(ada)
    expect(state).toMatchObject({
      level: 1,
      level_until: null,
      balances: { messages: 630, icebreakers: 5, likes: 10 },
      steps: ['submitting', 'authorised'],
    })
    expect(state.attempts[0]).toMatchObject({
      state: 'authorised',
      sealed_request: null,
      check_at: null,
      flagged: null,
    })
    expect(state.sales).toMatchObject([{ amount: 600, idempotency_key: `payment:${body.reference}` }])
    expect(state.emails).toMatchObject([
      {
        kind: 'receipt',
        to_address: ada.email,
        props: { total: '11.90', credits: 600, order: body.reference, renews: false },
      },
    ])
    expect(state.consents.map(({ kind }) => kind)).toEqual(['immediate_start'])
    expect(state.terms).toEqual([])
    expect(shop.pushed.filter(({ memberId }) => memberId === ada.memberId)).toMatchObject([
      { event: 'creditiResidui', data: { creditiTotali: 630, creditiIcebreaker: 5, creditiLike: 10, premiumLevel: 1 } },
      { event: 'refresh' },
    ])
  })

  test('starts a plan that renews, with its consent, its end and its card', async () => {
    const { body } = await shop.pay(ada, 'plan-3m', good)
    expect(body).toMatchObject({ status: 'ok', premiumLevel: 2, data: { customerId: ada.memberId } })
    const state = await shop.stateOf(ada)
    expect(state.terms).toMatchObject([
      { state: 'active', renews: true, plan_id: 'plan-3m', card_token_id: expect.any(String) },
    ])
    expect(state.level_until).toEqual(state.terms[0]?.period_end)
    expect(state.consents.map(({ kind }) => kind).toSorted()).toEqual(['immediate_start', 'renewal'])
    expect(state.balances.messages).toBe(30)

    const rules = await shop.call(ada, routes.payRules.path, { clickid: ada.clickid })
    expect(rules.body).toMatchObject({
      cardOnFile: { brand: 'visa', last4: '1111' },
      subscription: { nomePiano: expect.any(String), renewsAt: expect.any(String) },
    })
  })

  test('pays once for a double click, and answers the same again', async () => {
    const order = await shop.orderOf(ada, pack, good)
    const answers = await Promise.all([shop.charge(ada, order), shop.charge(ada, order), shop.charge(ada, order)])
    const [reference] = new Set(answers.map(({ body }) => body.reference))
    expect(answers.map(({ body }) => body.reference)).toEqual([reference, reference, reference])
    expect((await shop.charge(ada, order)).body).toMatchObject({ status: 'ok', message: 'success', reference })
    expect(shop.charged(reference!)).toHaveLength(1)
    expect((await shop.stateOf(ada)).balances.messages).toBe(630)
  })

  test('is kept when the member wants it, and pays the next order', async () => {
    await shop.pay(ada, pack, good, { actonfile: true, newCard: true })
    const { body } = await shop.pay(ada, pack, null, {
      actonfile: true,
      rateplan: 'messages-20',
      prezzo_totale: '4.90',
    })
    expect(body).toMatchObject({ status: 'ok', message: 'success', creditiTotali: 830 })
    expect((await shop.stateOf(ada)).attempts[1]?.card_token_id).not.toBeNull()
  })

  test('is not kept otherwise', async () => {
    await shop.pay(ada, pack, good)
    expect((await shop.pay(ada, pack, null, { actonfile: true })).body).toMatchObject({
      code: 'no_card_on_file',
      field: 'actonfile',
    })
  })

  test('adds to a running plan instead of running beside it', async () => {
    await shop.pay(ada, 'plan-1m', good)
    const first = (await shop.stateOf(ada)).terms[0]!
    await shop.pay(ada, 'messages-60', good)
    expect(await shop.stateOf(ada)).toMatchObject({ level: 2, level_until: first.period_end })
    await shop.pay(ada, 'plan-1m', good)
    const state = await shop.stateOf(ada)
    expect(state.terms.map((term) => term.state)).toEqual(['ended', 'active'])
    expect(state.terms[1]!.period_end.getTime()).toBeGreaterThan(first.period_end.getTime() + 27 * day)
    expect(state.level_until).toEqual(state.terms[1]!.period_end)
  })
})

describe('a card that does not', () => {
  const declining = TEST_CARDS.filter(({ behaviour }) => behaviour.kind === 'refuse' || behaviour.kind === 'invalid')
  test.each(declining)('$outcome is reported and grants nothing', async ({ number, outcome }) => {
    const { status, body } = await shop.pay(ada, pack, number)
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'ko', message: outcome, threeDS: false, premiumLevel: 0, creditiTotali: 3 })
    const state = await shop.stateOf(ada)
    expect(state.attempts[0]).toMatchObject({ sealed_request: null, granted_at: null, check_at: null })
    expect([state.sales, state.emails, state.consents]).toEqual([[], [], []])
  })

  test('declined too often in a row is to be another one, for an hour', async () => {
    for (let n = 0; n < 5; n += 1)
      expect((await shop.pay(ada, pack, '4100000000000027')).body.message).toBe('card_declined')
    expect((await shop.pay(ada, pack, good)).body).toMatchObject({ status: 'ko', message: 'change_method' })
    expect((await shop.stateOf(ada)).attempts).toHaveLength(5)
    shop.clock.offsetMs = 61 * minute
    expect((await shop.pay(ada, pack, good)).body.message).toBe('success')
  })

  test('may be tried ten times an hour', async () => {
    for (let n = 0; n < 10; n += 1)
      expect((await shop.pay(ada, pack, n % 4 === 3 ? good : '4100000000000027')).status).toBe(200)
    expect((await shop.pay(ada, pack, good)).status).toBe(429)
  })
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
    // Of two that ask at once, the provider may tell the second one only that the first is under way.
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

  test("does not take somebody else's order, nor another order's result", async () => {
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

  test('left alone is closed after a day', async () => {
    const { reference } = await atTheBank()
    shop.clock.offsetMs = day + minute
    await shop.sweep()
    expect((await shop.stateOf(ada)).attempts[0]).toMatchObject({
      state: 'expired',
      sealed_request: null,
      check_at: null,
    })
    expect((await shop.status(ada, { reference })).body).toMatchObject({ status: 'ko', message: 'generic' })
  })
})

describe('an answer that is lost', () => {
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
      shop.payments.jobs['payment-check']?.({ attemptId: body.reference }, { attempt: 1, last: false }),
    ])
    expect(await shop.stateOf(ada)).toMatchObject({
      balances: { messages: 630 },
      steps: ['submitting', 'unknown', 'authorised'],
      attempts: [{ sealed_request: null }],
    })
    expect(shop.charged(body.reference)).toHaveLength(1)
    expect((await shop.status(ada, { reference: body.reference })).body.message).toBe('success')
  })

  test('because we died before writing it down is found once', async () => {
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
    for (const hook of await webhooksOf(body.reference, 2)) await shop.deliver(hook)
    await shop.work()
    expect(await shop.stateOf(ada)).toMatchObject({
      balances: { messages: 630 },
      steps: ['submitting', 'processing', 'authorised', 'captured'],
    })
  })

  test('to the return page is asked for again with the same result', async () => {
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

describe('a webhook event', () => {
  test('that is faster than the return page grants, and the page finds it done', async () => {
    const { body } = await shop.pay(ada, pack, bank)
    const redirectResult = await shop.answerBank(body.redirect?.url ?? '', 'approve')
    // Somebody else's call completed it: the webhook event is here, our answer is not.
    await fetch(`${shop.sandbox.origin}/adyen/checkout/v72/payments/details`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': shop.sandbox.config.adyen.apiKey },
      body: JSON.stringify({ details: { redirectResult } }),
    })
    for (const hook of await webhooksOf(body.reference, 2)) expect((await shop.deliver(hook)).body).toBe('[accepted]')
    await shop.work()
    expect((await shop.status(ada, { reference: body.reference, redirectResult })).body).toMatchObject({
      message: 'success',
      creditiTotali: 630,
    })
    expect((await shop.stateOf(ada)).steps).toEqual(['submitting', 'requires_action', 'authorised', 'captured'])
  })

  test('that comes twice and in the wrong order counts once', async () => {
    const { body } = await shop.pay(ada, 'plan-1m', good)
    const hooks = await webhooksOf(body.reference, 2)
    for (const hook of [...hooks].reverse().concat(hooks, hooks)) {
      expect((await shop.deliver(hook)).statusCode).toBe(200)
      await shop.work()
    }
    const state = await shop.stateOf(ada)
    expect(state.steps).toEqual(['submitting', 'authorised', 'captured'])
    expect(state.terms).toHaveLength(1)
    expect(
      await shop.db
        .selectFrom('payment_webhooks')
        .select('event_id')
        .where('body', '@>', JSON.stringify({ state: { reference: body.reference } }))
        .execute(),
    ).toHaveLength(2)
  })

  test('of a capture alone grants, when everything before it was lost', async () => {
    const { body } = await shop.pay(ada, pack, slow)
    const capture = (await webhooksOf(body.reference, 2)).find(({ raw }) => raw.includes('"eventCode":"CAPTURE"'))!
    await shop.deliver(capture)
    await shop.work()
    expect(await shop.stateOf(ada)).toMatchObject({
      balances: { messages: 630 },
      steps: ['submitting', 'unknown', 'captured'],
    })
  })

  test('that was changed, is unsigned or comes without the password leaves no trace', async () => {
    const { body } = await shop.pay(ada, pack, good)
    const [hook] = await webhooksOf(body.reference, 1)
    const count = async () => (await shop.db.selectFrom('payment_webhooks').select('event_id').execute()).length
    const before = await count()
    const changed = Buffer.from(hook!.raw.toString('utf8').replace('1190', '9'))
    expect(changed.equals(hook!.raw)).toBe(false)
    expect((await shop.deliver({ ...hook!, raw: changed })).statusCode).toBe(401)
    expect((await shop.deliver({ raw: hook!.raw, headers: {} })).statusCode).toBe(401)
    expect((await shop.deliver({ ...hook!, raw: Buffer.from('{}') })).statusCode).toBe(401)
    expect((await shop.deliver({ ...hook!, raw: Buffer.from('not json') })).statusCode).toBe(401)
    expect(await count()).toBe(before)
  })

  /** A webhook that the provider signed, with other contents. */
  async function resigned(reference: string, change: (item: Record<string, unknown>) => void) {
    const hook = (await webhooksOf(reference, 2)).find(({ raw }) => raw.includes('"eventCode":"AUTHORISATION"'))!
    const body = JSON.parse(hook.raw.toString('utf8')) as {
      notificationItems: [
        { NotificationRequestItem: Record<string, unknown> & { additionalData: Record<string, string> } },
      ]
    }
    const item = body.notificationItems[0].NotificationRequestItem
    change(item)
    item.additionalData.hmacSignature = sign(
      item as unknown as Parameters<typeof sign>[0],
      shop.sandbox.config.adyen.hmacKey,
    )
    return { ...hook, raw: Buffer.from(JSON.stringify(body)) }
  }

  test('of another amount grants nothing and calls for a person', async () => {
    const { body } = await shop.pay(ada, pack, slow)
    await shop.deliver(
      await resigned(body.reference, (item) => {
        item.amount = { value: 1, currency: 'EUR' }
      }),
    )
    await shop.work()
    expect(await shop.stateOf(ada)).toMatchObject({
      level: 0,
      balances: { messages: 3 },
      attempts: [{ state: 'unknown', flagged: 'other_amount', granted_at: null }],
    })
    await shop.deliver(
      await resigned(body.reference, (item) => {
        item.amount = { value: 1190, currency: 'USD' }
        item.pspReference = 'ANOTHERREFERENCE'
      }),
    )
    await shop.work()
    expect(await shop.stateOf(ada)).toMatchObject({ balances: { messages: 3 } })
  })

  test('of money for an order that was declined calls for a person', async () => {
    const { body } = await shop.pay(ada, pack, '4100000000000027')
    const hook = (await webhooksOf(body.reference, 1))[0]!
    const text = JSON.parse(hook.raw.toString('utf8')) as {
      notificationItems: [
        { NotificationRequestItem: Record<string, unknown> & { additionalData: Record<string, string> } },
      ]
    }
    const item = text.notificationItems[0].NotificationRequestItem
    item.success = 'true'
    item.additionalData.hmacSignature = sign(
      item as unknown as Parameters<typeof sign>[0],
      shop.sandbox.config.adyen.hmacKey,
    )
    await shop.deliver({ ...hook, raw: Buffer.from(JSON.stringify(text)) })
    await shop.work()
    expect(await shop.stateOf(ada)).toMatchObject({
      balances: { messages: 3 },
      attempts: [{ state: 'declined', flagged: 'paid_after_close' }],
    })
  })

  test('of no order of ours is kept and does no harm', async () => {
    const { body } = await shop.pay(ada, pack, good)
    await shop.deliver(
      await resigned(body.reference, (item) => {
        item.merchantReference = randomUUID()
        item.pspReference = 'UNKNOWNREFERENCE'
      }),
    )
    await shop.work()
    const stored = await shop.db
      .selectFrom('payment_webhooks')
      .select('error')
      .where('event_id', 'like', 'UNKNOWNREFERENCE%')
      .executeTakeFirst()
    expect(stored).toEqual({ error: 'no such payment' })
  })

  test('that fails to be processed is processed later', async () => {
    const { body } = await shop.pay(ada, pack, slow)
    for (const hook of await webhooksOf(body.reference, 2)) await shop.deliver(hook)
    shop.mail.fail = true
    await expect(shop.work()).rejects.toThrow('died')
    expect((await shop.stateOf(ada)).balances.messages).toBe(3)
    shop.mail.fail = false
    await shop.work()
    expect((await shop.stateOf(ada)).balances.messages).toBe(630)
  })

  test('of a dispute is written down', async () => {
    const { body } = await shop.pay(ada, pack, good)
    await webhooksOf(body.reference, 2)
    await shop.sandbox.sandbox.app.inject({
      method: 'POST',
      url: `/payments/${shop.charged(body.reference)[0]!.id}/chargeback`,
    })
    // The dispute first: what came before it no longer counts.
    await vi.waitFor(
      () => expect(shop.hooksOf(body.reference).some(({ raw }) => raw.includes('CHARGEBACK'))).toBe(true),
      4000,
    )
    for (const hook of [...shop.hooksOf(body.reference)].reverse()) await shop.deliver(hook)
    await shop.work()
    expect((await shop.stateOf(ada)).attempts).toMatchObject([{ state: 'disputed', flagged: null }])
  })

  test('of a refund is written down, and nothing goes back from there', async () => {
    const { body } = await shop.pay(ada, pack, good)
    const [payment] = shop.charged(body.reference)
    for (const hook of await webhooksOf(body.reference, 2)) await shop.deliver(hook)
    await shop.work()
    for (const [value, n] of [
      [500, 3],
      [690, 4],
    ] as const) {
      await fetch(`${shop.sandbox.origin}/adyen/checkout/v72/payments/${payment!.id}/refunds`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': shop.sandbox.config.adyen.apiKey },
        body: JSON.stringify({
          amount: { value, currency: 'EUR' },
          merchantAccount: shop.sandbox.config.adyen.merchantAccount,
          reference: body.reference,
        }),
      })
      await webhooksOf(body.reference, n)
    }
    for (const hook of await webhooksOf(body.reference, 4)) await shop.deliver(hook)
    await shop.work()
    expect(await shop.stateOf(ada)).toMatchObject({
      steps: ['submitting', 'authorised', 'captured', 'partially_refunded', 'refunded'],
      attempts: [{ refunded_minor: 1190, state: 'refunded' }],
    })
  })
})

test('the worker does all of it by itself', async () => {
  const { body } = await shop.pay(ada, pack, slow)
  await shop.withWorker(async () => {
    const [first] = await webhooksOf(body.reference, 2)
    await shop.deliver(first!)
    await vi.waitFor(async () => expect((await shop.stateOf(ada)).balances.messages).toBe(630), 10_000)
    // The look that was planned finds the order done.
    await shop.db
      .updateTable('payment_attempts')
      .set({ check_at: new Date(0) })
      .where('member_id', '=', ada.memberId)
      .execute()
  })
  expect((await shop.stateOf(ada)).sales).toHaveLength(1)
})

describe('an order', () => {
  test.each([
    ['another price', { prezzo_totale: '11.89' }, 409, 'price_changed', undefined],
    ['another currency', { currency: 'USD' }, 409, 'price_changed', undefined],
    ['a plan that is not there', { rateplan: 'plan-9m' }, 404, undefined, undefined],
    ['a plan of another flow', { rateplan: 'plan-3m-once', prezzo_totale: '49.80' }, 404, undefined, undefined],
    ['no consent to start', { accepts: { renewal: false, immediateStart: false } }, 400, 'consent_missing', 'accepts'],
    ['a missing field of the card', { encryptedSecurityCode: undefined }, 400, 'invalid', 'encryptedSecurityCode'],
    ['no name', { lastName: undefined }, 400, 'invalid', 'lastName'],
    ['a raw number', { cardNumber: good }, 400, 'invalid', undefined],
    ['a raw code beside it', { cardSecurityCode: '737', cardMonth: '03', cardYear: '30' }, 400, 'invalid', undefined],
    ['a raw number in the encrypted field', { encryptedCardNumber: good }, 400, 'invalid', 'encryptedCardNumber'],
    ['a padded raw number in it', { encryptedCardNumber: `${good}          ` }, 400, 'invalid', 'encryptedCardNumber'],
    ['a raw number for a name', { lastName: '4111 1111 1111 1111' }, 400, 'invalid', 'lastName'],
    ["somebody else's tracker", { clickid: 'somebody' }, 404, undefined, undefined],
  ])('with %s is refused, and nothing is kept', async (_what, changes, status, code, field) => {
    const said = await shop.pay(ada, pack, good, changes)
    expect(said.status).toBe(status)
    if (code) expect(said.body.code).toBe(code)
    if (field) expect(said.body.field).toBe(field)
    expect((await shop.stateOf(ada)).attempts).toEqual([])
  })

  test('of a plan that renews needs the consent to that', async () => {
    expect(
      (await shop.pay(ada, 'plan-1m', good, { accepts: { renewal: false, immediateStart: true } })).body,
    ).toMatchObject({ code: 'consent_missing', field: 'accepts' })
  })

  test('of another plan under the same key is refused', async () => {
    const order = await shop.orderOf(ada, pack, good)
    await shop.charge(ada, order)
    expect(await shop.charge(ada, { ...order, rateplan: 'messages-150', prezzo_totale: '24.90' })).toMatchObject({
      status: 409,
      body: { code: 'order_key_used' },
    })
  })

  test('needs a session', async () => {
    expect((await shop.call(null, routes.tryCharge.path, await shop.orderOf(ada, pack, good))).status).toBe(401)
    expect((await shop.call(null, routes.payRules.path, { clickid: ada.clickid })).status).toBe(401)
  })

  test('keeps nothing of the card in clear', async () => {
    await shop.pay(ada, pack, slow)
    const rows = JSON.stringify(await shop.db.selectFrom('payment_attempts').selectAll().execute())
    expect(rows).not.toContain(slow)
    expect(rows).not.toContain('eyJ')
  })
})

describe('plans', () => {
  test('are shown by level, and sold as shown', async () => {
    const rules = (member: Customer) => shop.call(member, routes.payRules.path, { clickid: member.clickid })
    const before = (await rules(ada)).body as unknown as { rateplan: { product_id: string }[] }
    expect(before).toMatchObject({
      sistemi_pagamento: ['adyen'],
      vatRate: 22,
      noticeDays: 30,
      withdrawalDays: 14,
      cardOnFile: null,
      subscription: null,
    })
    expect(before.rateplan[0]?.product_id).toBe('messages-20-first')
    await shop.pay(ada, 'messages-20-first', good)
    const after = (await rules(ada)).body as unknown as typeof before
    expect(after.rateplan.map((plan) => plan.product_id)).not.toContain('messages-20-first')
    expect((await shop.pay(ada, 'messages-20-first', good)).status).toBe(404)
  })

  test('that renew are cancelled, run to their end and end there', async () => {
    const unsubscribe = () => shop.call(ada, routes.unsubUser.path, { clickid: ada.clickid })
    expect(await unsubscribe()).toMatchObject({ status: 409, body: { code: 'nothing_to_cancel' } })
    await shop.pay(ada, 'plan-1m', good)
    const [term] = (await shop.stateOf(ada)).terms
    const endsAt = term!.period_end.toISOString()
    expect((await unsubscribe()).body).toEqual({ status: 'ok', endsAt })
    expect((await unsubscribe()).body).toEqual({ status: 'ok', endsAt })
    expect(await shop.stateOf(ada)).toMatchObject({ level: 2, terms: [{ state: 'cancelled' }] })
    const rules = await shop.call(ada, routes.payRules.path, { clickid: ada.clickid })
    expect(rules.body).toMatchObject({ subscription: { renewsAt: null, endsAt } })

    const end = async () => shop.payments.jobs['subscription-end']?.({}, { attempt: 1, last: false })
    await end()
    expect((await shop.stateOf(ada)).level).toBe(2)
    shop.clock.offsetMs = 32 * day
    await end()
    await end()
    expect(await shop.stateOf(ada)).toMatchObject({ level: 1, level_until: null, terms: [{ state: 'ended' }] })
  })

  test('of the compliant flow do not renew, so there is nothing to cancel', async () => {
    ada = await shop.customer({ flowId: '0000' })
    expect((await shop.pay(ada, 'plan-1m-once', good)).body).toMatchObject({ message: 'success', premiumLevel: 2 })
    expect(await shop.call(ada, routes.unsubUser.path, { clickid: ada.clickid })).toMatchObject({
      status: 409,
      body: { code: 'nothing_to_cancel' },
    })
    expect((await shop.stateOf(ada)).terms).toMatchObject([{ state: 'active', renews: false, card_token_id: null }])
  })
})

describe('an order', () => {
  test('before the address is confirmed reaches no provider, in a flow with double opt-in', async () => {
    const newcomer = await shop.customer({ emailConfirmed: false })
    expect(shop.flows.of('battito', newcomer.flowId).doubleOptIn).toBe(true)
    const { status, body } = await shop.pay(newcomer, pack, good)
    expect([status, body.code]).toEqual([403, 'not_verified'])
    expect((await shop.stateOf(newcomer)).attempts).toEqual([])
  })

  test("takes the encrypted card under the specification's names, and no number in clear under any", async () => {
    const body = await shop.orderOf(ada, pack, good)
    const { encryptedCardNumber, encryptedExpiryMonth, encryptedExpiryYear, encryptedSecurityCode, ...rest } = body
    const spec = {
      cardNumber: encryptedCardNumber,
      cardMonth: encryptedExpiryMonth,
      cardYear: encryptedExpiryYear,
      cardSecurityCode: encryptedSecurityCode,
    }
    for (const clear of ['4111111111111111', '4111 1111 1111 1111'])
      expect((await shop.charge(ada, { ...rest, ...spec, cardNumber: clear })).status).toBe(400)
    expect((await shop.charge(ada, { ...rest, ...spec, cardYear: undefined })).body).toMatchObject({
      code: 'invalid',
      field: 'encryptedExpiryYear',
    })
    expect((await shop.charge(ada, { ...rest, ...spec })).body).toMatchObject({ status: 'ok', message: 'success' })
  })

  const newcomers = () => shop.flows.of('battito', '7').plans.free.find((plan) => plan.firstSelling)!.id

  test('of a plan for newcomers is sold once, however many pages order it at once', async () => {
    const orders = await Promise.all([1, 2, 3].map(() => shop.orderOf(ada, newcomers(), good)))
    const answers = await Promise.all(orders.map((order) => shop.charge(ada, order)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status, body } of answers.filter((answer) => answer.status !== 200))
      expect([
        // Read when the first was paid, and before.
        [404, undefined],
        [409, 'order_open'],
      ]).toContainEqual([status, body.code])
    const state = await shop.stateOf(ada)
    expect(state.attempts).toHaveLength(1)
    expect((await shop.pay(ada, newcomers(), good)).status).toBe(404)
  })

  test('of a plan for newcomers closes one that was left at the bank', async () => {
    const first = await shop.pay(ada, newcomers(), '4212345678901237')
    expect(first.body.threeDS).toBe(true)
    const second = await shop.pay(ada, newcomers(), good)
    expect(second.body).toMatchObject({ status: 'ok', message: 'success' })
    const { attempts, steps } = await shop.stateOf(ada)
    expect(attempts.map(({ state }) => state)).toEqual(['cancelled', 'authorised'])
    expect(attempts[0]).toMatchObject({ check_at: null, action: null, sealed_request: null })
    expect(steps).toEqual(['submitting', 'requires_action', 'cancelled', 'submitting', 'authorised'])
    // A return from the first bank page charges nothing more.
    const redirectResult = await shop.answerBank(first.body.redirect!.url, 'approve')
    const back = await shop.status(ada, { reference: first.body.reference, redirectResult })
    expect(back.body).toMatchObject({ status: 'ko', result: false })
    expect((await shop.stateOf(ada)).attempts.map(({ granted_at: granted }) => granted !== null)).toEqual([false, true])
  })

  test('is asked about at its own provider only, and `result` is true once it is paid', async () => {
    const { body } = await shop.pay(ada, pack, good)
    expect((await shop.status(ada, { reference: body.reference })).body).toMatchObject({
      result: true,
      message: 'success',
    })
    const other = await shop.call(ada, '/pay/orders/stripe/checkTransactionStatus', {
      clickid: ada.clickid,
      reference: body.reference,
    })
    expect(other.status).toBe(404)
    const declined = await shop.pay(ada, pack, '4100000000000027')
    expect((await shop.status(ada, { reference: declined.body.reference })).body).toMatchObject({
      result: false,
      status: 'ko',
    })
  })
})
