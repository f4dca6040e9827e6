import { routes } from '@incontro/contract'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { move } from '#modules/credits/index.ts'
import { refundPayment } from '../index.ts'
import { openShop, type Customer, type Shop } from '../testing/shop.ts'
import { suspend, takeBack } from '../testing/suspend.ts'

const good = '4111111111111111'
const day = 86_400_000

let shop: Shop
let ada: Customer

beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  shop.clock.offsetMs = 0
  ada = await shop.customer()
})
afterEach(async () => expect((await shop.stateOf(ada)).differences).toEqual([]))

const preview = async (member = ada) => (await shop.look(member, routes.withdrawal.path)).body.orders
const withdraw = async (reference: string, member = ada): Promise<{ status: number; body: any }> =>
  shop.call(member, routes.withdraw.path, { clickid: member.clickid, reference })
const refunds = () => shop.db.selectFrom('refunds').selectAll().where('member_id', '=', ada.memberId).execute()
const buy = async (plan: string) => (await shop.pay(ada, plan, good)).body.reference
const spend = (amount: number) =>
  shop.db.transaction().execute((tx) =>
    move(tx, {
      memberId: ada.memberId,
      brandId: 'battito',
      account: 'messages',
      house: 'spent',
      amount: -amount,
      key: randomUUID(),
      at: new Date(),
    }),
  )

/** Delivers the webhooks of the order and of its refund. */
async function deliverWebhooks(reference: string) {
  for (const hook of shop.hooksOf(reference)) await shop.deliver(hook)
  await shop.work()
}
async function deliverRefundWebhooks() {
  const { id } = (await refunds()).find(({ reason }) => reason === 'withdrawal')!
  await vi.waitFor(() => expect(shop.hooksOf(id)).toHaveLength(1), 4000)
  await deliverWebhooks(id)
}

describe('withdrawing from a plan', () => {
  test('refunds the unused days, ends the plan, once, with a receipt; the webhook completes it', async () => {
    const reference = await buy('plan-1m')
    const [term] = (await shop.stateOf(ada)).terms
    const days = Math.round((term!.period_end.getTime() - term!.period_start.getTime()) / day)
    shop.clock.offsetMs = 5.5 * day
    const refund = (Math.ceil((2490 * (days - 5)) / days) / 100).toFixed(2)
    expect(await preview()).toMatchObject([
      { reference, paid: '24.90', refund, currency: 'EUR', crediti: 0, endsPlan: true },
    ])

    const answers = await Promise.all([withdraw(reference), withdraw(reference), withdraw(reference)])
    for (const { status, body } of answers)
      expect([status, body]).toMatchObject([200, { status: 'ok', reference, refund, premiumLevel: 0 }])
    expect((await withdraw(reference)).body).toMatchObject({ refund })
    expect(await refunds()).toMatchObject([{ state: 'accepted', check_at: null }])
    expect(shop.charged(reference)[0]?.refunded).toBe(Math.round(Number(refund) * 100))
    const state = await shop.stateOf(ada)
    expect(state).toMatchObject({ level: 0, level_until: null, terms: [{ state: 'ended', renews: false }] })
    expect(state.emails.filter(({ kind }) => kind === 'withdrawal')).toMatchObject([
      { props: { refund, paid: '24.90', order: reference, planEnds: true } },
    ])
    expect(await preview()).toEqual([])

    await deliverRefundWebhooks()
    await deliverRefundWebhooks()
    expect(await shop.stateOf(ada)).toMatchObject({
      attempts: [{ state: 'partially_refunded', refunded_minor: Math.round(Number(refund) * 100), flagged: null }],
    })
    expect(await refunds()).toMatchObject([{ state: 'refunded' }])
    expect((await shop.look(ada, routes.orders.path)).body).toMatchObject({
      subscription: null,
      orders: [{ state: 'partially_refunded', refunded: refund }],
    })

    shop.clock.offsetMs = 40 * day
    await shop.renew()
    expect((await shop.stateOf(ada)).attempts).toHaveLength(1)
    expect(await shop.call(ada, routes.resumeUser.path, { clickid: ada.clickid })).toMatchObject({ status: 409 })
  })

  test('after a suspension refunds the days of it, too, and leaves none of the plan and of one bought after it', async () => {
    const reference = await buy('plan-1m')
    const [term] = (await shop.stateOf(ada)).terms
    const days = Math.round((term!.period_end.getTime() - term!.period_start.getTime()) / day)
    const later = await buy('plan-1m')
    shop.clock.offsetMs = 2.5 * day
    const suspension = await suspend(shop, ada, 30)
    shop.clock.offsetMs = 9.5 * day
    await takeBack(shop, ada, suspension)
    shop.clock.offsetMs = 12.5 * day
    const refund = (Math.ceil((2490 * (days - 5)) / days) / 100).toFixed(2)
    expect(await withdraw(reference)).toMatchObject({ status: 200, body: { refund } })
    expect(await withdraw(later)).toMatchObject({ status: 200, body: { refund: '24.90', premiumLevel: 0 } })
    expect((await shop.stateOf(ada)).terms.at(-1)).toMatchObject({ state: 'ended' })
  })

  test('immediately refunds everything', async () => {
    const reference = await buy('plan-6m')
    expect((await withdraw(reference)).body).toMatchObject({ refund: '83.40' })
    await deliverWebhooks(reference)
    await deliverRefundWebhooks()
    expect((await shop.stateOf(ada)).attempts).toMatchObject([{ state: 'refunded', refunded_minor: 8340 }])
  })

  test('and from a pack that was bought after another leaves the other unchanged', async () => {
    const first = await buy('messages-60')
    shop.clock.offsetMs = 1000
    const second = await buy('messages-150')
    expect((await withdraw(second)).body).toMatchObject({ refund: '24.90' })
    expect(await preview()).toMatchObject([{ reference: first, refund: '11.90', crediti: 600, messages: 60 }])
    // The remaining credits are from the first pack only.
    await spend(30 + 300)
    expect(await preview()).toMatchObject([{ reference: first, refund: '5.95', crediti: 300 }])
  })

  test('that extended a running one leaves that one, which then does not renew', async () => {
    await buy('plan-1m')
    const [first] = (await shop.stateOf(ada)).terms
    shop.clock.offsetMs = 2 * day
    const second = await buy('plan-1m')
    expect((await withdraw(second)).body).toMatchObject({ refund: '24.90', premiumLevel: 2 })
    const state = await shop.stateOf(ada)
    expect(state.terms.at(-1)).toMatchObject({ state: 'cancelled', renews: false, period_end: first!.period_end })
    expect(state.level_until).toEqual(first!.period_end)
  })

  test('before another one moves that one forward', async () => {
    const first = await buy('plan-1m')
    const second = await buy('plan-1m')
    expect((await withdraw(first)).body).toMatchObject({ refund: '24.90', premiumLevel: 2 })
    const state = await shop.stateOf(ada)
    const [, added] = state.attempts
    expect(added?.id).toBe(second)
    expect(state.terms.at(-1)).toMatchObject({
      state: 'active',
      renews: true,
      period_end: added!.term_end,
      next_try_at: added!.term_end,
    })
    expect(added!.term_start!.getTime()).toBeLessThan(Date.now() + 60_000)
    expect((await withdraw(second)).body).toMatchObject({ refund: '24.90', premiumLevel: 0 })
  })

  test('is over after the last hour of the fourteenth day', async () => {
    shop.clock.offsetMs = Date.parse('2026-12-01T09:00:00Z') - Date.now()
    const reference = await buy('plan-3m')
    shop.clock.offsetMs = Date.parse('2026-12-15T22:59:00Z') - Date.now()
    expect(await preview()).toMatchObject([{ reference, until: '2026-12-15T22:59:59.999Z' }])
    shop.clock.offsetMs = Date.parse('2026-12-15T23:00:01Z') - Date.now()
    expect(await preview()).toEqual([])
    expect(await withdraw(reference)).toMatchObject({ status: 409, body: { code: 'nothing_to_withdraw' } })
    expect(await shop.stateOf(ada)).toMatchObject({ level: 2 })
  })
})

describe('withdrawing from a pack', () => {
  test('refunds the unused credits only', async () => {
    const reference = await buy('messages-60')
    await spend(103)
    // Thirty were there before and are spent first: 73 of the 600 are used.
    expect(await preview()).toMatchObject([{ refund: '10.46', crediti: 527, endsPlan: false }])
    shop.pushed.length = 0
    expect((await withdraw(reference)).body).toMatchObject({
      refund: '10.46',
      crediti: 527,
      premiumLevel: 0,
      creditiTotali: 0,
    })
    expect(shop.pushed).toContainEqual({
      memberId: ada.memberId,
      event: 'creditiResidui',
      data: expect.objectContaining({ creditiTotali: 0, premiumLevel: 0 }),
    })
    expect(await shop.stateOf(ada)).toMatchObject({ level: 0, balances: { messages: 0 } })
    await deliverWebhooks(reference)
    await deliverRefundWebhooks()
    expect((await shop.stateOf(ada)).attempts).toMatchObject([{ state: 'partially_refunded', refunded_minor: 1046 }])
  })

  test('leaves the level that another one pays for', async () => {
    const first = await buy('messages-60')
    await buy('messages-150')
    expect((await withdraw(first)).body).toMatchObject({
      refund: '11.90',
      crediti: 600,
      premiumLevel: 1,
      creditiTotali: 1530,
    })
  })

  test('refunds nothing that is being refunded already', async () => {
    const reference = await buy('messages-60')
    const refund = (amountMinor: number) =>
      refundPayment(shop.deps, { attemptId: reference, amountMinor, madeBy: 'test', reason: 'a courtesy' })
    expect(await refund(500)).toBe('asked')
    expect(await preview()).toMatchObject([{ reference, paid: '11.90', refund: '6.90', crediti: 600 }])
    expect((await withdraw(reference)).body).toMatchObject({ refund: '6.90' })
    const other = await buy('messages-150')
    await refundPayment(shop.deps, { attemptId: other, amountMinor: 2490, madeBy: 'test', reason: 'a courtesy' })
    expect(await preview()).toEqual([])
    expect((await withdraw(other)).body).toMatchObject({ code: 'nothing_to_withdraw' })
  })

  test('refunds nothing once all is used', async () => {
    const reference = await buy('messages-60')
    await spend(630)
    expect(await preview()).toEqual([])
    expect(await withdraw(reference)).toMatchObject({ status: 409 })
  })
})

describe('free messages', () => {
  const balance = async () => (await shop.stateOf(ada)).balances.messages
  test('keep their number when a level is paid for, and when it is withdrawn from', async () => {
    const first = await buy('messages-60')
    // Three messages at one credit are three at ten.
    expect(await balance()).toBe(630)
    await buy('messages-150')
    expect(await balance()).toBe(2130)
    await withdraw(first)
    expect(await balance()).toBe(1530)
    const rest = (await preview())[0].reference
    await withdraw(rest)
    expect(await shop.stateOf(ada)).toMatchObject({ level: 0, balances: { messages: 3 } })
  })

  test('are not multiplied by repeated buying and withdrawing', async () => {
    for (let round = 0; round < 3; round += 1) {
      const order = await buy('plan-1m')
      expect(await balance()).toBe(30)
      await shop.db
        .updateTable('payment_attempts')
        .set({ created_at: new Date(Date.now() - 60 * day) })
        .where('id', '=', order)
        .execute()
      expect((await withdraw(order)).status).toBe(200)
      expect(await shop.stateOf(ada)).toMatchObject({ level: 0, balances: { messages: 3 } })
    }
  })

  test('of which one is partly spent are rounded up for the member', async () => {
    const order = await buy('plan-1m')
    await spend(9)
    await withdraw(order)
    expect(await balance()).toBe(3)
  })
})

describe('usage', () => {
  test('of a plan is charged by the started day, once something was written', async () => {
    const order = await buy('plan-1m')
    const [attempt] = (await shop.stateOf(ada)).attempts
    const eva = await shop.customer()
    const conversation = randomUUID()
    const [low, high] = [ada.memberId, eva.memberId].toSorted()
    const at = new Date(attempt!.term_start!.getTime() + 1000)
    await shop.db
      .insertInto('conversations')
      .values({ id: conversation, pool_id: 'battito', low_id: low!, high_id: high!, created_at: at })
      .execute()
    const message = (seq: number, sender: string, time: Date) =>
      shop.db
        .insertInto('messages')
        .values({
          conversation_id: conversation,
          seq,
          id: randomUUID(),
          sender_id: sender,
          client_message_id: randomUUID(),
          body: 'Ciao',
          icebreaker: false,
          sender_level: 2,
          cost: 0,
          created_at: time,
        })
        .execute()
    // Messages before the start and the other member's messages are not usage.
    await message(1, ada.memberId, new Date(attempt!.term_start!.getTime() - 1000))
    await message(2, eva.memberId, at)
    expect(await preview()).toMatchObject([{ refund: '24.90' }])
    await message(3, ada.memberId, at)
    const days = Math.round((attempt!.term_end!.getTime() - attempt!.term_start!.getTime()) / day)
    const refund = (Math.ceil((2490 * (days - 1)) / days) / 100).toFixed(2)
    shop.clock.offsetMs = 60_000
    expect(await preview()).toMatchObject([{ refund }])
    expect((await withdraw(order)).body).toMatchObject({ refund })
  })

  test('and withdrawn from cannot be withdrawn from again when it is immediately bought again', async () => {
    await withdraw(await buy('plan-1m'))
    shop.clock.offsetMs = 60_000
    const again = await buy('plan-3m')
    expect(await preview()).toEqual([])
    expect(await withdraw(again)).toMatchObject({ status: 409, body: { code: 'withdrawn_before' } })
    expect(await shop.stateOf(ada)).toMatchObject({ level: 2 })
    const pack = await buy('messages-60')
    expect((await withdraw(pack)).status).toBe(200)
    // Another member's withdrawal does not count.
    const eva = await shop.customer()
    const theirs = (await shop.pay(eva, 'plan-3m', good)).body.reference
    expect((await withdraw(theirs, eva)).status).toBe(200)
  })
})

test("another member's order, an unknown one and a missing session get nothing", async () => {
  const reference = await buy('messages-60')
  const eva = await shop.customer()
  expect((await withdraw(reference, eva)).status).toBe(404)
  expect((await withdraw(randomUUID())).status).toBe(404)
  expect((await shop.call(eva, routes.withdraw.path, { clickid: ada.clickid, reference })).status).toBe(404)
  expect((await shop.call(ada, routes.withdraw.path, { clickid: ada.clickid, reference: 'x' })).status).toBe(400)
  expect((await shop.call(null, routes.withdraw.path, { clickid: ada.clickid, reference })).status).toBe(401)
  expect((await shop.look({ ...eva, clickid: ada.clickid }, routes.orders.path)).status).toBe(404)
  expect(await refunds()).toEqual([])
})

describe('an offer for new members', () => {
  const first = 'messages-20-first'
  const offered = async (): Promise<string[]> =>
    (await shop.call(ada, routes.payRules.path, { clickid: ada.clickid }).then(({ body }) => body as any)).rateplan.map(
      ({ product_id: id }: { product_id: string }) => id,
    )

  test('is not sold again to who withdrew from it after using some, nor shown', async () => {
    const reference = await buy(first)
    // The gift counts as spent first.
    await spend(30 + 190)
    expect((await withdraw(reference)).body).toMatchObject({ refund: '0.25', premiumLevel: 0 })
    expect(await offered()).not.toContain(first)
    expect(await offered()).toContain('messages-20')
    expect((await shop.pay(ada, first, good)).status).toBe(404)
    expect((await shop.pay(ada, 'messages-20', good)).body.message).toBe('success')
  })

  test('is to who withdrew from all of it', async () => {
    expect((await withdraw(await buy(first))).body).toMatchObject({ refund: '4.90', premiumLevel: 0 })
    expect(await offered()).toContain(first)
    expect((await shop.pay(ada, first, good)).body.message).toBe('success')
  })
})
