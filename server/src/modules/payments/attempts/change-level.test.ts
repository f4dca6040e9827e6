import { afterAll, beforeAll, expect, it } from 'vitest'
import { openShop, type Customer, type Shop } from '../testing/shop.ts'
import { fallToFree, raiseLevel } from './change-level.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const until = new Date('2027-01-01T00:00:00Z')
const orderOf = (customer: Customer, id: string) => ({
  id,
  member_id: customer.memberId,
  brand_id: 'battito',
  flow_id: '7',
})
const change = async (customer: Customer, from: 0 | 1 | 2, to: 0 | 1 | 2) => {
  await shop.db.updateTable('members').set({ level: from }).where('id', '=', customer.memberId).execute()
  await shop.db
    .transaction()
    .execute((tx) => raiseLevel(shop.deps, tx, orderOf(customer, `${from}-${to}`), { from, to, until }))
  const { level, level_until, balances } = await shop.stateOf(customer)
  return { level, until: level_until, messages: balances.messages }
}

it('multiplies free messages by their new price, from level 0 only', async () => {
  const cost = shop.flows.of('battito', '7').messageCost
  expect(cost).toBeGreaterThan(1)
  const customer = () => shop.customer()
  expect(await change(await customer(), 0, 0)).toEqual({ level: 0, until: null, messages: 3 })
  expect(await change(await customer(), 0, 1)).toEqual({ level: 1, until: null, messages: 3 * cost })
  expect(await change(await customer(), 0, 2)).toEqual({ level: 2, until, messages: 3 * cost })
  expect(await change(await customer(), 1, 2)).toEqual({ level: 2, until, messages: 3 })
})

it('never lowers a level, and moves its end only for the top one', async () => {
  const customer = await shop.customer()
  expect(await change(customer, 2, 1)).toMatchObject({ level: 2 })
  expect(await change(customer, 2, 2)).toMatchObject({ level: 2, until })
  expect(await change(await shop.customer(), 1, 1)).toEqual({ level: 1, until: null, messages: 3 })
})

it('back to free counts a partial message as one', async () => {
  const cost = shop.flows.of('battito', '7').messageCost
  const [whole, part] = [await shop.customer(), await shop.customer()]
  const fall = async (customer: Customer) => {
    await shop.db.transaction().execute((tx) => fallToFree(shop.deps, tx, orderOf(customer, 'back')))
    const { level, balances } = await shop.stateOf(customer)
    return { level, messages: balances.messages }
  }
  await change(whole, 0, 2)
  expect(await fall(whole)).toEqual({ level: 0, messages: 3 })
  // Less than one costs.
  expect(await fall(part)).toEqual({ level: 0, messages: Math.ceil(3 / cost) })
})
