import { addDays, dayIn, endOfDay } from '#modules/calendar/index.ts'
import { routes } from '@incontro/contract'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cancelSubscription } from '#modules/subscriptions/index.ts'
import type { ChargeRequest, PaymentProvider } from '../port.ts'
import type { Attempt } from '../attempts/attempts.ts'
import { chargeDue } from './charge-due.ts'
import { sendReminders } from './reminders.ts'
import { renewalUnpaid } from './unpaid.ts'
import { openShop, type Customer, type Shop } from '../testing/shop.ts'
import { suspend } from '../testing/suspend.ts'

const good = '4111111111111111'
const poor = '4100000000201203'
const asking = '4100000000203803'
const asksBank = '4212345678901237'
const day = 86_400_000

let shop: Shop
let ada: Customer
/** Simulated failures of the provider. */
const wire: { lose: boolean; dieBefore: boolean; beforeCharge: () => Promise<void> } = {
  lose: false,
  dieBefore: false,
  beforeCharge: async () => {},
}
/** The last charge sent to the provider. */
let asked: ChargeRequest | undefined
const fragile = (real: PaymentProvider): PaymentProvider => ({
  ...real,
  async charge(request) {
    asked = request
    await wire.beforeCharge()
    if (wire.dieBefore) throw new Error('the process died before the call')
    const reported = await real.charge(request)
    if (wire.lose) throw new Error('the process died before writing it down')
    return reported
  },
})

beforeAll(async () => {
  shop = await openShop({ provider: fragile })
})
afterAll(() => shop.close())
beforeEach(async () => {
  shop.clock.offsetMs = 0
  wire.lose = wire.dieBefore = false
  ada = await shop.customer()
})
afterEach(async () => {
  wire.lose = wire.dieBefore = false
  wire.beforeCharge = async () => {}
  const state = await shop.stateOf(ada)
  expect(state.differences).toEqual([])
  // Every renewal is paid at most once at the provider.
  const renewals = state.attempts.filter((attempt) => attempt.renewal_of !== null)
  for (const { id } of renewals) expect(shop.charged(id).length).toBeLessThanOrEqual(1)
  expect(
    new Set(renewals.filter((attempt) => attempt.granted_at).map((attempt) => attempt.renewal_from?.toISOString()))
      .size,
  ).toBe(renewals.filter((attempt) => attempt.granted_at).length)
  // Clocks of later tests must not renew terms of earlier ones.
  await shop.db
    .updateTable('subscriptions')
    .set({ state: 'ended' })
    .where('state', '<>', 'ended')
    .where('brand_id', '=', 'battito')
    .execute()
})

const at = (time: Date, ms = 0) => {
  shop.clock.offsetMs = time.getTime() + ms - Date.now()
}
const termOf = async () => (await shop.stateOf(ada)).terms.at(-1)!
const kinds = async () => (await shop.stateOf(ada)).emails.map(({ kind }) => kind)
const renewals = async () => (await shop.stateOf(ada)).attempts.filter((attempt) => attempt.renewal_of !== null)

/** Buys a plan and sends its reminder in time. */
async function announced(plan = 'plan-3m', card = good) {
  expect((await shop.pay(ada, plan, card)).body).toMatchObject({ status: 'ok', message: 'success' })
  const term = await termOf()
  at(term.notice_due_at!, 60_000)
  await shop.renew()
  await shop.mailOut()
  return term
}

describe('a renewal', () => {
  test('is announced in time, charged at the end as sold, and extends the plan', async () => {
    await shop.pay(ada, 'plan-3m', good)
    const term = await termOf()
    await shop.renew()
    expect(await kinds()).toEqual(['receipt'])
    expect(term.period_end.getTime() - term.notice_due_at!.getTime()).toBe(31 * day)

    at(term.notice_due_at!, 60_000)
    await shop.renew()
    await shop.renew()
    const state = await shop.stateOf(ada)
    expect(state.emails.map(({ kind }) => kind)).toEqual(['receipt', 'renewal-notice'])
    const written = await shop.db
      .selectFrom('system_messages')
      .selectAll()
      .where('member_id', '=', ada.memberId)
      .execute()
    expect(written).toMatchObject([
      {
        conversation: '111111',
        kind: 'renewal-notice',
        facts: { plan: { it: expect.any(String), en: expect.any(String) } },
      },
    ])
    expect(written[0]?.facts).not.toHaveProperty('link')
    expect(state.emails[1]?.props).toMatchObject({
      total: '49.80',
      currency: 'EUR',
      renewsAt: term.period_end.toISOString(),
      link: 'http://battito.localhost:4500/purchases',
    })
    expect((await termOf()).notice_sent_at).toBeInstanceOf(Date)
    await shop.mailOut()

    at(term.period_end, -60_000)
    await shop.renew()
    expect(await renewals()).toEqual([])
    at(term.period_end, 60_000)
    await Promise.all([shop.renew(), shop.renew(), shop.renew()])
    await shop.renew()
    const [paid, ...others] = await renewals()
    expect(others).toEqual([])
    expect(paid).toMatchObject({
      state: 'authorised',
      amount_minor: 4980,
      renewal_of: term.id,
      subscription_id: term.id,
      term_start: term.period_end,
      sealed_request: null,
    })
    expect(shop.charged(paid!.id)).toMatchObject([
      {
        shopperInteraction: 'ContAuth',
        recurringProcessingModel: 'Subscription',
        amount: { value: 4980, currency: 'EUR' },
      },
    ])
    const after = await termOf()
    expect(after).toMatchObject({
      id: term.id,
      state: 'active',
      period_start: term.period_end,
      notice_sent_at: null,
      tries: 0,
      grace_until: null,
    })
    expect(after.period_end).toEqual(paid!.term_end)
    expect(after.next_try_at).toEqual(after.period_end)
    expect(await shop.stateOf(ada)).toMatchObject({ level: 2, level_until: after.period_end })
    expect(await kinds()).toEqual(['receipt', 'renewal-notice', 'receipt'])
    expect((await shop.stateOf(ada)).emails.map((email) => email.to_address)).toEqual(Array(3).fill(ada.email))
    expect((await shop.stateOf(ada)).steps).toEqual(['submitting', 'authorised', 'submitting', 'authorised'])
  })

  test('is charged to its term’s card, at the price and for the site of the sale', async () => {
    const term = await announced()
    const { locale, country } = { locale: 'en', country: 'FR' }
    const region = await shop.db
      .selectFrom('geo_regions')
      .select('id')
      .where('country', '=', country)
      .limit(1)
      .executeTakeFirstOrThrow()
    await shop.db
      .updateTable('members')
      .set({ locale, country, region_id: region.id })
      .where('id', '=', ada.memberId)
      .execute()
    // A newer card that does not pay for it.
    const newer = { id: randomUUID(), token: 'newer', member_id: ada.memberId, connection: 'adyen' }
    await shop.db
      .insertInto('card_tokens')
      .values({ ...newer, card_brand: 'mc', last4: '9999', created_at: new Date() })
      .execute()
    const { token } = await shop.db
      .selectFrom('card_tokens')
      .select('token')
      .where('member_id', '=', ada.memberId)
      .where('id', '=', term.card_token_id)
      .executeTakeFirstOrThrow()
    at(term.period_end, 60_000)
    await shop.renew()
    const [attempt] = await renewals()
    const { id } = attempt!
    const site = 'http://battito.localhost:4500'
    expect(asked).toEqual({
      reference: id,
      idempotencyKey: id,
      amount: { minor: 4980, currency: 'EUR' },
      source: { method: 'stored', token, initiator: 'merchant' },
      shopper: { reference: ada.memberId, email: ada.email, locale: 'en-FR', ip: null, country },
      returnUrl: `${site}/paymentCheck/adyen?reference=${id}`,
      webhookUrl: `${site}/pay/webhooks/adyen`,
      origin: site,
      browser: null,
      descriptor: shop.flows.of('battito', '7').descriptor,
    })
    expect(attempt).toMatchObject({
      brand_id: 'battito',
      provider: 'adyen',
      connection: 'adyen',
      flow_id: term.flow_id,
      flow_version: term.flow_version,
      plan_id: 'plan-3m',
      plan: term.plan,
      card_token_id: term.card_token_id,
      locale,
      currency: 'EUR',
      site_origin: site,
      renewal_from: term.period_end,
      accepts: { renewal: false, immediateStart: false, textVersion: '' },
    })
    const after = await termOf()
    expect((await shop.stateOf(ada)).emails.at(-1)).toMatchObject({
      kind: 'receipt',
      locale,
      props: {
        order: id,
        plan: (term.plan as unknown as { name: { en: string } }).name.en,
        last4: '1111',
        periodStart: term.period_end.toISOString(),
        periodEnd: after.period_end.toISOString(),
        vatRate: 20,
      },
    })
  })

  test('is announced on the day it is due, to the millisecond, longest waiting first', async () => {
    const now = new Date('2030-01-10T10:00:00Z')
    const due = async (ms: number, changes: object = {}) => {
      const eva = await shop.customer()
      const { body } = await shop.pay(eva, 'plan-3m', good)
      const { subscription_id: id } = (await shop.stateOf(eva)).attempts.find((one) => one.id === body.reference)!
      await shop.db
        .updateTable('subscriptions')
        .set({ notice_due_at: new Date(now.getTime() + ms), period_end: new Date(now.getTime() + 9 * day), ...changes })
        .where('id', '=', id)
        .execute()
      return eva
    }
    const lateBy = [await due(-day - 1), await due(-day), await due(-1000), await due(0), await due(1)]
    const others = [
      await due(-2000, { state: 'past_due' }),
      await due(-2000, { renews: false }),
      await due(-2000, { notice_sent_at: new Date(now.getTime() - 1500) }),
      await due(-2000, { period_end: now }),
    ]
    const announce = (batch = {}) => sendReminders({ ...shop.deps, clock: () => now }, batch)
    const announcedTo = async (customers: readonly Customer[]) =>
      Promise.all(
        customers.map(
          async (one) => (await shop.stateOf(one)).emails.filter(({ kind }) => kind === 'renewal-notice').length,
        ),
      )
    await announce({ size: 1, until: 0 })
    expect(await announcedTo(lateBy)).toEqual([0, 1, 0, 0, 0])
    await announce()
    await announce()
    expect(await announcedTo(lateBy)).toEqual([0, 1, 1, 1, 0])
    expect(await announcedTo(others)).toEqual([0, 0, 0, 0])
    const sentAt = (await shop.stateOf(lateBy[3]!)).terms[0]?.notice_sent_at
    expect(sentAt).toEqual(now)
  })

  test('is charged when it is due, to the millisecond, longest waiting first', async () => {
    const [first, second] = [ada, await shop.customer()]
    await shop.pay(second, 'plan-3m', good)
    await shop.pay(first, 'plan-3m', good)
    const now = shop.clock.now()
    const setDue = (customer: Customer, ms: number) =>
      shop.db
        .updateTable('subscriptions')
        .set({ period_end: new Date(now.getTime() - 5000), next_try_at: new Date(now.getTime() + ms) })
        .where('member_id', '=', customer.memberId)
        .execute()
    const states = async () =>
      Promise.all([first, second].map(async (one) => (await shop.stateOf(one)).terms[0]?.state))
    const charge = () => chargeDue({ ...shop.deps, clock: () => now }, { most: 1 })
    await setDue(first, 1)
    await setDue(second, 1)
    await charge()
    expect(await states()).toEqual(['active', 'active'])
    await setDue(first, -1)
    await setDue(second, 0)
    // Neither was announced: each ends in turn.
    await charge()
    expect(await states()).toEqual(['ended', 'active'])
    await charge()
    expect(await states()).toEqual(['ended', 'ended'])
  })

  test('does not wait for others: sixteen are charged at once, and one that fails delays none', async () => {
    const customers = [ada, ...(await Promise.all(Array.from({ length: 17 }, () => shop.customer())))]
    for (const one of customers) await shop.pay(one, 'plan-3m', good)
    const { period_end: end, notice_due_at: due } = await termOf()
    at(due!, 60_000)
    await shop.renew()
    await shop.mailOut()
    at(end, 60_000)
    let [underWay, most, begun] = [0, 0, 0]
    let letAllGo: () => void = () => undefined
    const allWait = new Promise<void>((resolve) => (letAllGo = resolve))
    wire.beforeCharge = async () => {
      begun += 1
      const isFirst = begun === 1
      most = Math.max(most, (underWay += 1))
      // The first sixteen wait for each other.
      if (begun === 16) letAllGo()
      await allWait
      underWay -= 1
      if (isFirst) throw new Error('the process died before the call')
    }
    await shop.renew()
    expect([begun, most]).toEqual([18, 16])
    const states = await Promise.all(
      customers.map(async (one) => (await shop.stateOf(one)).attempts.find(({ renewal_of: of }) => of)?.state),
    )
    expect(states.filter((state) => state === 'submitting')).toHaveLength(1)
  })

  describe('charged while the account is closed', () => {
    /** The account is closed while the provider is taking the money. */
    const chargedWhile = async (closing: () => Promise<unknown>) => {
      const term = await announced()
      at(term.period_end, 60_000)
      wire.beforeCharge = async () => void (await closing())
      await shop.renew()
      return term
    }

    test('by a suspension for a time, pays for the plan, which only pauses', async () => {
      await chargedWhile(() => suspend(shop, ada, 7))
      expect(await renewals()).toMatchObject([{ state: 'authorised', flagged: null, granted_at: expect.any(Date) }])
    })

    test('by a suspension for good, is refunded', async () => {
      const term = await chargedWhile(async () => {
        await shop.db.updateTable('members').set({ state: 'suspended' }).where('id', '=', ada.memberId).execute()
        await cancelSubscription(shop.db, ada.memberId, shop.clock.now())
      })
      expect(await renewals()).toMatchObject([{ granted_at: null, flagged: 'paid_twice' }])
      expect((await termOf()).period_end).toEqual(term.period_end)
    })
  })

  test('is announced once by two concurrent workers', async () => {
    await shop.pay(ada, 'plan-3m', good)
    at((await termOf()).notice_due_at!, 60_000)
    await Promise.all([shop.renew(), shop.renew(), shop.renew()])
    expect((await kinds()).filter((kind) => kind === 'renewal-notice')).toHaveLength(1)
  })

  test('of a term shorter than the notice period is announced immediately, at the purchase and at the renewal', async () => {
    const term = await announced('plan-1m')
    expect(term.notice_due_at).toEqual(term.period_start)
    at(term.period_end, 60_000)
    await shop.renew()
    await shop.renew()
    expect(await kinds()).toEqual(['receipt', 'renewal-notice', 'receipt', 'renewal-notice'])
  })

  test('goes on for months on the same day and at the same hour where the member lives, across changes of clocks', async () => {
    const term = await announced('plan-1m')
    const hour = (time: Date) => time.toLocaleTimeString('it', { timeZone: 'Europe/Rome' })
    const months = 7
    for (let n = 0; n < months; n += 1) {
      const { period_end: end } = await termOf()
      at(end, 60_000)
      await shop.renew()
      await shop.renew()
      await shop.mailOut()
    }
    expect((await renewals()).map((attempt) => attempt.state)).toEqual(Array(months).fill('authorised'))
    const { period_end: end } = await termOf()
    expect(end.getUTCMonth()).toBe((term.period_end.getUTCMonth() + months) % 12)
    expect((await renewals()).map((attempt) => hour(attempt.term_end!))).toEqual(
      Array(months).fill(hour(term.period_end)),
    )
  })

  test('waits for an order of a plan that the member is paying, until that was left for an hour', async () => {
    const term = await announced()
    // Theirs from before this plan began: an order of a plan beside a running one is a change of it.
    const { body } = await shop.pay(await shop.customer(), 'plan-6m', asksBank)
    await shop.db
      .updateTable('payment_attempts')
      .set({ member_id: ada.memberId, created_at: new Date(term.period_end.getTime() - 60_000) })
      .where('id', '=', body.reference!)
      .execute()
    at(term.period_end, 60_000)
    await shop.renew()
    expect(await renewals()).toEqual([])
    at(term.period_end, 3_600_000)
    await shop.renew()
    expect(await renewals()).toMatchObject([{ state: 'authorised' }])
  })
})

describe('nothing is charged', () => {
  const ends = async (term: { period_end: Date }, reason: string) => {
    at(term.period_end, 60_000)
    shop.pushed.length = 0
    await shop.renew()
    // Open pages learn of it.
    expect(shop.pushed.map(({ event }) => event)).toEqual(['creditiResidui', 'refresh'])
    expect(await renewals()).toEqual([])
    expect(await shop.stateOf(ada)).toMatchObject({ level: 1, level_until: null, terms: [{ state: 'ended' }] })
    expect((await shop.stateOf(ada)).emails.at(-1)).toMatchObject({ kind: 'plan-ended', props: { reason } })
  }

  test('without a reminder', async () => {
    await shop.pay(ada, 'plan-3m', good)
    await ends(await termOf(), 'no_notice')
  })

  test('after a reminder that would be too late, which is not sent either', async () => {
    await shop.pay(ada, 'plan-3m', good)
    const term = await termOf()
    at(term.notice_due_at!, 2 * day)
    await shop.renew()
    expect(await kinds()).toEqual(['receipt'])
    await ends(term, 'no_notice')
  })

  test('after a reminder that the mail server refused', async () => {
    await shop.pay(ada, 'plan-3m', good)
    const term = await termOf()
    at(term.notice_due_at!, 60_000)
    await shop.renew()
    await shop.mailOut('dead')
    await ends(term, 'no_notice')
  })

  test('while the reminder is still queued', async () => {
    await shop.pay(ada, 'plan-3m', good)
    const term = await termOf()
    at(term.notice_due_at!, 60_000)
    await shop.renew()
    at(term.period_end, 60_000)
    await shop.renew()
    expect(await renewals()).toEqual([])
    expect((await termOf()).state).toBe('active')
    await shop.mailOut()
    await shop.renew()
    expect(await renewals()).toMatchObject([{ state: 'authorised' }])
  })

  test('after a cancellation, which is confirmed once and can be undone', async () => {
    const term = await announced()
    const cancel = () => shop.call(ada, routes.unsubUser.path, { clickid: ada.clickid })
    const resume = () => shop.call(ada, routes.resumeUser.path, { clickid: ada.clickid })
    expect((await resume()).body).toEqual({ status: 'ok', renewsAt: term.period_end.toISOString() })
    for (let n = 0; n < 2; n += 1) {
      await cancel()
      expect((await kinds()).filter((kind) => kind === 'plan-cancelled')).toHaveLength(1)
    }
    expect((await shop.look(ada, routes.orders.path)).body.subscription).toMatchObject({
      state: 'ending',
      resumable: true,
      cancellable: false,
      renewsAt: null,
      endsAt: term.period_end.toISOString(),
    })
    expect((await resume()).body).toEqual({ status: 'ok', renewsAt: term.period_end.toISOString() })
    expect((await shop.stateOf(ada)).emails.at(-1)).toMatchObject({ kind: 'plan-resumed' })
    await cancel()
    at(term.period_end, 60_000)
    await shop.renew()
    expect(await renewals()).toEqual([])
    expect(await shop.stateOf(ada)).toMatchObject({ level: 1, terms: [{ state: 'ended' }] })
    expect(await resume()).toMatchObject({ status: 409, body: { code: 'nothing_to_resume' } })
  })

  test('to a member who left', async () => {
    const term = await announced()
    await shop.db.updateTable('members').set({ state: 'deactivated' }).where('id', '=', ada.memberId).execute()
    at(term.period_end, 60_000)
    await shop.renew()
    expect(await renewals()).toEqual([])
    expect((await termOf()).state).toBe('ended')
    expect((await shop.stateOf(ada)).emails.at(-1)).toMatchObject({ kind: 'plan-ended', props: { reason: 'unpaid' } })
  })

  test('after an outage longer than the grace', async () => {
    const term = await announced()
    at(term.period_end, 8 * day)
    await shop.renew()
    expect(await renewals()).toEqual([])
    expect(await shop.stateOf(ada)).toMatchObject({ level: 1, terms: [{ state: 'ended' }] })
    expect((await shop.stateOf(ada)).emails.at(-1)).toMatchObject({ kind: 'plan-ended', props: { reason: 'unpaid' } })
  })

  test('twice, at whatever point the process dies', async () => {
    const term = await announced()
    at(term.period_end, 60_000)
    wire.lose = true
    await shop.renew()
    await shop.renew()
    wire.lose = false
    expect(await renewals()).toMatchObject([{ state: 'submitting', granted_at: null }])
    expect(await shop.stateOf(ada)).toMatchObject({ level: 2, terms: [{ state: 'active' }] })
    at(term.period_end, 3 * 60_000)
    await Promise.all([shop.sweep(), shop.renew()])
    await shop.sweep()
    const [attempt, ...others] = await renewals()
    expect(others).toEqual([])
    expect(attempt).toMatchObject({ state: 'authorised' })
    expect(shop.charged(attempt!.id)).toHaveLength(1)
    expect((await termOf()).period_start).toEqual(term.period_end)
  })

  test('when the process died before the charge was sent', async () => {
    const term = await announced()
    at(term.period_end, 60_000)
    wire.dieBefore = true
    await shop.renew()
    wire.dieBefore = false
    expect(shop.charged((await renewals())[0]!.id)).toEqual([])
    at(term.period_end, 3 * 60_000)
    await shop.sweep()
    expect(await renewals()).toMatchObject([{ state: 'authorised' }])
  })
})

/** The end of the last of seven days, in the member's country. */
const graceEnd = (periodEnd: Date): Date =>
  endOfDay(dayIn(addDays(periodEnd, 7, 'Europe/Rome'), 'Europe/Rome'), 'Europe/Rome')

describe('a renewal that is declined', () => {
  test('for lack of funds is retried on days 1, 3 and 5, keeps the plan for the grace period, then ends', async () => {
    const term = await announced('plan-3m', poor)
    at(term.period_end, 60_000)
    await shop.renew()
    await shop.renew()
    expect(await renewals()).toMatchObject([{ state: 'declined', code: 'insufficient_funds' }])
    // Until the last hour of the day that the member reads.
    const grace = graceEnd(term.period_end)
    expect(await shop.stateOf(ada)).toMatchObject({
      level: 2,
      level_until: grace,
      terms: [{ state: 'past_due', grace_until: grace, tries: 1 }],
    })
    expect((await shop.stateOf(ada)).emails.at(-1)).toMatchObject({
      kind: 'renewal-failed',
      props: { authentication: false, graceUntil: grace.toISOString() },
    })
    expect((await shop.look(ada, routes.orders.path)).body).toMatchObject({
      subscription: { state: 'past_due', graceUntil: grace.toISOString() },
      orders: [{ state: 'failed', renewal: true }, { state: 'paid' }],
    })

    const counts: number[] = []
    for (const days of [0.9, 1.1, 2, 3.1, 4, 5.1, 6.5]) {
      at(term.period_end, days * day)
      await shop.renew()
      counts.push((await renewals()).length)
    }
    expect(counts).toEqual([1, 2, 2, 3, 3, 4, 4])
    expect(await shop.stateOf(ada)).toMatchObject({ level: 2, terms: [{ state: 'past_due', next_try_at: null }] })
    at(grace, 60_000)
    await shop.renew()
    expect(await shop.stateOf(ada)).toMatchObject({ level: 1, terms: [{ state: 'ended' }] })
    expect((await shop.stateOf(ada)).emails.at(-1)).toMatchObject({ kind: 'plan-ended', props: { reason: 'unpaid' } })
  })

  test('and accepted at a later try continues from the end of the term', async () => {
    const term = await announced()
    at(term.period_end, 60_000)
    await shop.sandbox.sandbox.app.inject({
      method: 'POST',
      url: '/control',
      payload: { declineNext: 'insufficient_funds' },
    })
    await shop.renew()
    expect((await termOf()).state).toBe('past_due')
    at(term.period_end, 1.1 * day)
    await shop.renew()
    expect(await termOf()).toMatchObject({ state: 'active', period_start: term.period_end, tries: 0 })
    expect((await renewals()).map((attempt) => attempt.state)).toEqual(['declined', 'authorised'])
  })

  /** The processor's reasons, by its own numbers. */
  const declineNext = (reason: string) =>
    shop.sandbox.sandbox.app.inject({ method: 'POST', url: '/control', payload: { declineNext: reason } })

  test.each([
    ['2', 'card_declined'],
    ['6', 'expired_card'],
    ['10', 'change_method'],
    ['18', 'change_method'],
    ['23', 'card_declined'],
    ['27', 'generic'],
    ['29', 'change_method'],
    ['46', 'card_already_declined'],
  ])('for reason %s (%s) keeps the promised days, is not retried, and asks for another card', async (reason, code) => {
    const term = await announced()
    at(term.period_end, 60_000)
    await declineNext(reason)
    await shop.renew()
    const grace = graceEnd(term.period_end)
    expect(await renewals()).toMatchObject([{ state: 'declined', code }])
    expect(await shop.stateOf(ada)).toMatchObject({
      level: 2,
      level_until: grace,
      terms: [{ state: 'past_due', grace_until: grace, next_try_at: null }],
    })
    expect((await shop.stateOf(ada)).emails.at(-1)).toMatchObject({
      kind: 'renewal-failed',
      props: { otherMethod: true, authentication: false, nextTry: null, graceUntil: grace.toISOString() },
    })
    expect((await shop.look(ada, routes.orders.path)).body.subscription).toMatchObject({
      state: 'past_due',
      graceUntil: grace.toISOString(),
      nextTryAt: null,
    })
    at(grace, -60_000)
    await shop.renew()
    expect(await shop.stateOf(ada)).toMatchObject({ level: 2, terms: [{ state: 'past_due' }] })
    expect(await renewals()).toHaveLength(1)
    at(grace, 60_000)
    await shop.renew()
    expect(await shop.stateOf(ada)).toMatchObject({ level: 1, terms: [{ state: 'ended' }] })
    expect((await shop.stateOf(ada)).emails.at(-1)).toMatchObject({ kind: 'plan-ended', props: { reason: 'unpaid' } })
  })

  test('and paid with another card within the grace period goes on as a new term', async () => {
    const term = await announced()
    at(term.period_end, 60_000)
    await declineNext('6')
    await shop.renew()
    at(term.period_end, 3 * day)
    expect((await shop.pay(ada, 'plan-1m', good)).body.message).toBe('success')
    at(term.period_end, 8 * day)
    await shop.renew()
    expect(await shop.stateOf(ada)).toMatchObject({ level: 2, terms: [{ state: 'ended' }, { state: 'active' }] })
  })

  test.each(['2', '6', '5', '20', '38'])(
    'for another reason (%s) in the days that were promised does not shorten them',
    async (reason) => {
      const term = await announced()
      at(term.period_end, 60_000)
      await declineNext('12')
      await shop.renew()
      const grace = graceEnd(term.period_end)
      at(term.period_end, 1.1 * day)
      await declineNext(reason)
      await shop.renew()
      expect(await renewals()).toHaveLength(2)
      expect(await shop.stateOf(ada)).toMatchObject({
        level: 2,
        level_until: grace,
        terms: [{ state: 'past_due', grace_until: grace, next_try_at: null, tries: 2 }],
      })
      expect(await kinds()).not.toContain('plan-ended')
    },
  )

  test.each(['5', '20', '22', '25'])('as stolen or fraud (%s) ends the plan immediately', async (reason) => {
    const term = await announced()
    at(term.period_end, 60_000)
    await declineNext(reason)
    await shop.renew()
    expect(await shop.stateOf(ada)).toMatchObject({ level: 1, terms: [{ state: 'ended' }] })
    expect((await shop.stateOf(ada)).emails.at(-1)).toMatchObject({ kind: 'plan-ended', props: { reason: 'declined' } })
    at(term.period_end, 3 * day)
    await shop.renew()
    expect(await renewals()).toHaveLength(1)
  })

  test('for lack of a card waits for the member, who is notified, and creates no attempt', async () => {
    const term = await announced()
    await shop.db
      .updateTable('card_tokens')
      .set({ removed_at: shop.clock.now() })
      .where('member_id', '=', ada.memberId)
      .execute()
    at(term.period_end, 60_000)
    await shop.renew()
    expect(await renewals()).toEqual([])
    expect(await termOf()).toMatchObject({ state: 'past_due', next_try_at: null, tries: 1 })
    expect((await shop.stateOf(ada)).emails.at(-1)).toMatchObject({
      kind: 'renewal-failed',
      to_address: ada.email,
      props: { authentication: true, nextTry: null },
    })
  })

  test('until the member is present is not retried, and paid in the browser', async () => {
    const term = await announced('plan-3m', asking)
    at(term.period_end, 60_000)
    await shop.renew()
    expect((await shop.stateOf(ada)).emails.at(-1)).toMatchObject({
      kind: 'renewal-failed',
      props: { authentication: true, nextTry: null },
    })
    at(term.period_end, 4 * day)
    await shop.renew()
    expect(await renewals()).toHaveLength(1)
    expect(await shop.stateOf(ada)).toMatchObject({ level: 2, terms: [{ state: 'past_due' }] })
    expect((await shop.pay(ada, 'plan-1m', good)).body.message).toBe('success')
    expect(await shop.stateOf(ada)).toMatchObject({ level: 2, terms: [{ state: 'ended' }, { state: 'active' }] })
  })

  test.each([
    ['still gives what was paid', true],
    ['renews no more where the member has withdrawn meanwhile', false],
  ])('by a lost response that the webhook reports after the plan ended %s', async (_what, renews) => {
    const term = await announced()
    at(term.period_end, 60_000)
    wire.lose = true
    await shop.renew()
    at(term.period_end, 8 * day)
    await shop.renew()
    expect(await shop.stateOf(ada)).toMatchObject({ level: 1, terms: [{ state: 'ended' }] })
    wire.lose = false
    await shop.sweep()
    // The provider may have dropped the key: asking now could charge again.
    expect(await renewals()).toMatchObject([{ state: 'submitting', flagged: 'unresolved' }])
    const [renewal] = await renewals()
    await shop.db.updateTable('subscriptions').set({ renews }).where('id', '=', term.id).execute()
    for (const hook of shop.hooksOf(renewal!.id)) await shop.deliver(hook)
    await shop.work()
    expect(await shop.stateOf(ada)).toMatchObject({
      level: 2,
      terms: [{ state: 'ended' }, { state: 'active', renews }],
    })
    expect((await renewals()).map((attempt) => attempt.state)).toEqual(['captured'])
  })

  test('after the member cancelled ends the plan, without a further email', async () => {
    const term = await announced()
    await shop.call(ada, routes.unsubUser.path, { clickid: ada.clickid })
    at(term.period_end, 60_000)
    await shop.db.transaction().execute((tx) =>
      renewalUnpaid(shop.deps, tx, {
        renewal_of: term.id,
        renewal_from: term.period_end,
        member_id: ada.memberId,
        brand_id: 'battito',
        state: 'declined',
        code: 'insufficient_funds',
      }),
    )
    expect(await shop.stateOf(ada)).toMatchObject({ level: 1, terms: [{ state: 'ended' }] })
    expect((await kinds()).at(-1)).toBe('plan-cancelled')
  })

  test('and cancelled during the grace period ends without another try', async () => {
    const term = await announced('plan-3m', poor)
    at(term.period_end, 60_000)
    await shop.renew()
    expect((await shop.call(ada, routes.unsubUser.path, { clickid: ada.clickid })).status).toBe(200)
    at(term.period_end, 1.1 * day)
    await shop.renew()
    expect(await renewals()).toHaveLength(1)
    expect(await shop.stateOf(ada)).toMatchObject({ level: 1, terms: [{ state: 'ended' }] })
  })
})

describe('in the second period', () => {
  /** Renewed once; the next reminder is due. */
  async function renewedOnce() {
    const first = await announced()
    at(first.period_end, 60_000)
    await shop.renew()
    const term = await termOf()
    expect(term.period_start).toEqual(first.period_end)
    return { first, term }
  }

  test('a reminder that the mail server refused ends it, although the first one was sent', async () => {
    const { term } = await renewedOnce()
    await shop.mailOut()
    at(term.notice_due_at!, 60_000)
    await shop.renew()
    await shop.mailOut('dead')
    at(term.period_end, 60_000)
    await shop.renew()
    expect(await renewals()).toHaveLength(1)
    expect(await shop.stateOf(ada)).toMatchObject({ level: 1, terms: [{ state: 'ended' }] })
    expect((await shop.stateOf(ada)).emails.at(-1)).toMatchObject({
      kind: 'plan-ended',
      props: { reason: 'no_notice' },
    })
  })

  test('a reminder that is still queued is waited for, although the first one was sent', async () => {
    const { term } = await renewedOnce()
    await shop.mailOut()
    at(term.notice_due_at!, 60_000)
    await shop.renew()
    at(term.period_end, 60_000)
    await shop.renew()
    expect(await renewals()).toHaveLength(1)
    await shop.mailOut()
    await shop.renew()
    expect(await renewals()).toHaveLength(2)
  })

  test("another member's reminder does not count", async () => {
    const { term } = await renewedOnce()
    await shop.mailOut()
    at(term.notice_due_at!, 60_000)
    await shop.renew()
    const eva = await shop.customer()
    await shop.db
      .updateTable('emails')
      .set({ member_id: eva.memberId })
      .where('member_id', '=', ada.memberId)
      .where('state', '=', 'queued')
      .execute()
    await shop.mailOut()
    at(term.period_end, 60_000)
    await shop.renew()
    expect(await renewals()).toHaveLength(1)
    expect(await shop.stateOf(ada)).toMatchObject({ terms: [{ state: 'ended' }] })
  })

  test('a late decline of an earlier try changes nothing that another try has paid', async () => {
    const first = await announced()
    at(first.period_end, 60_000)
    wire.dieBefore = true
    await shop.renew()
    const [lost] = await renewals()
    // The first try never reached the provider. Once it is closed, another one may pay the same period.
    await shop.db
      .updateTable('payment_attempts')
      .set({ state: 'failed', check_at: null })
      .where('id', '=', lost!.id)
      .execute()
    await shop.db
      .updateTable('subscriptions')
      .set({ next_try_at: shop.clock.now(), tries: 1 })
      .where('id', '=', first.id)
      .execute()
    wire.dieBefore = false
    await shop.renew()
    expect(await termOf()).toMatchObject({ state: 'active', period_start: first.period_end })
    const paid = await termOf()
    await shop.db
      .transaction()
      .execute((tx) =>
        renewalUnpaid(shop.deps, tx, { ...lost!, state: 'declined', code: 'lost_or_stolen' } as unknown as Attempt),
      )
    expect(await termOf()).toEqual(paid)
    expect(await shop.stateOf(ada)).toMatchObject({ level: 2 })
    expect((await shop.stateOf(ada)).emails.map(({ kind }) => kind)).not.toContain('plan-ended')
  })

  test('a decline of the running period ends it', async () => {
    const { first, term } = await renewedOnce()
    const [paid] = await renewals()
    const declined = { ...paid!, state: 'declined', code: 'lost_or_stolen' } as unknown as Attempt
    await shop.db
      .transaction()
      .execute((tx) => renewalUnpaid(shop.deps, tx, { ...declined, renewal_from: first.period_end }))
    expect(await termOf()).toMatchObject({ state: 'active' })
    await shop.db
      .transaction()
      .execute((tx) => renewalUnpaid(shop.deps, tx, { ...declined, renewal_from: term.period_end }))
    expect(await shop.stateOf(ada)).toMatchObject({ level: 1, terms: [{ state: 'ended' }] })
  })
})
