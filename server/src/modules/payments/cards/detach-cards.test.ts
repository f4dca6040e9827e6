import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { detachCards } from '../index.ts'
import type { PaymentProvider } from '../port.ts'
import { openShop, type Customer, type Shop } from '../testing/shop.ts'

const lost = { asked: 0, times: 0 }
const forgetful = (real: PaymentProvider): PaymentProvider => ({
  ...real,
  async detachCard(card) {
    lost.asked += 1
    if (lost.times > 0) {
      lost.times -= 1
      throw new Error('no answer')
    }
    await real.detachCard(card)
  },
})
let shop: Shop
let ada: Customer
beforeAll(async () => {
  shop = await openShop({ provider: forgetful })
}, 60_000)
afterAll(() => shop.close())
beforeEach(async () => {
  Object.assign(lost, { asked: 0, times: 0 })
  ada = await shop.customer()
})

const detach = (member: Customer) => shop.db.transaction().execute((tx) => detachCards(tx, member.memberId))
const stored = (member: Customer) =>
  shop.sandbox.sandbox.state.tokens.all().filter(({ shopperReference }) => shopperReference === member.memberId)
const jobs = async () =>
  (
    await sql<{ payload: { token: string }; run_at: Date }>`
  select j.payload, j.run_at from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'payment-detach-card'`.execute(
      shop.db,
    )
  ).rows

test('every card of the member is deleted at the provider, and retried without an answer', async () => {
  const bob = await shop.customer()
  await shop.pay(ada, 'plan-1m', '4111111111111111')
  await shop.pay(ada, 'plan-1m', '5555444433331111')
  await shop.pay(bob, 'plan-1m', '4111111111111111')
  await shop.db
    .updateTable('card_tokens')
    .set({ removed_at: new Date() })
    .where('member_id', '=', ada.memberId)
    .where('card_brand', '=', 'mc')
    .execute()
  expect(stored(ada)).toHaveLength(2)
  lost.times = 1
  await detach(ada)
  await shop.withWorker(async () => {
    await vi.waitFor(
      () => expect(stored(ada).map(({ removedAt }) => removedAt)).toEqual([expect.any(String), expect.any(String)]),
      { timeout: 15_000, interval: 100 },
    )
    await vi.waitFor(async () => expect(await jobs()).toEqual([]), 5000)
  })
  expect(lost.asked).toBe(3)
  expect(stored(bob).map(({ removedAt }) => removedAt)).toEqual([undefined])
})

test('one known only from a webhook event is deleted too', async () => {
  const { body } = await shop.pay(ada, 'plan-1m', '4111111111111111')
  await vi.waitFor(() => expect(shop.hooksOf(body.reference).length).toBeGreaterThan(0))
  for (const hook of shop.hooksOf(body.reference)) await shop.deliver(hook)
  await shop.work()
  await shop.db
    .updateTable('payment_attempts')
    .set({ card_token_id: null })
    .where('member_id', '=', ada.memberId)
    .execute()
  await shop.db
    .updateTable('subscriptions')
    .set({ card_token_id: null })
    .where('member_id', '=', ada.memberId)
    .execute()
  await shop.db.deleteFrom('card_tokens').where('member_id', '=', ada.memberId).execute()
  // An event of another connection that names the order belongs to no payment of ours.
  const token = { id: 'card-of-another', brand: null, last4: null, shopper: ada.memberId }
  const event = { kind: 'payment', state: { reference: body.reference, token } }
  await shop.db
    .insertInto('payment_webhooks')
    .values({
      connection: 'adyen:other',
      event_id: 'other',
      body: JSON.stringify(event),
      received_at: new Date(),
      processed_at: new Date(),
    })
    .execute()
  await detach(ada)
  expect((await jobs()).map(({ payload }) => payload.token)).toEqual(stored(ada).map(({ id }) => id))
  await sql`delete from graphile_worker._private_jobs`.execute(shop.db)
})

test('nothing is sent when the erasure is rolled back', async () => {
  await shop.pay(ada, 'plan-1m', '4111111111111111')
  await expect(
    shop.db.transaction().execute(async (tx) => {
      await detachCards(tx, ada.memberId)
      throw new Error('not erased')
    }),
  ).rejects.toThrow('not erased')
  expect(await jobs()).toEqual([])
})

test('a provider that is down for a day is asked again the next', async () => {
  await shop.pay(ada, 'plan-1m', '4111111111111111')
  const [card] = stored(ada)
  const given = { connection: 'adyen', token: card!.id, shopper: ada.memberId }
  const run = (last: boolean) => shop.payments.jobs['payment-detach-card']?.run(given, { attempt: 12, last })
  lost.times = 2
  await expect(run(false)).rejects.toThrow('no answer')
  expect(await jobs()).toEqual([])
  await run(true)
  const [again] = await jobs()
  expect(again?.payload).toEqual(given)
  expect(again?.run_at.getTime()).toBeGreaterThan(Date.now() + 23 * 3_600_000)
  await run(false)
  expect(stored(ada)[0]?.removedAt).toEqual(expect.any(String))
})
