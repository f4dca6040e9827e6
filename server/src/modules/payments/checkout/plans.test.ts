import { routes } from '@incontro/contract'
import { describe, expect, test } from 'vitest'
import { eachWithCustomer } from '../testing/each-with-customer.ts'
import type { Customer, Shop } from '../testing/shop.ts'
import { withdrawUntil } from '../withdrawals/refundable.ts'

const good = '4111111111111111'
const minute = 60_000
const day = 24 * 60 * minute

let shop: Shop
let ada: Customer
eachWithCustomer((opened, customer) => {
  shop = opened
  ada = customer
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

  test('are sent with all their texts', async () => {
    const { body } = await shop.call(ada, routes.payRules.path, { clickid: ada.clickid })
    const flow = shop.flows.of('battito', '7')
    const { rateplan, ...said } = body as unknown as { rateplan: object[] }
    expect(rateplan).toHaveLength(flow.plans.free.length)
    expect(said).toEqual({
      sistemi_pagamento: ['adyen'],
      payableBy: [
        {
          payment_system: 'adyen',
          kind: 'card',
          label: 'Adyen',
          methods: ['Visa', 'Mastercard'].map((name) => ({
            id: 'network',
            name,
            mark: expect.stringMatching(/^data:image\/svg\+xml,%3Csvg/),
            renewals: true,
          })),
          renewals: true,
          devices: null,
          frame: null,
        },
      ],
      ageCheckBy: null,
      returnTo: null,
      descriptor: flow.descriptor,
      vatRate: 22,
      vatTerritory: null,
      cardOnFile: null,
      noticeDays: 30,
      withdrawalDays: 14,
      withdrawUntil: withdrawUntil(shop.clock.now(), 'IT').toISOString(),
      subscription: null,
    })
    await shop.pay(ada, 'plan-1m', good)
    const [term] = (await shop.stateOf(ada)).terms
    const after = (await shop.call(ada, routes.payRules.path, { clickid: ada.clickid })).body
    expect(after).toMatchObject({
      subscription: {
        nomePiano: flow.plans.free.find(({ id }) => id === 'plan-1m')?.name.it,
        renewsAt: term!.period_end.toISOString(),
        product_id: 'plan-1m',
        endsAt: term!.period_end.toISOString(),
        next: null,
      },
    })
    expect((await shop.look(ada, routes.orders.path)).body.subscription).toEqual({
      nomePiano: flow.plans.free.find(({ id }) => id === 'plan-1m')?.name.it,
      state: 'renewing',
      price: '24.90',
      currency: 'EUR',
      period: { unit: 'month', count: 1 },
      paidUntil: term!.period_end.toISOString(),
      renewsAt: term!.period_end.toISOString(),
      endsAt: null,
      reminded: false,
      cardExpires: null,
      graceUntil: null,
      nextTryAt: null,
      next: null,
      cancellable: true,
      resumable: false,
    })
  })

  test('that renew can be cancelled, and then run to their end', async () => {
    const unsubscribe = () => shop.call(ada, routes.unsubUser.path, { clickid: ada.clickid })
    expect(await unsubscribe()).toMatchObject({ status: 409, body: { code: 'nothing_to_cancel' } })
    await shop.pay(ada, 'plan-1m', good)
    const [term] = (await shop.stateOf(ada)).terms
    const endsAt = term!.period_end.toISOString()
    expect((await unsubscribe()).body).toEqual({ status: 'ok', endsAt })
    expect((await unsubscribe()).body).toEqual({ status: 'ok', endsAt })
    expect(await shop.stateOf(ada)).toMatchObject({ level: 2, terms: [{ state: 'cancelled' }] })
    const rules = await shop.call(ada, routes.payRules.path, { clickid: ada.clickid })
    expect(rules.body).toMatchObject({ subscription: { product_id: 'plan-1m', renewsAt: null, endsAt, next: null } })

    const end = async () => shop.payments.jobs['subscription-end']?.run({}, { attempt: 1, last: false })
    await end()
    expect((await shop.stateOf(ada)).level).toBe(2)
    shop.clock.offsetMs = 32 * day
    await end()
    await end()
    expect(await shop.stateOf(ada)).toMatchObject({ level: 1, level_until: null, terms: [{ state: 'ended' }] })
  })

  test('of the compliant flow do not renew, so that nothing can be cancelled', async () => {
    ada = await shop.customer({ flowId: '0000' })
    expect((await shop.pay(ada, 'plan-1m-once', good)).body).toMatchObject({ message: 'success', premiumLevel: 2 })
    expect(await shop.call(ada, routes.unsubUser.path, { clickid: ada.clickid })).toMatchObject({
      status: 409,
      body: { code: 'nothing_to_cancel' },
    })
    expect((await shop.stateOf(ada)).terms).toMatchObject([{ state: 'active', renews: false, card_token_id: null }])
  })
})
