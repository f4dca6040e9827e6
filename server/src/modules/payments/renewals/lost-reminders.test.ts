import { routes } from '@incontro/contract'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { deriveKeys } from '#platform/ids.ts'
import { stopAddress } from '#modules/outreach/index.ts'
import { openShop, type Customer, type Shop } from '../testing/shop.ts'
import { sendReminders, unannouncedRenewals } from './reminders.ts'

/* A reminder that did not leave or came back is no reminder: it is made again while that is in time, or nothing is charged. */

const good = '4111111111111111'
const hour = 3_600_000
const keys = { addressKeys: deriveKeys(['a secret of the tests, long enough'], 'mail suppressions') }

let shop: Shop
let ada: Customer
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop?.close())
beforeEach(async () => {
  shop.clock.offsetMs = 0
  ada = await shop.customer()
  await shop.pay(ada, 'plan-3m', good)
  await shop.mailOut()
  shop.clock.offsetMs = (await term()).notice_due_at!.getTime() + 60_000 - Date.now()
})
// Clocks of later tests must not renew terms of earlier ones.
afterEach(() =>
  shop.db.updateTable('subscriptions').set({ state: 'ended' }).where('member_id', '=', ada.memberId).execute(),
)

const term = async () => (await shop.stateOf(ada)).terms[0]!
const later = (ms: number) => (shop.clock.offsetMs += ms)
const reminders = () =>
  shop.db
    .selectFrom('emails')
    .select(['id', 'state', 'to_address'])
    .where('member_id', '=', ada.memberId)
    .where('kind', '=', 'renewal-notice')
    .orderBy('id')
    .execute()
const reminded = async () => (await shop.look(ada, routes.orders.path)).body.subscription.reminded
/** As the mail server and the provider report it; queued and sent by the clock of the shop. */
const becomes = async (state: 'queued' | 'sent' | 'dead' | 'bounced', sentAt: Date = shop.clock.now()) => {
  const last = (await reminders()).at(-1)!
  await shop.db
    .updateTable('emails')
    .set({ state, created_at: shop.clock.now(), sent_at: state === 'sent' ? sentAt : null })
    .where('id', '=', last.id)
    .execute()
}
const charges = async () => (await shop.stateOf(ada)).attempts.filter(({ renewal_of }) => renewal_of !== null).length
const open = async () =>
  (await unannouncedRenewals(shop.db, 'battito', shop.clock.now())).filter(({ memberId }) => memberId === ada.memberId)
const atTheEnd = async () => {
  shop.clock.offsetMs = (await term()).period_end.getTime() + 60_000 - Date.now()
  await shop.renew()
}

test('counts from when the mail server took it', async () => {
  await shop.renew()
  expect([await reminded(), (await reminders()).length]).toEqual([false, 1])
  await becomes('sent')
  expect(await reminded()).toBe(true)
  await shop.renew()
  expect(await reminders()).toHaveLength(1)
  later(2 * hour)
  expect(await open()).toEqual([])
  await atTheEnd()
  expect(await charges()).toBe(1)
})

test('that never left is made again at once, then every hour, while it is in time', async () => {
  await shop.renew()
  await becomes('dead')
  expect(await reminded()).toBe(false)
  await shop.renew()
  await shop.renew()
  expect((await reminders()).map(({ state }) => state)).toEqual(['dead', 'queued'])
  await becomes('dead')
  await shop.renew()
  expect(await reminders()).toHaveLength(2)
  later(hour)
  await shop.renew()
  expect((await reminders()).map(({ state }) => state)).toEqual(['dead', 'dead', 'queued'])
  await becomes('sent')
  expect(await reminded()).toBe(true)
  await atTheEnd()
  expect(await charges()).toBe(1)
})

test('that was too late, or never left, is shown to the operator, and nothing is charged', async () => {
  await shop.renew()
  await becomes('queued')
  later(2 * hour)
  expect(await open()).toMatchObject([{ subscription: (await term()).id, renewsAt: (await term()).period_end }])
  expect(await unannouncedRenewals(shop.db, 'cercame', shop.clock.now())).toEqual([])
  const due = (await term()).notice_due_at!
  await becomes('sent', new Date(due.getTime() + 24 * hour + 1))
  expect([await reminded(), (await open()).length]).toEqual([false, 1])
  later(48 * hour)
  await becomes('dead')
  await shop.renew()
  expect(await reminders()).toHaveLength(1)
  await atTheEnd()
  expect([await charges(), (await term()).state]).toEqual([0, 'ended'])
})

test('that cannot be mailed again leads the member to the app from another channel, once, and in time only', async () => {
  await shop.renew()
  await becomes('bounced')
  const address = { brandId: 'battito', address: ada.email, at: shop.clock.now(), mailedAt: shop.clock.now() }
  await shop.db.transaction().execute((tx) => stopAddress(tx, keys, address))
  const chat = { chat_hash: Buffer.alloc(32, 7), chat_sealed: 'sealed', linked_at: shop.clock.now() }
  await shop.db
    .insertInto('telegram_links')
    .values({ member_id: ada.memberId, brand_id: 'battito', ...chat })
    .execute()
  await shop.renew()
  await shop.renew()
  expect((await reminders()).length).toBe(1)
  const { rows } = await sql`
    select waiting from notices where member_id = ${ada.memberId} and event = 'renewal'`.execute(shop.db)
  expect(rows).toEqual([{ waiting: ['telegram'] }])
  // It is no reminder: without a mail in time nothing is charged.
  expect(await reminded()).toBe(false)
  await shop.db.deleteFrom('telegram_links').where('member_id', '=', ada.memberId).execute()
  await atTheEnd()
  expect([await charges(), (await term()).state]).toEqual([0, 'ended'])
})

test('that bounced is no reminder, and another address that is given in time gets it', async () => {
  await shop.renew()
  await becomes('bounced')
  const address = { brandId: 'battito', address: ada.email, at: shop.clock.now(), mailedAt: shop.clock.now() }
  await shop.db.transaction().execute((tx) => stopAddress(tx, keys, address))
  expect(await reminded()).toBe(false)
  await shop.renew()
  expect(await reminders()).toHaveLength(1)
  later(2 * hour)
  expect(await open()).toHaveLength(1)
  const moved = `moved.${ada.email}`
  await shop.db.updateTable('members').set({ email: moved }).where('id', '=', ada.memberId).execute()
  await shop.renew()
  expect((await reminders()).map((one) => [one.state, one.to_address])).toEqual([
    ['bounced', ada.email],
    ['queued', moved],
  ])
  await becomes('sent')
  expect(await reminded()).toBe(true)
  await atTheEnd()
  expect(await charges()).toBe(1)
})

test('that cannot be made again delays neither those of other members nor others that can', async () => {
  const announced = async (of: Customer) =>
    (await shop.stateOf(of)).emails.filter(({ kind }) => kind === 'renewal-notice').map(({ state }) => state)
  const [eva, bea, mia] = [await shop.customer(), await shop.customer(), await shop.customer()]
  const set = (one: Customer, values: object) =>
    shop.db.updateTable('subscriptions').set(values).where('member_id', '=', one.memberId).execute()
  for (const [later, one] of [eva, bea, mia].entries()) {
    await shop.pay(one, 'plan-3m', good)
    await set(one, { notice_due_at: new Date((await term()).notice_due_at!.getTime() + 1000 * (later + 1)) })
  }
  await set(mia, { state: 'cancelled' })
  await shop.renew()
  await set(mia, { state: 'active' })
  for (const { memberId, email: address } of [ada, eva, bea]) {
    await shop.db
      .updateTable('emails')
      .set({ state: 'bounced' })
      .where('member_id', '=', memberId)
      .where('kind', '=', 'renewal-notice')
      .execute()
    const stopped = { brandId: 'battito', address, at: shop.clock.now(), mailedAt: shop.clock.now() }
    await shop.db.transaction().execute((tx) => stopAddress(tx, keys, stopped))
  }
  // One batch is full with those that have waited longest.
  await sendReminders(shop.deps, { size: 2, until: 0 })
  expect(await announced(mia)).toEqual(['queued'])
  // The last of those that were lost has another address.
  await shop.db
    .updateTable('members')
    .set({ email: `moved.${bea.email}` })
    .where('id', '=', bea.memberId)
    .execute()
  await sendReminders(shop.deps, { size: 1 })
  expect(await announced(bea)).toEqual(['bounced', 'queued'])
  expect([await announced(ada), await announced(eva)]).toEqual([['bounced'], ['bounced']])
  for (const one of [eva, bea, mia]) await set(one, { state: 'ended' })
})

test('that bounced after it was sent is not charged', async () => {
  await shop.renew()
  await becomes('sent')
  later(30 * hour)
  await becomes('bounced')
  expect([await reminded(), (await open()).length]).toEqual([false, 1])
  await atTheEnd()
  expect([await charges(), (await term()).state]).toEqual([0, 'ended'])
  expect((await shop.stateOf(ada)).emails.at(-1)).toMatchObject({ kind: 'plan-ended', props: { reason: 'no_notice' } })
})
