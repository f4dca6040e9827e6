import { routes } from '@incontro/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { refundPayment } from '../index.ts'
import { openShop, type Customer, type Shop } from '../testing/shop.ts'
import { suspend } from '../testing/suspend.ts'
import { unusedPayments } from './credit.ts'

const good = '4111111111111111'
const asking3ds = '4212345678901237'
const declined = '4100000000000126'
const slowBank = '4100000000013004'
const day = 86_400_000
const price = { 'plan-1m': 2490, 'plan-3m': 4980, 'plan-6m': 8340 } as const
type Plan = keyof typeof price

let shop: Shop
let ada: Customer
/** Another member with a plan, whose payment must stay unchanged. */
let eva: Customer
let hers: unknown
beforeAll(async () => {
  shop = await openShop()
  eva = await shop.customer()
  await shop.pay(eva, 'plan-3m', good)
  hers = (await shop.stateOf(eva)).attempts
})
afterAll(async () => {
  expect((await shop.stateOf(eva)).attempts).toEqual(hers)
  await shop.close()
})
beforeEach(async () => {
  shop.clock.offsetMs = 0
  ada = await shop.customer()
})

const at = (time: Date, ms = 0) => {
  shop.clock.offsetMs = time.getTime() + ms - Date.now()
}
const after = (days: number) => {
  shop.clock.offsetMs = days * day
}
const termOf = async () => (await shop.stateOf(ada)).terms.at(-1)!
const attempts = async () => (await shop.stateOf(ada)).attempts
const attempt = async (reference: string) => (await attempts()).find(({ id }) => id === reference)!
const changeOf = async (plan: Plan) => {
  const { body } = await shop.call(ada, routes.payRules.path, { clickid: ada.clickid })
  return routes.payRules.reply.parse(body).rateplan.find((one) => one.product_id === plan)?.change ?? null
}
const amount = (minor: number) => (minor / 100).toFixed(2)
const order = (plan: Plan, dueMinor: number, changes: object = {}, card: string | null = good) =>
  shop.pay(ada, plan, card, { prezzo_totale: amount(dueMinor), ...changes })
const buy = async (plan: Plan, dueMinor: number = price[plan]) => {
  const { status, body } = await order(plan, dueMinor)
  expect([status, body.message]).toEqual([200, 'success'])
  return body.reference
}
const withdraw = (reference: string) => shop.call(ada, routes.withdraw.path, { clickid: ada.clickid, reference })
const withdrawable = async () => (await shop.look(ada, routes.withdrawal.path)).body.orders
const deliver = async (reference: string) => {
  for (const hook of shop.hooksOf(reference)) await shop.deliver(hook)
  await shop.work()
}

/** What of a plan is unused after whole days, in minor units, rounded up. */
const unused = (valueMinor: number, { start, end }: { start: Date; end: Date }, days: number) => {
  const length = Math.round((end.getTime() - start.getTime()) / day)
  return Math.ceil((valueMinor * (length - days)) / length - 1e-9)
}
const termOfAttempt = async (reference: string) => {
  const { term_start: start, term_end: end } = await attempt(reference)
  return { start: start!, end: end! }
}

describe('a larger plan', () => {
  test('replaces the running one at once, with its unused days credited, and renews at its own price', async () => {
    const first = await buy('plan-1m')
    const before = await termOf()
    after(10)
    const credit = unused(2490, await termOfAttempt(first), 10)
    const due = 4980 - credit
    expect(await changeOf('plan-3m')).toEqual({
      when: 'now',
      credit: amount(credit),
      due: amount(due),
      startsAt: null,
    })
    expect(await changeOf('plan-1m')).toBeNull()
    const second = await buy('plan-3m', due)

    expect(shop.charged(second)).toMatchObject([{ amount: { value: due, currency: 'EUR' } }])
    expect(await attempt(second)).toMatchObject({
      amount_minor: due,
      credit_minor: credit,
      change_of: before.id,
      replaced_by: null,
    })
    expect(await attempt(first)).toMatchObject({ replaced_by: second, credited_minor: credit, amount_minor: 2490 })
    const state = await shop.stateOf(ada)
    const term = state.terms.at(-1)!
    expect(state.terms.map((one) => one.state)).toEqual(['ended', 'active'])
    expect(term).toMatchObject({ plan_id: 'plan-3m', renews: true, next_plan: null })
    // A whole period from now, without the days that were credited.
    expect(Math.round((term.period_end.getTime() - shop.clock.now().getTime()) / day)).toBeLessThanOrEqual(92)
    expect(term.period_end).toEqual((await termOfAttempt(second)).end)
    expect(state.level_until).toEqual(term.period_end)
    const receipt = state.emails.at(-1)!
    expect(receipt).toMatchObject({
      kind: 'receipt',
      props: { total: amount(due), price: '49.80', credit: amount(credit), renews: true },
    })
    const invoices = await shop.db
      .selectFrom('invoices')
      .select(['attempt_id', 'total_minor', 'vat_minor'])
      .where('member_id', '=', ada.memberId)
      .orderBy('number')
      .execute()
    expect(invoices).toEqual([
      { attempt_id: first, total_minor: 2490, vat_minor: Math.round((2490 * 22) / 122) },
      { attempt_id: second, total_minor: due, vat_minor: Math.round((due * 22) / 122) },
    ])

    at(term.notice_due_at!, 60_000)
    await shop.renew()
    await shop.mailOut()
    at(term.period_end, 60_000)
    await shop.renew()
    expect((await attempts()).at(-1)).toMatchObject({
      renewal_of: term.id,
      amount_minor: 4980,
      credit_minor: 0,
      state: 'authorised',
    })
  })

  test('credits the days of a suspension, which were not used, while it lasts and afterwards', async () => {
    const first = await buy('plan-3m')
    const term = await termOfAttempt(first)
    after(10.5)
    await suspend(shop, ada, 30)
    after(20.5)
    expect((await changeOf('plan-6m'))?.credit).toBe(amount(unused(4980, term, 10)))
    after(41.5)
    const credit = unused(4980, term, 11)
    expect((await changeOf('plan-6m'))?.credit).toBe(amount(credit))
    // As the job does at its end: nothing is sold to an account that is not open.
    await shop.db.updateTable('members').set({ state: 'active' }).where('id', '=', ada.memberId).execute()
    const second = await buy('plan-6m', 8340 - credit)
    expect(await attempt(first)).toMatchObject({ replaced_by: second, credited_minor: credit })
  })

  test('ordered before a suspension and paid after it has the credit of its own day', async () => {
    at(new Date('2027-03-10T12:00:00Z'))
    const first = await buy('plan-3m')
    const term = await termOfAttempt(first)
    at(new Date('2027-03-20T13:00:00Z'))
    const credit = unused(4980, term, 10)
    const slow = await order('plan-6m', 8340 - credit, {}, slowBank)
    expect(slow.body.message).toBe('pending')
    // Two days and the change of the clocks later, before the bank has decided.
    at(new Date('2027-03-28T09:00:00Z'))
    await suspend(shop, ada, 3)
    at(new Date('2027-03-31T10:00:00Z'))
    await shop.db.updateTable('members').set({ state: 'active' }).where('id', '=', ada.memberId).execute()
    await vi.waitFor(() => expect(shop.hooksOf(slow.body.reference)).not.toEqual([]))
    await deliver(slow.body.reference)
    expect(await attempt(slow.body.reference)).toMatchObject({ flagged: null, granted_at: expect.any(Date) })
    expect(await attempt(first)).toMatchObject({ replaced_by: slow.body.reference, credited_minor: credit })
  })

  test('ordered before a suspension grants nothing if what it credits was refunded in part since', async () => {
    const first = await buy('plan-3m')
    after(10.5)
    const credit = unused(4980, await termOfAttempt(first), 10)
    const slow = await order('plan-6m', 8340 - credit, {}, slowBank)
    after(12.5)
    await refundPayment(shop.deps, { attemptId: first, amountMinor: 100, madeBy: 'test', reason: 'a test' })
    await suspend(shop, ada, 3)
    after(16)
    await shop.db.updateTable('members').set({ state: 'active' }).where('id', '=', ada.memberId).execute()
    await vi.waitFor(() => expect(shop.hooksOf(slow.body.reference)).not.toEqual([]))
    await deliver(slow.body.reference)
    expect(await attempt(slow.body.reference)).toMatchObject({ flagged: 'credit_gone', granted_at: null })
  })

  test('costs what is unused less on each whole day, and what was offered a day ago is refused', async () => {
    const first = await buy('plan-1m')
    const term = await termOfAttempt(first)
    const dueAfter = (days: number) => 4980 - unused(2490, term, days)
    at(term.start, day - 1000)
    expect((await changeOf('plan-3m'))?.due).toBe(amount(dueAfter(0)))
    at(term.start, day + 1000)
    expect((await changeOf('plan-3m'))?.due).toBe(amount(dueAfter(1)))
    for (const wrong of [dueAfter(0), dueAfter(2), 4980, 1])
      expect(await order('plan-3m', wrong)).toMatchObject({ status: 409, body: { code: 'price_changed' } })
    expect(await attempts()).toHaveLength(1)
    expect((await order('plan-3m', dueAfter(1))).body.message).toBe('success')
  })

  test('a smaller one cannot be ordered meanwhile, the same one is appended', async () => {
    await buy('plan-3m')
    const { period_end: end, started_at: first } = await termOf()
    expect(await changeOf('plan-1m')).toMatchObject({ when: 'renewal', startsAt: end.toISOString() })
    expect(await order('plan-1m', 2490)).toMatchObject({ status: 409, body: { code: 'change_at_renewal' } })
    await buy('plan-3m')
    // Its days are those of the contract's first.
    expect((await termOf()).anchored_at).toEqual(first)
    // Two of three months leave nothing to pay for six.
    expect(await changeOf('plan-6m')).toBeNull()
  })

  test('credits what was credited before, but no refund, and nothing that is contested', async () => {
    const first = await buy('plan-1m')
    const second = await buy('plan-3m', 2490)
    expect((await changeOf('plan-6m'))?.credit).toBe('49.80')
    await deliver(second)
    await refundPayment(shop.deps, { attemptId: second, amountMinor: 490, madeBy: 'test', reason: 'a test' })
    // Requested, not yet done.
    expect((await changeOf('plan-6m'))?.credit).toBe('44.90')
    for (const [state, credit] of [
      ['refused', '49.80'],
      ['failed', '49.80'],
      ['refunded', '44.90'],
      ['accepted', '44.90'],
    ] as const) {
      await shop.db.updateTable('refunds').set({ state }).where('attempt_id', '=', second).execute()
      expect([state, (await changeOf('plan-6m'))?.credit]).toEqual([state, credit])
    }
    await refundPayment(shop.deps, { attemptId: first, amountMinor: 1000, madeBy: 'test', reason: 'a test' })
    expect((await changeOf('plan-6m'))?.credit).toBe('34.90')
    await shop.db.updateTable('payment_attempts').set({ state: 'disputed' }).where('id', '=', first).execute()
    expect(await changeOf('plan-6m')).toBeNull()
  })

  test('credits what was credited twice, but no refund of the first payment, and nothing while that is contested', async () => {
    const first = await buy('plan-1m')
    await buy('plan-3m', 2490)
    const third = await buy('plan-6m', 8340 - 4980)
    const credited = async () => {
      const given = { memberId: ada.memberId, currency: 'EUR', at: shop.clock.now() }
      return (await unusedPayments(shop.db, given))?.map(({ attempt: { id }, creditMinor }) => [id, creditMinor])
    }
    expect(await credited()).toEqual([[third, 8340]])
    await refundPayment(shop.deps, { attemptId: first, amountMinor: 1000, madeBy: 'test', reason: 'a test' })
    expect(await credited()).toEqual([[third, 7340]])
    const uncertain = ['disputed', 'lost', 'failed', 'cancelled', 'expired'].map((state) => ({ state }))
    for (const changes of [...uncertain, { state: 'captured', flagged: 'second_payment' }]) {
      await shop.db.updateTable('payment_attempts').set(changes).where('id', '=', first).execute()
      expect(await credited()).toBeUndefined()
    }
  })

  test('credits nothing of a payment that was withdrawn from', async () => {
    const first = await buy('plan-1m')
    await buy('plan-1m')
    after(10)
    expect((await withdraw(first)).status).toBe(200)
    // Nor is the third of it that was used.
    expect((await changeOf('plan-6m'))?.credit).toBe('24.90')
  })

  test('is possible for a cancelled plan, not in its grace period, nor from one that does not renew', async () => {
    await buy('plan-1m')
    await shop.call(ada, routes.unsubUser.path, { clickid: ada.clickid })
    expect(await changeOf('plan-3m')).toMatchObject({ when: 'now', credit: '24.90' })
    const { id } = await termOf()
    const set = (changes: object) => shop.db.updateTable('subscriptions').set(changes).where('id', '=', id).execute()
    await set({ renews: false })
    expect(await changeOf('plan-3m')).toBeNull()
    await set({ renews: true, state: 'past_due' })
    expect(await changeOf('plan-3m')).toBeNull()
    await set({ state: 'active', period_end: shop.clock.now() })
    expect(await changeOf('plan-3m')).toBeNull()
  })

  test('ordered twice at once is charged once', async () => {
    await buy('plan-1m')
    const replies = await Promise.all([order('plan-3m', 2490), order('plan-6m', 5850), order('plan-3m', 2490)])
    expect(replies.filter(({ body }) => body.message === 'success')).toHaveLength(1)
    expect(replies.filter(({ body }) => ['order_open', 'price_changed'].includes(body.code ?? ''))).toHaveLength(2)
    expect((await attempts()).filter(({ credit_minor: credit }) => credit > 0)).toHaveLength(1)
  })

  test('that is declined changes nothing, and one left at the bank is replaced by the next', async () => {
    const first = await buy('plan-1m')
    const before = await termOf()
    expect((await order('plan-3m', 2490, {}, declined)).body.status).toBe('ko')
    const left = (await order('plan-3m', 2490, {}, asking3ds)).body.reference
    expect(await attempt(left)).toMatchObject({ state: 'requires_action', credit_minor: 2490 })
    expect([await termOf(), await attempt(first)]).toMatchObject([before, { replaced_by: null }])
    // A pack changes no plan: the order at the bank may still be paid.
    expect((await shop.pay(ada, 'messages-60', good)).body.status).toBe('ok')
    expect(await attempt(left)).toMatchObject({ state: 'requires_action' })
    expect((await order('plan-6m', 5850)).body.code).toBe('order_open')
    expect((await order('plan-6m', 5850, { replaces: left })).body.message).toBe('success')
    expect(await attempt(left)).toMatchObject({ state: 'cancelled', granted_at: null })
    expect(await attempt(first)).toMatchObject({ credited_minor: 2490 })
  })

  test('under way holds back the renewal, and a renewal under way holds it back', async () => {
    await buy('plan-1m')
    const term = await termOf()
    await shop.renew()
    await shop.mailOut()
    at(term.period_end, -60_000)
    const { due } = (await changeOf('plan-3m'))!
    const asked = await shop.pay(ada, 'plan-3m', asking3ds, { prezzo_totale: due })
    at(term.period_end, 60_000)
    await shop.renew()
    expect(await attempts()).toHaveLength(2)
    const redirectResult = await shop.answerBank(asked.body.redirect!.url, 'approve')
    await shop.status(ada, { reference: asked.body.reference, redirectResult })
    expect(await termOf()).toMatchObject({ plan_id: 'plan-3m', state: 'active' })
    expect((await attempts()).filter(({ renewal_of: of }) => of !== null)).toEqual([])

    const [, second] = await attempts()
    await shop.db
      .insertInto('payment_attempts')
      .values({
        ...second!,
        id: crypto.randomUUID(),
        order_key: crypto.randomUUID(),
        plan: JSON.stringify(second!.plan),
        accepts: JSON.stringify(second!.accepts),
        action: null,
        state: 'processing',
        check_at: shop.clock.now(),
        granted_at: null,
        change_of: null,
        credit_minor: 0,
        provider_ref: null,
        renewal_of: (await termOf()).id,
        renewal_from: (await termOf()).period_end,
      })
      .execute()
    const { due: nextDue } = (await changeOf('plan-6m'))!
    expect(await shop.pay(ada, 'plan-6m', good, { prezzo_totale: nextDue })).toMatchObject({
      status: 409,
      body: { code: 'order_open' },
    })
  })

  test('or an order of the same plan under way holds back the renewal, unless it was left for an hour', async () => {
    await buy('plan-1m')
    const term = await termOf()
    await shop.renew()
    await shop.mailOut()
    at(term.period_end, -60_000)
    const again = await shop.pay(ada, 'plan-1m', asking3ds)
    expect(again.body.threeDS).toBe(true)
    at(term.period_end, 60_000)
    await shop.renew()
    expect(await attempts()).toHaveLength(2)
    at(term.period_end, 60 * 60_000)
    await shop.renew()
    expect((await attempts()).map(({ state, renewal_of: of }) => [state, of !== null])).toEqual([
      ['authorised', false],
      ['cancelled', false],
      ['authorised', true],
    ])
    // Approved after all, it is not charged beside the renewal.
    const redirectResult = await shop.answerBank(again.body.redirect!.url, 'approve')
    await shop.status(ada, { reference: again.body.reference, redirectResult })
    expect((await attempt(again.body.reference)).granted_at).toBeNull()
    expect(shop.charged(again.body.reference).filter(({ result }) => result === 'Authorised')).toEqual([])
  })

  test('paid after what it credits was withdrawn from grants nothing and waits for a person', async () => {
    const first = await buy('plan-1m')
    const asked = await order('plan-3m', 2490, {}, asking3ds)
    expect((await withdraw(first)).status).toBe(200)
    const redirectResult = await shop.answerBank(asked.body.redirect!.url, 'approve')
    await shop.status(ada, { reference: asked.body.reference, redirectResult })
    expect(await attempt(asked.body.reference)).toMatchObject({
      granted_at: null,
      flagged: 'credit_gone',
      provider_ref: expect.any(String),
    })
    expect(await shop.stateOf(ada)).toMatchObject({ level: 0, terms: [{ state: 'ended' }] })
  })
})

describe('after a change', () => {
  test('a withdrawal refunds what was paid for it, and the plan before runs again without renewal', async () => {
    const first = await buy('plan-1m')
    const { start, end } = await termOfAttempt(first)
    at(start, 10 * day + 60_000)
    const credit = unused(2490, { start, end }, 10)
    const second = await buy('plan-3m', 4980 - credit)
    const changedAt = (await attempt(second)).granted_at!
    const restored = new Date(shop.clock.now().getTime() + end.getTime() - changedAt.getTime())
    const [offer, ...others] = await withdrawable()
    // The first is credited, so that only the second can be withdrawn from.
    expect(others).toEqual([])
    expect(offer).toMatchObject({ reference: second, refund: amount(4980 - credit), endsPlan: true })
    expect(Math.abs(Date.parse(offer.restoredUntil) - restored.getTime())).toBeLessThan(10_000)
    expect((await withdraw(first)).body).toMatchObject({ code: 'nothing_to_withdraw' })
    expect((await withdraw(second)).body).toMatchObject({ refund: amount(4980 - credit), premiumLevel: 2 })

    const term = await termOf()
    expect(term).toMatchObject({ state: 'cancelled', renews: false, plan_id: 'plan-1m' })
    expect(Math.abs(term.period_end.getTime() - restored.getTime())).toBeLessThan(10_000)
    expect(await attempt(first)).toMatchObject({ replaced_by: null, credited_minor: null, term_end: term.period_end })
    expect((await shop.stateOf(ada)).emails.at(-1)).toMatchObject({
      kind: 'withdrawal',
      props: { restoredUntil: term.period_end.toISOString() },
    })
    // What is left of the first is its own again, at its own price.
    expect(await withdrawable()).toMatchObject([{ reference: first, refund: amount(credit), restoredUntil: null }])
    expect((await withdraw(first)).body).toMatchObject({ refund: amount(credit), premiumLevel: 0 })
  })

  test('a withdrawal restores each of two payments that were credited, the second after the first', async () => {
    const [first, second] = [await buy('plan-1m'), await buy('plan-1m')]
    const [one, two] = [await termOfAttempt(first), await termOfAttempt(second)]
    at(one.start, 5 * day + 60_000)
    const { due, credit } = (await changeOf('plan-6m'))!
    expect(credit).toBe(amount(unused(2490, one, 5) + 2490))
    const third = await buy('plan-6m', Math.round(Number(due) * 100))
    const changedAt = (await attempt(third)).granted_at!.getTime()
    expect((await withdraw(third)).status).toBe(200)
    const near = (time: Date | null, ms: number) => expect(Math.abs(time!.getTime() - ms)).toBeLessThan(10_000)
    const [restored, later] = [await attempt(first), await attempt(second)]
    const left = one.end.getTime() - changedAt
    near(restored.term_resumes_at, changedAt)
    near(restored.term_end, changedAt + left)
    expect(later.term_resumes_at).toEqual(restored.term_end)
    near(later.term_end, changedAt + left + two.end.getTime() - two.start.getTime())
    expect([restored.replaced_by, later.replaced_by]).toEqual([null, null])
    expect((await termOf()).period_end).toEqual(later.term_end)
    // Of the second no day is used before it runs on, whatever is used of the first.
    const refunds = (await withdrawable()).map(({ reference, refund }: { reference: string; refund: string }) => [
      reference,
      refund,
    ])
    expect(refunds).toEqual([
      [second, '24.90'],
      [first, amount(unused(2490, one, 5))],
    ])
  })

  test.each(['the later order', 'the change'])(
    'bought again and withdrawn from, %s first: the plan that runs last gives its name',
    async (one) => {
      const first = await buy('plan-1m')
      const { start, end } = await termOfAttempt(first)
      const second = await buy('plan-3m', 2490)
      const third = await buy('plan-3m')
      const isLaterFirst = one === 'the later order'
      expect((await withdraw(isLaterFirst ? third : second)).status).toBe(200)
      expect(await termOf()).toMatchObject({
        plan_id: 'plan-3m',
        ...(isLaterFirst ? { state: 'cancelled', renews: false } : { state: 'active', renews: true }),
      })
      expect((await withdraw(isLaterFirst ? second : third)).status).toBe(200)
      const term = await termOf()
      expect(term).toMatchObject({ plan_id: 'plan-1m', plan: { id: 'plan-1m' }, state: 'cancelled', renews: false })
      const left = term.period_end.getTime() - shop.clock.now().getTime()
      expect(Math.abs(left - (end.getTime() - start.getTime()))).toBeLessThan(20_000)
      expect(await shop.stateOf(ada)).toMatchObject({ level: 2, level_until: term.period_end })
      expect(await attempt(first)).toMatchObject({ replaced_by: null, credited_minor: null })
    },
  )

  test('in any order of events, what is paid is what was bought, and nothing is credited twice', async () => {
    const step = fc.oneof(
      fc.record({
        do: fc.constantFrom('buy', 'leave' as const),
        plan: fc.constantFrom<Plan>('plan-1m', 'plan-3m', 'plan-6m'),
      }),
      fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 0, max: 20 }) }),
      fc.record({ do: fc.constant('withdraw' as const), which: fc.nat({ max: 2 }) }),
      fc.record({ do: fc.constant('cancel' as const) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 5 }), async (steps) => {
        shop.clock.offsetMs = 0
        ada = await shop.customer()
        for (const one of steps) {
          if (one.do === 'wait') shop.clock.offsetMs += one.days * day
          if (one.do === 'cancel') await shop.call(ada, routes.unsubUser.path, { clickid: ada.clickid })
          if (one.do === 'withdraw') {
            const offered = await withdrawable()
            const chosen = offered[one.which % Math.max(1, offered.length)]
            if (chosen) expect((await withdraw(chosen.reference)).body).toMatchObject({ refund: chosen.refund })
          }
          if (one.do === 'buy' || one.do === 'leave') {
            const change = await changeOf(one.plan)
            const due = change?.when === 'now' ? change.due : amount(price[one.plan])
            const pay = (replaces?: string) =>
              shop.pay(ada, one.plan, one.do === 'buy' ? good : asking3ds, { prezzo_totale: due, replaces })
            let said = await pay()
            // One that was left at the bank is replaced.
            if (said.body.code === 'order_open') said = await pay(said.body.order?.reference)
            expect(said.status === 200 || said.body.code === 'change_at_renewal' || said.status === 429).toBe(true)
          }
          const all = (await attempts()).filter(({ granted_at: granted }) => granted !== null)
          for (const { id, plan_id: plan, amount_minor: paid, credit_minor: credit, renewal_of: of } of all) {
            expect(paid + credit).toBe(of === null ? price[plan as Plan] : paid)
            // Credited once, and never more than it cost.
            const from = all.filter(({ replaced_by: to }) => to === id)
            const sum = from.reduce((total, { credited_minor: minor }) => total + (minor ?? 0), 0)
            expect([0, credit]).toContain(sum)
            for (const { amount_minor: own, credit_minor: theirs, credited_minor: minor } of from)
              expect(minor).toBeLessThanOrEqual(own + theirs)
            expect(shop.charged(id)).toMatchObject([{ amount: { value: paid } }])
          }
          // The running time is that of the payments which are neither credited nor withdrawn from.
          const now = shop.clock.now().getTime()
          const left = all
            .filter(({ replaced_by: to, withdrawn_at: withdrawn }) => to === null && withdrawn === null)
            .reduce(
              (sum, { term_start: start, term_end: end }) =>
                sum + Math.max(0, end!.getTime() - Math.max(now, start!.getTime())),
              0,
            )
          const term = (await shop.stateOf(ada)).terms.find(({ state }) => state !== 'ended')
          const running = term ? Math.max(0, term.period_end.getTime() - now) : 0
          expect(Math.abs(left - running)).toBeLessThan(60_000)
        }
      }),
      { numRuns: 3 },
    )
  })
})
