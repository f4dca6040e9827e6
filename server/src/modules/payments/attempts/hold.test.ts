import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openShop, type Shop } from '../testing/shop.ts'
import { whileAsking, whileReplacing } from './hold.ts'

const asksBank = '4212345678901237'

let shop: Shop
let id: string
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  shop.clock.offsetMs = 0
  id = (await shop.pay(await shop.customer(), 'messages-60', asksBank)).body.reference
})

/** A call under way. @returns what ends it */
async function asking() {
  const begun = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<string>()
  // Each begins at another moment.
  shop.clock.offsetMs += 1
  const call = whileAsking(shop.deps, id, () => {
    begun.resolve()
    return answer.promise
  })
  await begun.promise
  return async () => {
    answer.resolve('done')
    expect(await call).toBe('done')
  }
}
const replace = () => whileReplacing(shop.deps, id, async () => 'replaced')

test('an order is not replaced while any of several calls may complete it, whichever ends first', async () => {
  const [endFirst, endLast] = [await asking(), await asking()]
  expect(await replace()).toBeNull()
  await endLast()
  expect(await replace()).toBeNull()
  await endFirst()
  expect(await replace()).toBe('replaced')
})

test('nor while the later one does, and once both have ended it is', async () => {
  const [endFirst, endLast] = [await asking(), await asking()]
  await endFirst()
  expect(await replace()).toBeNull()
  await endLast()
  expect(await replace()).toBe('replaced')
})

test('a call of a process that was killed holds it for a minute at most', async () => {
  await asking()
  const endLast = await asking()
  await endLast()
  expect(await replace()).toBeNull()
  shop.clock.offsetMs += 60_000
  expect(await replace()).toBe('replaced')
})

test('nothing completes an order while it is replaced, and it is replaced once at a time', async () => {
  const during: unknown[] = []
  const call = async () => {
    during.push(await whileAsking(shop.deps, id, async () => 'asked'), await replace())
    return 'replaced'
  }
  expect(await whileReplacing(shop.deps, id, call)).toBe('replaced')
  expect(during).toEqual([null, null])
  expect(await whileAsking(shop.deps, id, async () => 'asked')).toBe('asked')
})
