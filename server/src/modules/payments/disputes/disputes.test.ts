import { routes } from '@incontro/contract'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { runPayments } from '#commands/payments.ts'
import { move } from '#modules/credits/index.ts'
import { openShop, type Customer, type Shop } from '../testing/shop.ts'
import { attemptOf } from '../attempts/attempts.ts'
import { heldUpTo } from '../withdrawals/lots.ts'

const good = '4111111111111111'
const day = 86_400_000
const pack = 'messages-60'

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

type Reported = 'open' | 'won' | 'lost'
const states = { open: 'processing', won: 'captured', lost: 'failed' } as const
let events = 0

/** Reports a dispute under a new event id. */
async function report(reference: string, what: Reported): Promise<void> {
  const { provider_ref: providerRef } = await shop.db
    .selectFrom('payment_attempts')
    .select('provider_ref')
    .where('id', '=', reference)
    .executeTakeFirstOrThrow()
  const eventId = `dispute-${(events += 1)}`
  const state = { state: states[what], providerRef, amount: null, reference, code: null, action: null, token: null }
  const body = { eventId, kind: 'dispute', state, refundRef: null, occurredAt: shop.clock.now().toISOString() }
  await shop.db
    .insertInto('payment_webhooks')
    .values({ connection: 'adyen', event_id: eventId, body: JSON.stringify(body), received_at: shop.clock.now() })
    .execute()
  await shop.work()
}
const buy = async (plan = pack, member = ada) => {
  const { body } = await shop.pay(member, plan, good)
  expect(body.status).toBe('ok')
  return body.reference
}
const spend = (amount: number, member = ada) =>
  shop.db.transaction().execute((tx) =>
    move(tx, {
      memberId: member.memberId,
      brandId: 'battito',
      account: 'messages',
      house: 'spent',
      amount: -amount,
      key: `spent:${(events += 1)}`,
      at: shop.clock.now(),
    }),
  )
/** The member's emails about disputes. */
const emailed = async () =>
  (await shop.stateOf(ada)).emails
    .filter(({ kind }) => kind === 'payment-disputed')
    .map(({ props }) => (props as { outcome: string }).outcome)
const messages = async (member = ada) => (await shop.stateOf(member)).balances.messages
const dispute = (reference: string) =>
  shop.db.selectFrom('disputes').selectAll().where('attempt_id', '=', reference).executeTakeFirst()
const command = async (...args: string[]) =>
  (await runPayments(args, { ...shop.deps, brandKeys: ['battito', 'vicino'], user: 'grace' })).lines.join('\n')
const sold = 600
/** Three free messages become thirty credits at level 1. */
const gift = 30

describe('a dispute of a pack', () => {
  test('revokes what is unspent and the level, and restores both when it is won', async () => {
    const reference = await buy()
    expect(await messages()).toBe(sold + gift)
    await spend(130)
    shop.pushed.length = 0
    await report(reference, 'open')
    expect(await shop.stateOf(ada)).toMatchObject({ level: 0, balances: { messages: 0 } })
    expect(await dispute(reference)).toMatchObject({ state: 'open', credits: 500, used_minor: 198 })
    expect(shop.pushed.map(({ event }) => event)).toContain('creditiResidui')
    await report(reference, 'won')
    expect(await shop.stateOf(ada)).toMatchObject({
      level: 1,
      balances: { messages: 500 },
      attempts: [{ flagged: null }],
    })
    expect(await emailed()).toEqual(['open', 'won'])
  })

  test('that is lost leaves a claim for what was spent, which finance sees and resolves', async () => {
    const reference = await buy()
    await spend(330)
    await report(reference, 'open')
    await report(reference, 'lost')
    expect(await messages()).toBe(0)
    expect(await dispute(reference)).toMatchObject({ state: 'lost', credits: 300, used_minor: 595 })
    expect(await command('list', '--brand', 'battito')).toMatch(
      new RegExp(`${reference}.*dispute lost, used for 5.95 EUR`),
    )
    // Another brand's finance sees neither this claim nor the open dispute.
    const open = await buy('messages-60', await shop.customer())
    await report(open, 'open')
    expect(await command('list', '--brand', 'battito')).toContain(`${open}  `)
    for (const id of [reference, open]) expect(await command('list', '--brand', 'vicino')).not.toContain(id)
    expect(await command('resolve', '--id', open, '--reason', 'too early')).toContain('nothing to resolve')
    expect(await command('resolve', '--id', reference, '--reason', 'written off')).toContain('is resolved')
    expect(await command('list', '--brand', 'battito')).not.toContain(reference)
    expect(await command('show', '--id', reference)).toContain('claim resolved by command:grace: written off')
  })

  test('that leaves a claim on a payment that is flagged too takes two decisions', async () => {
    const reference = await buy()
    await spend(330)
    await report(reference, 'lost')
    await shop.db
      .updateTable('payment_attempts')
      .set({ flagged: 'refund_failed', flagged_at: shop.clock.now() })
      .where('id', '=', reference)
      .execute()
    const listed = () => command('list', '--brand', 'battito')
    expect(await command('resolve', '--id', reference, '--reason', 'paid by transfer')).toContain('is resolved')
    expect(await listed()).toMatch(new RegExp(`${reference}.*dispute lost, used for 5.95 EUR`))
    expect(await listed()).not.toContain('refund_failed')
    expect(await command('resolve', '--id', reference, '--reason', 'written off')).toContain('is resolved')
    expect(await listed()).not.toContain(reference)
    expect(await command('show', '--id', reference)).toMatch(
      /refund_failed resolved by command:grace: paid by transfer[^]*claim resolved by command:grace: written off/,
    )
    expect(await command('resolve', '--id', reference, '--reason', 'again')).toContain('nothing to resolve')
  })

  test('counts once, however often and in whatever order it is reported', async () => {
    const reference = await buy()
    await report(reference, 'lost')
    for (const late of ['open', 'lost', 'open'] as const) await report(reference, late)
    expect(await dispute(reference)).toMatchObject({ state: 'lost', credits: sold, used_minor: 0 })
    expect(await emailed()).toEqual(['lost'])
    // Nothing had been used: nothing to claim.
    expect(await command('list', '--brand', 'battito')).not.toContain(reference)
    // The free messages stay: as many as before the purchase.
    expect(await shop.stateOf(ada)).toMatchObject({
      level: 0,
      balances: { messages: 3 },
      attempts: [{ flagged: null }],
    })
    const other = await buy('messages-60', (ada = await shop.customer()))
    for (const late of ['won', 'open', 'won'] as const) await report(other, late)
    expect(await shop.stateOf(ada)).toMatchObject({ level: 1, balances: { messages: sold + gift } })
    expect(await dispute(other)).toBeUndefined()
    expect(await command('list', '--brand', 'battito')).not.toContain(other)
  })

  test('counts the oldest credits as spent first, and touches no other purchase', async () => {
    const first = await buy()
    shop.clock.offsetMs = 1000
    const second = await buy()
    await spend(gift + 400)
    await report(first, 'open')
    expect(await dispute(first)).toMatchObject({ credits: 200 })
    expect(await shop.stateOf(ada)).toMatchObject({ level: 1, balances: { messages: sold } })
    await report(second, 'open')
    expect(await dispute(second)).toMatchObject({ credits: sold, used_minor: 0 })
    expect(await messages()).toBe(0)
    await report(first, 'won')
    await report(second, 'won')
    expect(await messages()).toBe(200 + sold)
  })

  test('counts later purchases as unspent, unless their credits were revoked or are held back', async () => {
    const [reference, later] = [await buy(), await buy()]
    const attempt = (await attemptOf(shop.db, reference)) ?? expect.fail('no order')
    const set = (values: object) =>
      shop.db.updateTable('payment_attempts').set(values).where('id', '=', later).execute()
    await set({ granted_at: new Date(attempt.granted_at!.getTime() + 1) })
    for (const [state, held] of [
      ['captured', 1000 - attempt.plan.credits],
      ['disputed', 1000],
      ['lost', 1000],
      ['failed', 1000],
      ['cancelled', 1000],
      ['expired', 1000],
    ] as const) {
      await set({ state })
      expect([state, await heldUpTo(shop.db, attempt, 1000)]).toEqual([state, held])
    }
    await set({ state: 'captured' })
  })

  test('claims nothing that was refunded before, or is being refunded', async () => {
    const reference = await buy()
    await spend(330)
    await shop.db.updateTable('payment_attempts').set({ refunded_minor: 400 }).where('id', '=', reference).execute()
    await report(reference, 'lost')
    // Half of 11.90 was used, of which four were refunded.
    expect(await dispute(reference)).toMatchObject({ credits: 300, used_minor: 195 })
    // The email names the order by what was paid for it.
    expect((await shop.stateOf(ada)).emails.at(-1)?.props).toMatchObject({ order: reference, total: '11.90' })
    const whole = await buy('messages-60', (ada = await shop.customer()))
    await spend(330)
    await shop.db.updateTable('payment_attempts').set({ refunded_minor: 1000 }).where('id', '=', whole).execute()
    await report(whole, 'lost')
    expect(await dispute(whole)).toMatchObject({ credits: 300, used_minor: 0 })
    const asked = await buy('messages-60', (ada = await shop.customer()))
    await spend(330)
    await command('refund', '--id', asked, '--amount', '4.00', '--reason', 'a courtesy')
    await report(asked, 'lost')
    expect(await dispute(asked)).toMatchObject({ credits: 300, used_minor: 195 })
  })

  test('is closed when the money was refunded meanwhile, and claims nothing', async () => {
    const reference = await buy()
    await spend(330)
    await report(reference, 'open')
    expect(await command('refund', '--id', reference, '--amount', '11.90', '--reason', 'to end it')).toContain(
      'requests the refund',
    )
    await shop.sweep()
    const { id } = await shop.db
      .selectFrom('refunds')
      .select('id')
      .where('attempt_id', '=', reference)
      .executeTakeFirstOrThrow()
    await vi.waitFor(() => expect(shop.hooksOf(id)).toHaveLength(1), 10_000)
    for (const hook of shop.hooksOf(id)) await shop.deliver(hook)
    await shop.work()
    expect((await dispute(reference))?.state).toBe('refunded')
    expect(await messages()).toBe(0)
    expect(await command('list', '--brand', 'battito')).not.toContain(reference)
  })
})

describe('a dispute of a plan', () => {
  test('ends its level and renewal; when won, the lost time runs on without renewal', async () => {
    const reference = await buy('plan-1m')
    shop.clock.offsetMs = 10 * day
    const before = (await shop.stateOf(ada)).terms[0]!
    await report(reference, 'open')
    expect(await shop.stateOf(ada)).toMatchObject({ level: 0, terms: [{ state: 'ended', renews: false }] })
    const left = before.period_end.getTime() - shop.clock.now().getTime()
    expect(Number((await dispute(reference))?.unused_ms) / day).toBeCloseTo(left / day, 2)
    shop.clock.offsetMs = 40 * day
    await report(reference, 'won')
    const { level, level_until: until, terms } = await shop.stateOf(ada)
    expect(level).toBe(2)
    expect(terms).toMatchObject([{ state: 'cancelled', renews: false }])
    expect(((until?.getTime() ?? 0) - shop.clock.now().getTime()) / day).toBeCloseTo(left / day, 2)
    shop.clock.offsetMs = 90 * day
    await shop.renew()
    expect(await shop.stateOf(ada)).toMatchObject({ level: 1, terms: [{ state: 'ended' }], attempts: [{}] })
  })

  test('ends an announced change to a smaller plan, too', async () => {
    const reference = await buy('plan-3m')
    const { clickid } = ada
    const smaller = { rateplan: 'plan-1m', prezzo_totale: '24.90', currency: 'EUR', accepts: { renewal: true } }
    expect(await shop.call(ada, routes.changePlan.path, { clickid, ...smaller })).toMatchObject({ status: 200 })
    await report(reference, 'open')
    await report(reference, 'won')
    const { body } = await shop.call(ada, routes.payRules.path, { clickid })
    expect(body).toMatchObject({ subscription: { product_id: 'plan-3m', renewsAt: null, next: null } })
  })

  test('ends its renewals also after its own period was used up, so that the card is not charged again', async () => {
    const charged = async () => (await shop.stateOf(ada)).attempts.length
    const reference = await buy('plan-1m')
    await shop.renew()
    await shop.mailOut()
    shop.clock.offsetMs = 32 * day
    await shop.renew()
    await shop.mailOut()
    expect(await charged()).toBe(2)
    shop.clock.offsetMs = 40 * day
    await report(reference, 'open')
    const { level, level_until: until, terms } = await shop.stateOf(ada)
    // What the renewal paid runs on.
    expect([level, until]).toEqual([2, terms[0]?.period_end])
    expect(await dispute(reference)).toMatchObject({ unused_ms: 0, used_minor: 2490 })
    const { body } = await shop.call(ada, routes.payRules.path, { clickid: ada.clickid })
    expect(body).toMatchObject({ subscription: { product_id: 'plan-1m', renewsAt: null } })
    expect(await shop.call(ada, routes.resumeUser.path, { clickid: ada.clickid })).toMatchObject({ status: 409 })
    shop.clock.offsetMs = 64 * day
    await shop.renew()
    expect(await charged()).toBe(2)
    expect(await shop.stateOf(ada)).toMatchObject({ level: 1, terms: [{ state: 'ended', renews: false }] })
  })

  test('ends the grace period of a renewal that was declined', async () => {
    const reference = await buy('plan-1m')
    const { clickid } = ada
    await shop.renew()
    await shop.mailOut()
    await shop.db
      .updateTable('card_tokens')
      .set({ removed_at: shop.clock.now() })
      .where('member_id', '=', ada.memberId)
      .execute()
    shop.clock.offsetMs = 32 * day
    await shop.renew()
    expect(await shop.stateOf(ada)).toMatchObject({ level: 2, terms: [{ state: 'past_due' }] })
    await report(reference, 'open')
    await shop.renew()
    expect(await shop.stateOf(ada)).toMatchObject({ level: 1, terms: [{ state: 'ended', renews: false }] })
    expect(await shop.call(ada, routes.payRules.path, { clickid })).toMatchObject({ body: { subscription: null } })
  })

  test('won after its period was used up restores the level of bought credits, and no plan', async () => {
    const reference = await buy('plan-1m')
    await shop.call(ada, '/pay/unsubUser', { clickid: ada.clickid })
    shop.clock.offsetMs = 40 * day
    await shop.renew()
    expect(await shop.stateOf(ada)).toMatchObject({ level: 1, terms: [{ state: 'ended' }] })
    await report(reference, 'open')
    expect(await dispute(reference)).toMatchObject({ unused_ms: 0, used_minor: 2490 })
    await report(reference, 'won')
    expect(await shop.stateOf(ada)).toMatchObject({ level: 1, level_until: null, terms: [{ state: 'ended' }] })
  })

  test('that is won gives its time back after what was bought meanwhile, and no order loses any', async () => {
    const length = async (id: string) => {
      const { term_start: from, term_end: until } = (await attemptOf(shop.db, id))!
      return until!.getTime() - from!.getTime()
    }
    const first = await buy('plan-1m')
    shop.clock.offsetMs = 10 * day
    await report(first, 'open')
    const left = Number((await dispute(first))?.unused_ms)
    shop.clock.offsetMs = 12 * day
    const meanwhile = await buy('plan-1m')
    const bought = (await attemptOf(shop.db, meanwhile))!
    shop.clock.offsetMs = 15 * day
    await report(first, 'won')
    expect(await attemptOf(shop.db, meanwhile)).toEqual(bought)
    const end = new Date(bought.term_end!.getTime() + left)
    const length0 = await length(first)
    expect(await attemptOf(shop.db, first)).toMatchObject({
      term_start: new Date(end.getTime() - length0),
      term_end: end,
      term_resumes_at: bought.term_end,
    })
    expect((await shop.stateOf(ada)).terms.at(-1)).toMatchObject({ period_end: end })
    // What a change of plan credits: the days left of both.
    const { body } = await shop.call(ada, '/pay/pay_rules/get_pay_rules', { clickid: ada.clickid })
    const { rateplan } = body as unknown as { rateplan: { product_id: string; change: { credit: string } | null }[] }
    const unused = (days: number, ms: number) =>
      Math.ceil((2490 * (Math.round(ms / day) - days)) / Math.round(ms / day))
    const credit = unused(10, length0) + unused(3, await length(meanwhile))
    expect(rateplan.find(({ product_id: id }) => id === 'plan-6m')?.change?.credit).toBe((credit / 100).toFixed(2))
  })

  test('leaves a later plan, which starts now', async () => {
    const first = await buy('plan-1m')
    await buy('plan-1m')
    await report(first, 'open')
    const { level, terms, level_until: until } = await shop.stateOf(ada)
    expect(level).toBe(2)
    const running = terms.find(({ state }) => state === 'active')
    expect(((until?.getTime() ?? 0) - shop.clock.now().getTime()) / day).toBeLessThan(32)
    expect(running?.period_end).toEqual(until)
  })
})

describe('a dispute after a change of plan', () => {
  /** Changes from one to three months after ten days. */
  const change = async () => {
    const first = await buy('plan-1m')
    const { term_end: firstEnd } = (await attemptOf(shop.db, first))!
    shop.clock.offsetMs = 10 * day + 60_000
    const { body } = await shop.call(ada, '/pay/pay_rules/get_pay_rules', { clickid: ada.clickid })
    const plans = (body as unknown as { rateplan: { product_id: string; change: { due: string } }[] }).rateplan
    const { due } = plans.find(({ product_id: id }) => id === 'plan-3m')!.change
    const said = await shop.pay(ada, 'plan-3m', good, { prezzo_totale: due })
    const second = (await attemptOf(shop.db, said.body.reference))!
    const end = second.term_end!
    return { first, second, left: firstEnd!.getTime() - second.granted_at!.getTime(), end, now: second.granted_at! }
  }
  const term = async () => (await shop.stateOf(ada)).terms.at(-1)!
  const near = (one: Date, other: number) => expect(Math.abs(one.getTime() - other)).toBeLessThan(10_000)

  test('of the new payment leaves what was credited as time of the plan before', async () => {
    const { second, left, end, now } = await change()
    await report(second.id, 'open')
    expect(await term()).toMatchObject({ state: 'cancelled', renews: false })
    near((await term()).period_end, now.getTime() + left)
    expect(await dispute(second.id)).toMatchObject({ used_minor: 0 })
    await report(second.id, 'won')
    near((await term()).period_end, end.getTime())
  })

  test('of the payment that was credited revokes its part of the new time, and claims the days before', async () => {
    const { first, second, end, now } = await change()
    const { credit_minor: credit } = second
    await report(first, 'open')
    const remaining = (end.getTime() - now.getTime()) * (1 - credit / 4980)
    near((await term()).period_end, now.getTime() + remaining)
    expect(await term()).toMatchObject({ state: 'cancelled', renews: false })
    expect(await dispute(first)).toMatchObject({ used_minor: 2490 - credit })
    // What is bought meanwhile starts after the shortened time, and moves back with it.
    const third = await buy('plan-3m')
    const starts = async () => (await attemptOf(shop.db, third))!.term_start!
    near(await starts(), now.getTime() + remaining)
    const length = (await attemptOf(shop.db, third))!.term_end!.getTime() - (await starts()).getTime()
    await report(first, 'won')
    near(await starts(), end.getTime())
    near((await attemptOf(shop.db, third))!.term_end!, end.getTime() + length)
    near((await term()).period_end, end.getTime() + length)
    expect(await attemptOf(shop.db, second.id)).toMatchObject({ term_end: second.term_end, term_resumes_at: null })
  })

  test.each([
    ['open', 'withdrawn from'],
    ['lost', 'withdrawn from'],
    ['open', 'contested, too'],
  ] as const)(
    'of the payment that was credited (%s), and the order then %s: what was bought later stays',
    async (decided, then) => {
      const { first, second, end, now } = await change()
      const length = end.getTime() - now.getTime()
      const own = second.amount_minor / 4980
      shop.clock.offsetMs += 5 * day
      await report(first, decided)
      const third = await buy('plan-3m')
      const bought = (await attemptOf(shop.db, third))!
      shop.clock.offsetMs += 3 * day
      if (then === 'withdrawn from') {
        const { body } = await shop.call(ada, '/pay/orders/withdraw', { clickid: ada.clickid, reference: second.id })
        const share = ((length - 5 * day) * own - 3 * day) / (length * own)
        expect(
          Math.abs(Number((body as unknown as { refund: string }).refund) * 100 - second.amount_minor * share),
        ).toBeLessThan(3)
      } else await report(second.id, 'open')
      const laterMs = bought.term_end!.getTime() - bought.term_start!.getTime()
      near((await term()).period_end, shop.clock.now().getTime() + laterMs)
      const { term_start: from, term_end: until } = (await attemptOf(shop.db, third))!
      near(from!, shop.clock.now().getTime())
      near(until!, shop.clock.now().getTime() + laterMs)
    },
  )
})

test('a dispute of a withdrawn payment revokes nothing twice', async () => {
  const reference = await buy()
  await shop.call(ada, '/pay/orders/withdraw', { clickid: ada.clickid, reference })
  const before = await messages()
  await report(reference, 'open')
  expect(await messages()).toBe(before)
  expect(await dispute(reference)).toMatchObject({ credits: 0 })
})

test('in any order of events, balances are consistent and non-negative, and what is held back equals what was revoked', async () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant('buy' as const) }),
    fc.record({ do: fc.constant('spend' as const), amount: fc.integer({ min: 1, max: 700 }) }),
    fc.record({
      do: fc.constant('report' as const),
      order: fc.nat({ max: 2 }),
      what: fc.constantFrom<Reported>('open', 'won', 'lost'),
    }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async (steps) => {
      const bob = await shop.customer()
      const orders = [await buy(pack, bob)]
      for (const one of steps) {
        if (one.do === 'buy' && orders.length < 3) orders.push(await buy(pack, bob))
        if (one.do === 'spend') await spend(one.amount, bob)
        const order = one.do === 'report' ? orders[one.order] : undefined
        if (one.do === 'report' && order) await report(order, one.what)
      }
      const { balances, differences, level } = await shop.stateOf(bob)
      expect(differences).toEqual([])
      expect(balances.messages).toBeGreaterThanOrEqual(0)
      const held = await shop.db
        .selectFrom('disputes')
        .select(({ fn }) => fn.sum<string>('credits').as('credits'))
        .where('member_id', '=', bob.memberId)
        .where('state', 'in', ['open', 'lost'])
        .executeTakeFirst()
      const moved = await shop.db
        .selectFrom('ledger_transfers')
        .select(['to_account', 'amount'])
        .where('member_id', '=', bob.memberId)
        .where('idempotency_key', 'like', 'dispute%')
        .execute()
      const taken = moved.reduce(
        (sum, { to_account: to, amount }) => sum + (to === 'house:refunds' ? amount : -amount),
        0,
      )
      expect(taken).toBe(Number(held?.credits ?? 0))
      const alive = await shop.db
        .selectFrom('payment_attempts')
        .select('id')
        .where('member_id', '=', bob.memberId)
        .where('state', 'not in', ['disputed', 'lost'])
        .execute()
      expect(level).toBe(alive.length > 0 ? 1 : 0)
    }),
    { numRuns: 8 },
  )
})
