import { routes } from '@incontro/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openShop, type Customer, type Shop } from '../testing/shop.ts'

/* A card that expires before it is to pay a renewal is announced with the reminder, or in time by itself. */

const number = '4111111111111111'
const day = 86_400_000
/** The first of the purchase's month, so that months can be counted from it. */
const boughtIn = new Date(Date.UTC(2033, 0, 10, 12))
const lastMonth = (months: number) => new Date(Date.UTC(2033, months, 1)).toISOString().slice(0, 7)

let shop: Shop
let ada: Customer
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  at(boughtIn)
  ada = await shop.customer()
})

const at = (time: Date, ms = 0) => {
  shop.clock.offsetMs = time.getTime() + ms - Date.now()
}
const termOf = async () => (await shop.stateOf(ada)).terms.at(-1)!
const emails = async () =>
  (await shop.stateOf(ada)).emails
    .filter(({ kind }) => kind === 'renewal-notice' || kind === 'card-expiring')
    .map(({ kind, props }) => [kind, (props as { cardExpires?: string | null }).cardExpires ?? null])
const daily = () => shop.payments.jobs['subscription-card-notices']?.run({}, { attempt: 1, last: false })
const subscription = async () => (await shop.look(ada, routes.orders.path)).body.subscription
const cards = async () => (await shop.look(ada, routes.cards.path)).body.cards

/** Buys a plan of three months with a card that is valid so many months after the purchase's. */
async function buy(months: number, plan = 'plan-3m') {
  const [year, month] = lastMonth(months).split('-')
  const { body } = await shop.pay(ada, plan, { number, month: month!, year: year! })
  expect(body.message).toBe('success')
  return termOf()
}

test('the card’s last month is stored as the provider reports it, and listed', async () => {
  await buy(6)
  expect(await cards()).toMatchObject([{ last4: '1111', expires: lastMonth(6) }])
})

describe('with a reminder that comes before it expires', () => {
  test.each([
    ['in the month before the renewal', 2, lastMonth(2)],
    ['in the month of the renewal', 3, null],
    ['a year later', 14, null],
  ])('a card valid until %s', async (_when, months, said) => {
    const term = await buy(months)
    expect(term.period_end.toISOString().slice(0, 7)).toBe(lastMonth(3))
    expect(await subscription()).toMatchObject({ cardExpires: said })
    at(term.notice_due_at!, 60_000)
    await daily()
    await shop.renew()
    await daily()
    expect(await emails()).toEqual([['renewal-notice', said]])
  })
})

test('one that expires before the reminder is due is announced by itself, a month ahead and once', async () => {
  const term = await buy(1)
  const expires = new Date(Date.UTC(2033, 2, 1))
  expect(term.notice_due_at! > expires).toBe(true)
  at(expires, -31 * day)
  await daily()
  expect(await emails()).toEqual([])
  at(expires, -29 * day)
  await Promise.all([daily(), daily()])
  await daily()
  expect(await emails()).toEqual([['card-expiring', lastMonth(1)]])
  at(term.notice_due_at!, 60_000)
  await shop.renew()
  await daily()
  expect(await emails()).toEqual([
    ['card-expiring', lastMonth(1)],
    ['renewal-notice', lastMonth(1)],
  ])
})

test('one that became known after the reminder is announced by itself', async () => {
  const term = await buy(14)
  at(term.notice_due_at!, 60_000)
  await shop.renew()
  await shop.db
    .updateTable('card_tokens')
    .set({ expires_at: new Date(Date.UTC(2033, 3, 1)) })
    .where('member_id', '=', ada.memberId)
    .execute()
  await daily()
  expect(await emails()).toEqual([
    ['renewal-notice', null],
    ['card-expiring', lastMonth(2)],
  ])
})

test.each<[string, (term: { id: string }) => Promise<unknown>]>([
  ['a cancelled plan', () => shop.call(ada, routes.unsubUser.path, { clickid: ada.clickid })],
  [
    'a removed card',
    () =>
      shop.db
        .updateTable('card_tokens')
        .set({ removed_at: shop.clock.now() })
        .where('member_id', '=', ada.memberId)
        .execute(),
  ],
  [
    'an unknown expiry',
    () => shop.db.updateTable('card_tokens').set({ expires_at: null }).where('member_id', '=', ada.memberId).execute(),
  ],
])('nothing is announced of %s', async (_what, change) => {
  const term = await buy(1)
  await change(term)
  at(new Date(Date.UTC(2033, 1, 20)))
  await daily()
  expect(await emails()).toEqual([])
  expect((await subscription())?.cardExpires ?? null).toBeNull()
})

test('a renewal paid with the expired card all the same is not announced again in the next period', async () => {
  const term = await buy(1)
  at(term.notice_due_at!, 60_000)
  await shop.renew()
  await shop.mailOut()
  at(term.period_end, 60_000)
  await shop.renew()
  const next = await termOf()
  expect(next).toMatchObject({ period_start: term.period_end, card_notice_at: null })
  await daily()
  at(next.notice_due_at!, 60_000)
  await shop.renew()
  expect((await emails()).at(-1)).toEqual(['renewal-notice', null])
})
