import { routes } from '@incontro/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addDays, dayIn, endOfDay } from '#modules/calendar/index.ts'
import { stateOf } from '#providers/state-of.ts'
import { tills } from '../testing/faults/tills.ts'
import { openShop, type Customer, type Said, type Shop } from '../testing/shop.ts'

/* A renewal, and an order of the plan that its member left and that its provider does not close. */

const good = '4111111111111111'
const minute = 60_000
const hour = 60 * minute
const zone = 'Europe/Rome'

let shop: Shop
let ada: Customer
let graceDays = 7
/** What the provider of the order answers when it is to cancel, and how often it was asked. */
const page = { fails: false, asked: 0 }
beforeAll(async () => {
  shop = await openShop({
    brand: {
      get renewal() {
        return { noticeDays: 30, graceDays }
      },
    },
    connections: (_adyen, sandbox, network) => [
      {
        brandId: null,
        provider: {
          ...tills.mollie.connect!(sandbox, network),
          async cancel() {
            page.asked += 1
            if (page.fails) throw new Error('the provider does not answer')
            return stateOf('unknown')
          },
        },
      },
    ],
  })
})
afterAll(() => shop.close())
beforeEach(async () => {
  shop.clock.offsetMs = 0
  graceDays = 7
  Object.assign(page, { fails: false, asked: 0 })
  ada = await shop.customer()
})

const at = (time: Date, ms = 0) => {
  shop.clock.offsetMs = time.getTime() + ms - Date.now()
}
const termOf = async () => (await shop.stateOf(ada)).terms.at(-1)!
const renewals = async () => (await shop.stateOf(ada)).attempts.filter(({ renewal_of: of }) => of !== null)
/** The renewals after a run at this time. */
async function renewedAt(time: Date, ms: number) {
  at(time, ms)
  await shop.renew()
  return renewals()
}

/** A plan whose renewal was announced, by default at its end. */
async function announced(periodEnd?: Date) {
  expect((await shop.pay(ada, 'plan-1m', good)).body.message).toBe('success')
  if (periodEnd)
    await shop.db
      .updateTable('subscriptions')
      .set({ period_end: periodEnd, next_try_at: periodEnd })
      .where('member_id', '=', ada.memberId)
      .execute()
  await shop.renew()
  await shop.mailOut()
  return (await termOf()).period_end
}
async function leaves(): Promise<Said> {
  const said = await tills.mollie.order(shop, ada, { plan: 'plan-1m', orderKey: crypto.randomUUID() })
  expect(said.body.threeDS).toBe(true)
  return said
}

/** The order after its page is approved all the same. */
async function paidLate(left: Said) {
  const { reference } = left.body
  await shop.status(ada, { reference, ...(await tills.mollie.approve(shop, left)) }, 'mollie')
  return (await shop.stateOf(ada)).attempts.find(({ id }) => id === reference)
}

test.each([
  ['does not say whether it is closed', false],
  ['cannot be reached', true],
])('where the provider %s, it is tried hourly for a day; then the renewal is charged', async (_what, fails) => {
  page.fails = fails
  const end = await announced()
  at(end, -2 * hour)
  const left = await leaves()
  for (const minutes of [1, 2, 30, 59]) expect(await renewedAt(end, minutes * minute)).toEqual([])
  expect(page.asked).toBe(1)
  for (const minutes of [62, 63]) expect(await renewedAt(end, minutes * minute)).toEqual([])
  expect(page.asked).toBe(2)
  expect(await renewedAt(end, 24 * hour - 2 * minute)).toEqual([])
  expect(await renewedAt(end, 24 * hour + minute)).toMatchObject([{ state: 'authorised' }])
  expect(await termOf()).toMatchObject({ state: 'active', period_start: end })

  // Paid all the same it is not a second period: it is refunded, unless she keeps it.
  const renewed = await termOf()
  expect(await paidLate(left)).toMatchObject({ granted_at: null, flagged: 'paid_twice' })
  expect(await termOf()).toEqual(renewed)
})

test('an order of the days after the renewal was due is waited for as long', async () => {
  const end = await announced()
  await shop.sandbox.sandbox.app.inject({
    method: 'POST',
    url: '/control',
    payload: { declineNext: 'insufficient_funds' },
  })
  expect(await renewedAt(end, minute)).toMatchObject([{ state: 'declined' }])
  at(end, 20 * hour)
  await leaves()
  // It is tried again on the next day.
  expect(await renewedAt(end, 25 * hour)).toHaveLength(1)
  expect(await renewedAt(end, 43 * hour)).toHaveLength(1)
  expect(await renewedAt(end, 44 * hour + minute)).toMatchObject([{ state: 'declined' }, { state: 'authorised' }])
})

test('a larger plan that was ordered and left is waited for as long, and refunded when it is paid later', async () => {
  const end = await announced()
  at(end, -2 * hour)
  const rules = await shop.call(ada, routes.payRules.path, { clickid: ada.clickid })
  const larger = routes.payRules.reply.parse(rules.body).rateplan.find((one) => one.product_id === 'plan-3m')
  const left = await shop.payOnPage(ada, 'mollie', 'plan-3m', { prezzo_totale: larger!.change!.due })
  expect(await renewedAt(end, 24 * hour - 2 * minute)).toEqual([])
  expect(page.asked).toBe(0)
  expect(await renewedAt(end, 24 * hour + minute)).toMatchObject([{ state: 'authorised' }])
  expect(await paidLate(left)).toMatchObject({ granted_at: null, flagged: 'paid_twice' })
  expect((await termOf()).plan_id).toBe('plan-1m')
})

test('a renewal is charged before the plan would end, whatever is waited for', async () => {
  graceDays = 1
  // In winter, when no day has another number of hours.
  const end = await announced(new Date(Date.UTC(new Date().getUTCFullYear() + 1, 0, 10, 22, 30)))
  at(end, -2 * hour)
  await leaves()
  const over = endOfDay(dayIn(addDays(end, 1, zone), zone), zone)
  expect(over.getTime() - end.getTime()).toBeLessThan(25 * hour)
  expect(await renewedAt(end, minute)).toEqual([])
  expect(await renewedAt(over, -62 * minute)).toEqual([])
  expect(await renewedAt(over, -58 * minute)).toMatchObject([{ state: 'authorised' }])
})
