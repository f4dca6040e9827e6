import { routes } from '@incontro/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openShop, type Customer, type Shop } from '../testing/shop.ts'

const good = '4111111111111111'
const prices = { 'plan-1m': '24.90', 'plan-3m': '49.80', 'plan-6m': '83.40' } as const

let shop: Shop
let ada: Customer
/** Another member with a plan, which must stay unchanged. */
let eva: Customer
beforeAll(async () => {
  shop = await openShop()
  eva = await shop.customer()
  await shop.pay(eva, 'plan-6m', good)
})
afterAll(async () => {
  expect(await termOf(eva)).toMatchObject({ plan_id: 'plan-6m', next_plan: null, notice_sent_at: null })
  await shop.close()
})
beforeEach(async () => {
  shop.clock.offsetMs = 0
  ada = await shop.customer()
})

const at = (time: Date, ms = 0) => {
  shop.clock.offsetMs = time.getTime() + ms - Date.now()
}
const termOf = async (member = ada) => (await shop.stateOf(member)).terms.at(-1)!
const emails = async () => (await shop.stateOf(ada)).emails.map(({ kind, props }) => ({ kind, props: props as object }))
const kinds = async () => (await emails()).map(({ kind }) => kind)
const subscription = async () => (await shop.look(ada, routes.orders.path)).body.subscription
const change = (plan: keyof typeof prices, changes: object = {}) =>
  shop.call(ada, routes.changePlan.path, {
    clickid: ada.clickid,
    rateplan: plan,
    prezzo_totale: prices[plan],
    currency: 'EUR',
    accepts: { renewal: true },
    ...changes,
  })
const undo = () => shop.call(ada, routes.undoPlanChange.path, { clickid: ada.clickid })
const cancel = () => shop.call(ada, routes.unsubUser.path, { clickid: ada.clickid })
const resume = () => shop.call(ada, routes.resumeUser.path, { clickid: ada.clickid })
const minute = async () => {
  await shop.renew()
  await shop.mailOut()
}

describe('a change to a smaller plan', () => {
  test('is agreed to in the member’s language', async () => {
    ada = await shop.customer({ locale: 'es' })
    await shop.pay(ada, 'plan-3m', good)
    expect(await change('plan-1m')).toMatchObject({ status: 200 })
    expect((await shop.stateOf(ada)).consents.map(({ kind, locale }) => [kind, locale]).toSorted()).toEqual([
      ['immediate_start', 'es'],
      ['renewal', 'es'],
      ['renewal', 'es'],
    ])
  })

  test('is agreed once, charged at the renewal with its own reminder, and renews as that plan', async () => {
    await shop.pay(ada, 'plan-3m', good)
    const term = await termOf()
    const startsAt = term.period_end.toISOString()
    const [one, two] = await Promise.all([change('plan-1m'), change('plan-1m')])
    expect([one, two]).toMatchObject(Array(2).fill({ status: 200, body: { status: 'ok', startsAt } }))
    expect(await emails()).toMatchObject([
      { kind: 'receipt' },
      {
        kind: 'plan-change',
        props: { plan: { it: '1 mese' }, before: { it: '3 mesi' }, total: '24.90', currency: 'EUR', startsAt },
      },
    ])
    expect((await shop.stateOf(ada)).consents.map(({ kind }) => kind).toSorted()).toEqual([
      'immediate_start',
      'renewal',
      'renewal',
    ])
    expect((await shop.stateOf(ada)).attempts).toHaveLength(1)
    expect(await subscription()).toMatchObject({
      nomePiano: '3 mesi',
      price: '49.80',
      renewsAt: startsAt,
      next: { nomePiano: '1 mese', price: '24.90', currency: 'EUR', period: { unit: 'month', count: 1 } },
    })
    const { body: offer } = await shop.call(ada, routes.payRules.path, { clickid: ada.clickid })
    expect(routes.payRules.reply.parse(offer).subscription).toEqual({
      product_id: 'plan-3m',
      nomePiano: '3 mesi',
      renewsAt: startsAt,
      endsAt: startsAt,
      next: { product_id: 'plan-1m', nomePiano: '1 mese' },
    })

    at(term.notice_due_at!, 60_000)
    await minute()
    expect((await emails()).at(-1)).toMatchObject({
      kind: 'renewal-notice',
      props: { plan: { it: '1 mese' }, total: '24.90', renewsAt: startsAt },
    })
    at(term.period_end, 60_000)
    await minute()
    const [, renewal] = (await shop.stateOf(ada)).attempts
    expect(renewal).toMatchObject({
      state: 'authorised',
      amount_minor: 2490,
      plan_id: 'plan-1m',
      renewal_of: term.id,
      term_start: term.period_end,
    })
    const after = await termOf()
    expect(after).toMatchObject({
      id: term.id,
      state: 'active',
      plan_id: 'plan-1m',
      next_plan: null,
      anchored_at: term.anchored_at,
      period_start: term.period_end,
      period_end: renewal!.term_end,
    })
    expect(after.period_end.getTime() - term.period_end.getTime()).toBeLessThanOrEqual(31 * 86_400_000)
    expect(await subscription()).toMatchObject({ nomePiano: '1 mese', price: '24.90', next: null })
    // The next renewal, too.
    await minute()
    at(after.period_end, 60_000)
    await minute()
    expect((await shop.stateOf(ada)).attempts.map(({ amount_minor: amount }) => amount)).toEqual([4980, 2490, 2490])
  })

  test('of a lower level and another flow takes both when it begins, and not before', async () => {
    await shop.pay(ada, 'plan-3m', good)
    await change('plan-1m')
    const term = await termOf()
    await sql`
      update subscriptions
        set next_plan = jsonb_set(jsonb_set(next_plan, '{plan,level}', '1'), '{flow,id}', '"9"')
        where id = ${term.id}`.execute(shop.db)
    at(term.notice_due_at!, 60_000)
    await minute()
    expect(await shop.stateOf(ada)).toMatchObject({ level: 2, terms: [{ flow_id: '7' }] })
    at(term.period_end, 60_000)
    await minute()
    expect(await shop.stateOf(ada)).toMatchObject({ level: 1, level_until: null })
    expect(await termOf()).toMatchObject({ flow_id: '9' })
    expect(await shop.stateOf(eva)).toMatchObject({ level: 2 })
  })

  test('that was agreed leaves the price of the running period in the emails about that', async () => {
    await shop.pay(ada, 'plan-3m', good)
    await change('plan-1m')
    await cancel()
    expect((await emails()).at(-1)).toMatchObject({
      kind: 'plan-cancelled',
      props: { plan: { it: '3 mesi' }, total: '49.80' },
    })
  })

  test('after the reminder of the old plan is announced again, and so is undoing it', async () => {
    await shop.pay(ada, 'plan-3m', good)
    const term = await termOf()
    at(term.notice_due_at!, 60_000)
    await minute()
    await change('plan-1m')
    await minute()
    expect((await undo()).body).toEqual({ status: 'ok', renewsAt: term.period_end.toISOString() })
    expect((await undo()).status).toBe(200)
    await minute()
    expect((await emails()).slice(1)).toMatchObject([
      { kind: 'renewal-notice', props: { total: '49.80' } },
      { kind: 'plan-change' },
      { kind: 'renewal-notice', props: { total: '24.90' } },
      { kind: 'plan-change-undone', props: { plan: { it: '3 mesi' }, total: '49.80' } },
      { kind: 'renewal-notice', props: { total: '49.80' } },
    ])
    at(term.period_end, 60_000)
    await minute()
    expect(await termOf()).toMatchObject({ plan_id: 'plan-3m', next_plan: null, anchored_at: term.anchored_at })
    expect((await shop.stateOf(ada)).attempts.at(-1)).toMatchObject({ amount_minor: 4980, state: 'authorised' })
  })

  test('is not charged without the reminder of its own price', async () => {
    await shop.pay(ada, 'plan-3m', good)
    const term = await termOf()
    at(term.notice_due_at!, 60_000)
    await minute()
    await change('plan-1m')
    await shop.renew()
    await shop.mailOut('dead')
    at(term.period_end, 60_000)
    await shop.renew()
    expect((await shop.stateOf(ada)).attempts).toHaveLength(1)
    expect(await termOf()).toMatchObject({ state: 'ended' })
  })

  test('ends with a cancellation: resumed, the plan renews as before, with a new reminder', async () => {
    await shop.pay(ada, 'plan-3m', good)
    const term = await termOf()
    at(term.notice_due_at!, 60_000)
    await change('plan-1m')
    await minute()
    await cancel()
    expect(await termOf()).toMatchObject({ state: 'cancelled', next_plan: null, notice_sent_at: null })
    expect((await change('plan-1m')).body).toMatchObject({ code: 'nothing_to_change' })
    expect((await undo()).body).toMatchObject({ code: 'nothing_to_change' })
    await resume()
    await minute()
    expect((await emails()).at(-1)).toMatchObject({ kind: 'renewal-notice', props: { total: '49.80' } })
  })

  test('that is declined stays due, and cannot be changed in its grace period', async () => {
    await shop.pay(ada, 'plan-3m', good)
    const term = await termOf()
    await change('plan-1m')
    at(term.notice_due_at!, 60_000)
    await minute()
    await shop.db
      .updateTable('card_tokens')
      .set({ removed_at: shop.clock.now() })
      .where('member_id', '=', ada.memberId)
      .execute()
    at(term.period_end, 60_000)
    await minute()
    expect((await emails()).at(-1)).toMatchObject({
      kind: 'renewal-failed',
      props: { plan: { it: '1 mese' }, total: '24.90' },
    })
    expect(await termOf()).toMatchObject({ state: 'past_due', plan_id: 'plan-3m' })
    expect((await undo()).body).toMatchObject({ code: 'nothing_to_change' })
    expect((await change('plan-1m')).body).toMatchObject({ code: 'nothing_to_change' })
  })

  test('is possible until an hour before the renewal', async () => {
    await shop.pay(ada, 'plan-3m', good)
    const { period_end: end } = await termOf()
    at(end, -3_599_000)
    expect((await change('plan-1m')).body).toMatchObject({ code: 'renewal_too_close' })
    at(end, -3_660_000)
    expect((await change('plan-1m')).status).toBe(200)
    at(end, -3_599_000)
    expect((await undo()).body).toMatchObject({ code: 'renewal_too_close' })
    expect(await termOf()).toMatchObject({ next_plan: { plan: { id: 'plan-1m' } } })
  })

  test('is refused for what is no smaller plan on offer, at its price and with consent', async () => {
    await shop.pay(ada, 'plan-3m', good)
    const before = await termOf()
    const refused: [keyof typeof prices, object, number, string | undefined][] = [
      ['plan-3m', {}, 409, 'nothing_to_change'],
      ['plan-6m', {}, 409, 'change_at_once'],
      ['plan-1m', { rateplan: 'messages-60', prezzo_totale: '11.90' }, 409, 'nothing_to_change'],
      ['plan-1m', { rateplan: 'plan-1m-once' }, 404, undefined],
      ['plan-1m', { prezzo_totale: '0.10' }, 409, 'price_changed'],
      ['plan-1m', { currency: 'USD' }, 409, 'price_changed'],
      ['plan-1m', { accepts: { renewal: false } }, 400, 'consent_missing'],
      ['plan-1m', { clickid: eva.clickid }, 404, undefined],
    ]
    for (const [plan, changes, status, code] of refused) {
      const { status: answered, body } = await change(plan, changes)
      expect([plan, changes, answered, body.code]).toEqual([plan, changes, status, code])
    }
    expect(await termOf()).toEqual(before)
    expect(await kinds()).toEqual(['receipt'])
  })

  test('is the member’s own: by the id of another one there is none', async () => {
    const eve = await shop.customer()
    const body = { clickid: ada.clickid, rateplan: 'plan-1m', prezzo_totale: prices['plan-1m'], currency: 'EUR' }
    for (const answer of [
      await shop.call(eve, routes.changePlan.path, { ...body, accepts: { renewal: true } }),
      await shop.call(eve, routes.undoPlanChange.path, { clickid: ada.clickid }),
    ])
      expect(answer.status).toBe(404)
  })

  test('needs a plan that renews', async () => {
    expect((await change('plan-1m')).body).toMatchObject({ code: 'nothing_to_change' })
    expect((await undo()).body).toMatchObject({ code: 'nothing_to_change' })
    expect((await shop.call(null, routes.changePlan.path, {})).status).toBe(401)
  })
})
