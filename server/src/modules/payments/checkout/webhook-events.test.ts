import { randomUUID } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { sign } from '../../../../../sandbox/src/adyen/signature.ts'
import { eachWithCustomer, webhooksOf } from '../testing/each-with-customer.ts'
import type { Customer, Shop } from '../testing/shop.ts'

const good = '4111111111111111'
const bank = '4212345678901237'
const slow = '4100000000504002'
const pack = 'messages-60'

let shop: Shop
let ada: Customer
eachWithCustomer((opened, customer) => {
  shop = opened
  ada = customer
})

describe('a webhook event', () => {
  test('that is faster than the return page grants, and the page finds it granted', async () => {
    const { body } = await shop.pay(ada, pack, bank)
    const redirectResult = await shop.answerBank(body.redirect?.url ?? '', 'approve')
    // Completed at the provider directly: the webhook event arrives, our response does not.
    await fetch(`${shop.sandbox.origin}/adyen/checkout/v72/payments/details`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': shop.sandbox.config.adyen.apiKey },
      body: JSON.stringify({ details: { redirectResult } }),
    })
    for (const hook of await webhooksOf(shop, body.reference, 2))
      expect((await shop.deliver(hook)).body).toBe('[accepted]')
    await shop.work()
    expect((await shop.status(ada, { reference: body.reference, redirectResult })).body).toMatchObject({
      message: 'success',
      creditiTotali: 630,
    })
    expect((await shop.stateOf(ada)).steps).toEqual(['submitting', 'requires_action', 'authorised', 'captured'])
  })

  test('that arrives twice and out of order counts once', async () => {
    const { body } = await shop.pay(ada, 'plan-1m', good)
    const hooks = await webhooksOf(shop, body.reference, 2)
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
    const capture = (await webhooksOf(shop, body.reference, 2)).find(({ raw }) =>
      raw.includes('"eventCode":"CAPTURE"'),
    )!
    await shop.deliver(capture)
    await shop.work()
    expect(await shop.stateOf(ada)).toMatchObject({
      balances: { messages: 630 },
      steps: ['submitting', 'unknown', 'captured'],
    })
  })

  test('that was altered, unsigned or sent without the password leaves no trace', async () => {
    const { body } = await shop.pay(ada, pack, good)
    const [hook] = await webhooksOf(shop, body.reference, 1)
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

  /** A correctly signed webhook with other contents. */
  async function resigned(reference: string, change: (item: Record<string, unknown>) => void) {
    const hook = (await webhooksOf(shop, reference, 2)).find(({ raw }) => raw.includes('"eventCode":"AUTHORISATION"'))!
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

  test('of another amount grants nothing and is flagged', async () => {
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

  test('of money for a declined order grants nothing and is refunded unless it is kept', async () => {
    const { body } = await shop.pay(ada, pack, '4100000000000027')
    const hook = (await webhooksOf(shop, body.reference, 1))[0]!
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
      attempts: [{ state: 'declined', flagged: 'paid_twice' }],
    })
  })

  test('of an unknown order is stored and has no effect', async () => {
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

  test('that fails to be processed is retried', async () => {
    const { body } = await shop.pay(ada, pack, slow)
    for (const hook of await webhooksOf(shop, body.reference, 2)) await shop.deliver(hook)
    shop.mail.fail = true
    await expect(shop.work()).rejects.toThrow('died')
    expect((await shop.stateOf(ada)).balances.messages).toBe(3)
    shop.mail.fail = false
    await shop.work()
    expect((await shop.stateOf(ada)).balances.messages).toBe(630)
  })

  test('of a dispute is recorded', async () => {
    const { body } = await shop.pay(ada, pack, good)
    await webhooksOf(shop, body.reference, 2)
    await shop.sandbox.sandbox.app.inject({
      method: 'POST',
      url: `/payments/${shop.charged(body.reference)[0]!.id}/chargeback`,
    })
    // The dispute first: earlier events no longer count.
    await vi.waitFor(
      () => expect(shop.hooksOf(body.reference).some(({ raw }) => raw.includes('CHARGEBACK'))).toBe(true),
      4000,
    )
    for (const hook of [...shop.hooksOf(body.reference)].reverse()) await shop.deliver(hook)
    await shop.work()
    expect((await shop.stateOf(ada)).attempts).toMatchObject([{ state: 'disputed', flagged: null }])
  })

  test('of a refund is recorded, and never undone', async () => {
    const { body } = await shop.pay(ada, pack, good)
    const [payment] = shop.charged(body.reference)
    for (const hook of await webhooksOf(shop, body.reference, 2)) await shop.deliver(hook)
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
      await webhooksOf(shop, body.reference, n)
    }
    for (const hook of await webhooksOf(shop, body.reference, 4)) await shop.deliver(hook)
    await shop.work()
    expect(await shop.stateOf(ada)).toMatchObject({
      steps: ['submitting', 'authorised', 'captured', 'partially_refunded', 'refunded'],
      attempts: [{ refunded_minor: 1190, state: 'refunded' }],
    })
  })
})

test('is processed by the worker alone', async () => {
  const { body } = await shop.pay(ada, pack, slow)
  await shop.withWorker(async () => {
    const [first] = await webhooksOf(shop, body.reference, 2)
    await shop.deliver(first!)
    await vi.waitFor(async () => expect((await shop.stateOf(ada)).balances.messages).toBe(630), 10_000)
    // The scheduled check finds the order granted.
    await shop.db
      .updateTable('payment_attempts')
      .set({ check_at: new Date(0) })
      .where('member_id', '=', ada.memberId)
      .execute()
  })
  expect((await shop.stateOf(ada)).sales).toHaveLength(1)
})
