import { routes, timeZoneOf } from '@incontro/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, dayAfter, dayIn } from '#modules/calendar/index.ts'
import { eachWithCustomer } from '../testing/each-with-customer.ts'
import type { Customer, Shop } from '../testing/shop.ts'

const good = '4111111111111111'
const minute = 60_000
const countries = ['IT', 'ES', 'FR', 'GB', 'IE'] as const

let shop: Shop
eachWithCustomer((opened) => {
  shop = opened
})

const setClock = (at: Date | string) => {
  shop.clock.offsetMs = new Date(at).getTime() - Date.now()
}
const inDays = (count: number, timeZone: string) => setClock(addDays(shop.clock.now(), count, timeZone))

async function customerIn(country: string): Promise<Customer> {
  const member = await shop.customer({ country })
  await shop.db.updateTable('members').set({ country, region_id: null }).where('id', '=', member.memberId).execute()
  return member
}
const rulesOf = async (member: Customer) =>
  (await shop.call(member, routes.payRules.path, { clickid: member.clickid })).body as unknown as {
    withdrawUntil: string
    rateplan: {
      product_id: string
      change: { when: string; due: string } | null
      term: { startsAt: string; endsAt: string; shortNotice: boolean } | null
    }[]
  }

/** Buys as the page does: at what it promised. */
async function buy(member: Customer, plan: string) {
  const rules = await rulesOf(member)
  const offered = rules.rateplan.find(({ product_id: id }) => id === plan)
  if (!offered?.term) throw new Error(`no ${plan}`)
  const { body } = await shop.pay(member, plan, good, {
    termEndsAt: offered.term.endsAt,
    ...(offered.change?.when === 'now' ? { prezzo_totale: offered.change.due } : {}),
  })
  expect(body.status).toBe('ok')
  return { term: offered.term, withdrawUntil: rules.withdrawUntil, reference: body.reference }
}
const termOf = async (member: Customer) => (await shop.stateOf(member)).terms.find(({ state }) => state !== 'ended')!
const emailsOf = async (member: Customer, kind: string) =>
  (await shop.stateOf(member)).emails
    .filter((email) => email.kind === kind)
    .map(({ props }) => props as unknown as Record<string, string>)
const cancel = (member: Customer) => shop.call(member, routes.unsubUser.path, { clickid: member.clickid })
/** Announces and charges the renewal when they are due. */
async function renew(member: Customer) {
  const { notice_due_at: due, period_end: end } = await termOf(member)
  setClock(new Date(Math.max(due!.getTime(), shop.clock.now().getTime()) + minute))
  await shop.renew()
  await shop.mailOut()
  setClock(new Date(end.getTime() + minute))
  await shop.renew()
  return termOf(member)
}

describe('an order that was prepared before another one was paid', () => {
  test.each([
    ['a larger plan, which changes the running one now', 'plan-3m'],
    ['the same plan, which begins after the running one now', 'plan-1m'],
  ])('of %s, is not charged at what its page had shown', async (_what, plan) => {
    const [pause, declines] = [shop.deps.pause, shop.limits.networkDeclines]
    const member = await shop.customer()
    const prepared = Promise.withResolvers<void>()
    const paid = Promise.withResolvers<void>()
    // The first order has read what is offered, and is delayed.
    let calls = 0
    const hold = async () => {
      if ((calls += 1) > 1) return
      prepared.resolve()
      await paid.promise
    }
    Object.assign(shop.deps, { pause: hold })
    shop.limits.networkDeclines = { slowFrom: 0, workFrom: Infinity, waitMs: 1 }
    try {
      const { rateplan } = await rulesOf(member)
      const termEndsAt = rateplan.find(({ product_id: id }) => id === plan)?.term?.endsAt
      const delayed = shop.pay(member, plan, good, { termEndsAt })
      await prepared.promise
      await buy(member, 'plan-1m')
      paid.resolve()
      expect(await delayed).toMatchObject({ status: 409, body: { code: 'price_changed' } })
      expect((await shop.stateOf(member)).attempts).toMatchObject([{ plan_id: 'plan-1m', amount_minor: 2490 }])
    } finally {
      paid.resolve()
      Object.assign(shop.deps, { pause })
      shop.limits.networkDeclines = declines
    }
  })
})

describe('the page promises what is stored', () => {
  test.each<[string, string, string, string, string]>([
    ['after midnight in the member’s country', 'IT', '2027-02-28T23:30:00Z', '2027-03-01', '2027-04-01'],
    ['before midnight in theirs', 'GB', '2027-02-28T23:30:00Z', '2027-02-28', '2027-03-28'],
    ['over New Year', 'ES', '2026-12-31T23:30:00Z', '2027-01-01', '2027-02-01'],
    ['into February', 'FR', '2027-01-31T12:00:00Z', '2027-01-31', '2027-02-28'],
    ['into a leap year’s', 'IE', '2028-01-31T12:00:00Z', '2028-01-31', '2028-02-29'],
    ['on a day on which the clocks change', 'IT', '2027-03-28T00:30:00Z', '2027-03-28', '2027-04-28'],
  ])('%s', async (_what, country, at, from, until) => {
    setClock(at)
    const member = await customerIn(country)
    const { term } = await buy(member, 'plan-1m')
    const timeZone = timeZoneOf(country)
    const days = [new Date(term.startsAt), new Date(term.endsAt), (await termOf(member)).period_end]
    expect(days.map((day) => dayIn(day, timeZone))).toEqual([from, until, until])
  })

  test('bought again, after the term that runs', async () => {
    setClock('2027-03-10T12:00:00Z')
    const member = await customerIn('IT')
    await buy(member, 'plan-1m')
    setClock('2027-03-20T12:00:00Z')
    const { term } = await buy(member, 'plan-1m')
    const { period_end: end } = await termOf(member)
    expect([term.startsAt, term.endsAt].map((iso) => iso.slice(0, 10))).toEqual(['2027-04-10', '2027-05-10'])
    expect(end.toISOString()).toBe(term.endsAt)
  })

  test('another plan after a cancelled one', async () => {
    setClock('2027-03-10T12:00:00Z')
    const member = await customerIn('IT')
    await buy(member, 'plan-3m')
    await cancel(member)
    const { term } = await buy(member, 'plan-1m')
    expect([term.startsAt, term.endsAt].map((iso) => iso.slice(0, 10))).toEqual(['2027-06-10', '2027-07-10'])
    expect((await termOf(member)).period_end.toISOString()).toBe(term.endsAt)
  })

  test('a larger plan from today, and a smaller one from the renewal', async () => {
    setClock('2027-01-31T12:00:00Z')
    const member = await customerIn('IT')
    await buy(member, 'plan-3m')
    const offered = (await rulesOf(member)).rateplan
    const termOfPlan = (plan: string) => offered.find(({ product_id: id }) => id === plan)?.term
    expect(termOfPlan('plan-6m')).toMatchObject({ startsAt: expect.stringMatching('^2027-01-31') })
    expect(termOfPlan('plan-6m')).toMatchObject({ endsAt: expect.stringMatching('^2027-07-31') })
    const { endsAt } = termOfPlan('plan-1m')!
    expect(termOfPlan('plan-1m')).toMatchObject({ startsAt: (await termOf(member)).period_end.toISOString() })
    expect(offered.find(({ product_id: id }) => id === 'messages-60')?.term).toBeNull()
    await shop.call(member, routes.changePlan.path, {
      clickid: member.clickid,
      rateplan: 'plan-1m',
      prezzo_totale: '24.90',
      currency: 'EUR',
      accepts: { renewal: true },
    })
    expect((await renew(member)).period_end.toISOString()).toBe(endsAt)
    expect(endsAt.slice(0, 10)).toBe('2027-05-31')
  })

  test('or nothing is charged, if the page was open over midnight', async () => {
    setClock('2027-03-10T22:50:00Z')
    const member = await customerIn('IT')
    const { term } = (await rulesOf(member)).rateplan.find(({ product_id: id }) => id === 'plan-1m')!
    setClock('2027-03-10T23:10:00Z')
    const late = await shop.pay(member, 'plan-1m', good, { termEndsAt: term!.endsAt })
    expect(late).toMatchObject({ status: 409, body: { code: 'price_changed' } })
    expect((await shop.stateOf(member)).attempts).toEqual([])
    await buy(member, 'plan-1m')
  })
})

describe('the last day of a month comes back', () => {
  const ends = async (member: Customer, count: number) => {
    const days = [dayIn((await termOf(member)).period_end, 'Europe/Rome')]
    while (days.length < count) days.push(dayIn((await renew(member)).period_end, 'Europe/Rome'))
    return days
  }

  test('after an extension', async () => {
    setClock('2027-01-31T12:00:00Z')
    const member = await customerIn('IT')
    await buy(member, 'plan-1m')
    setClock('2027-02-10T12:00:00Z')
    await buy(member, 'plan-1m')
    expect(await ends(member, 3)).toEqual(['2027-03-31', '2027-04-30', '2027-05-31'])
  })

  test('after a cancelled plan is bought again', async () => {
    setClock('2027-01-31T12:00:00Z')
    const member = await customerIn('IT')
    await buy(member, 'plan-1m')
    await cancel(member)
    setClock('2027-02-20T12:00:00Z')
    await buy(member, 'plan-1m')
    expect(await ends(member, 2)).toEqual(['2027-03-31', '2027-04-30'])
  })

  test('after a change of plan', async () => {
    setClock('2026-11-30T12:00:00Z')
    const member = await customerIn('IT')
    await buy(member, 'plan-3m')
    await shop.call(member, routes.changePlan.path, {
      clickid: member.clickid,
      rateplan: 'plan-1m',
      prezzo_totale: '24.90',
      currency: 'EUR',
      accepts: { renewal: true },
    })
    expect(await ends(member, 4)).toEqual(['2027-02-28', '2027-03-30', '2027-04-30', '2027-05-30'])
  })

  test('after the order that extended it is withdrawn from, or the plan was resumed', async () => {
    setClock('2027-01-31T12:00:00Z')
    const member = await customerIn('IT')
    await buy(member, 'plan-1m')
    const { reference } = await buy(member, 'plan-1m')
    await shop.call(member, routes.withdraw.path, { clickid: member.clickid, reference })
    const { period_end: end, anchored_at: anchor } = await termOf(member)
    expect([end, anchor].map((at) => dayIn(at, 'Europe/Rome'))).toEqual(['2027-02-28', '2027-01-31'])
    const again = await customerIn('IT')
    await buy(again, 'plan-1m')
    await cancel(again)
    await shop.call(again, routes.resumeUser.path, { clickid: again.clickid })
    expect(await ends(again, 2)).toEqual(['2027-02-28', '2027-03-31'])
  })
})

test('page, contract, receipt, reminder and last day to withdraw agree, wherever and whenever it is bought', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...countries),
      // Seconds that leave no midnight between the page and the order.
      fc.date({ min: new Date('2026-12-01'), max: new Date('2033-01-01'), noInvalidDate: true }),
      fc.constantFrom(28, 29, 30, 31, null),
      fc.constantFrom('00:05', '12:00', '22:30', '23:30'),
      fc.constantFrom('plan-1m', 'plan-3m', 'plan-6m'),
      fc.option(fc.integer({ min: 1, max: 20 })),
      async (country, about, dayOfMonth, time, plan, againAfter) => {
        const timeZone = timeZoneOf(country)
        const day =
          dayOfMonth === null ? about.toISOString().slice(0, 10) : `${about.toISOString().slice(0, 8)}${dayOfMonth}`
        const start = new Date(`${day}T${time}:05Z`)
        if (Number.isNaN(start.getTime())) return
        setClock(start)
        const member = await customerIn(country)
        let bought = await buy(member, plan)
        if (againAfter !== null) {
          inDays(againAfter, timeZone)
          bought = await buy(member, plan)
        }
        const term = await termOf(member)
        const dayOf = (iso: string | Date) => dayIn(new Date(iso), timeZone)
        const [until, last] = [dayOf(bought.term.endsAt), dayOf(bought.withdrawUntil)]
        const receipt = (await emailsOf(member, 'receipt')).at(-1)!
        expect([dayOf(term.period_end), dayOf(receipt['periodEnd']!), receipt['withdrawUntil']]).toEqual([
          until,
          until,
          bought.withdrawUntil,
        ])
        // Counted from the contract's first day.
        const first = Number(dayOf(start).slice(8))
        const lastOfMonth = Number(dayAfter(`${dayAfter(`${until.slice(0, 7)}-01`, 31).slice(0, 7)}-01`, -1).slice(8))
        expect(Number(until.slice(8))).toBe(Math.min(first, lastOfMonth))

        const canWithdraw = async () =>
          (await shop.look(member, routes.withdrawal.path)).body.orders.find(
            ({ reference }: { reference: string }) => reference === bought.reference,
          )
        expect(last >= dayAfter(dayOf(shop.clock.now()), 14)).toBe(true)
        setClock(new Date(Date.parse(bought.withdrawUntil) - minute))
        expect(await canWithdraw()).toMatchObject({ until: bought.withdrawUntil })
        setClock(new Date(Date.parse(bought.withdrawUntil) + 1))
        expect(await canWithdraw()).toBeUndefined()
      },
    ),
    { numRuns: 8 },
  )
}, 120_000)

test('a reminder names the day of the renewal, which is charged then', async () => {
  for (const country of countries) {
    setClock('2027-01-31T23:30:00Z')
    const member = await customerIn(country)
    const { term } = await buy(member, 'plan-3m')
    const before = await termOf(member)
    const renewed = await renew(member)
    const [reminder] = await emailsOf(member, 'renewal-notice')
    expect(reminder?.['renewsAt']).toBe(before.period_end.toISOString())
    const timeZone = timeZoneOf(country)
    expect(dayIn(before.period_end, timeZone)).toBe(dayIn(new Date(term.endsAt), timeZone))
    expect(renewed.period_start).toEqual(before.period_end)
    // The first hour of 1 February there, the last but one of 31 January in London and Dublin.
    const isNextDay = !['GB', 'IE'].includes(country)
    expect(dayIn(renewed.period_end, timeZone)).toBe(isNextDay ? '2027-08-01' : '2027-07-31')
  }
})
