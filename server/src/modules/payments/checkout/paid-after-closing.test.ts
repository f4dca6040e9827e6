import { routes } from '@incontro/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { refundedOf } from '../../../../../sandbox/src/hosted/payments.ts'
import { createMollie } from '#providers/mollie/index.ts'
import { openShop, type Customer, type Said, type Shop } from '../testing/shop.ts'

/* Money for an order that completes when its member has closed the account: nothing is granted, and it is refunded. */

const pack = 'messages-60'
const good = '4111111111111111'
const hour = 3_600_000

let shop: Shop
let ada: Customer
beforeAll(async () => {
  shop = await openShop({
    connections: (_adyen, { origin, config }) => [
      { brandId: null, provider: createMollie({ baseUrl: `${origin}/mollie/v2`, apiKey: config.mollie.apiKey }) },
    ],
  })
})
afterAll(() => shop.close())
beforeEach(async () => {
  shop.clock.offsetMs = 0
  ada = await shop.customer()
})

const become = (state: 'active' | 'deactivated' | 'deleting' | 'suspended') =>
  shop.db
    .updateTable('members')
    .set({ state, deletion_due_at: state === 'deleting' ? new Date(shop.clock.now().getTime() + 720 * hour) : null })
    .where('id', '=', ada.memberId)
    .execute()
const recordOf = ({ body }: Said) =>
  shop.sandbox.sandbox.state.molliePayments.all().find((one) => one.metadata['reference'] === body.reference)!
const held = (said: Said) => recordOf(said).amount - refundedOf(recordOf(said))
const attempt = async ({ body }: Said) => (await shop.stateOf(ada)).attempts.find(({ id }) => id === body.reference)!
async function hear(said: Said): Promise<void> {
  await shop.deliver({ raw: Buffer.from(`id=${recordOf(said).id}`), headers: {} }, 'mollie')
  await shop.work()
  await shop.work()
}
/** An order on a provider's page that is approved after the account was closed. */
async function paidAfter(state: 'deactivated' | 'deleting' | 'suspended', plan = pack): Promise<Said> {
  const said = await shop.payOnPage(ada, 'mollie', plan)
  await become(state)
  await fetch(said.body._links?.checkout?.href ?? '', {
    method: 'POST',
    body: new URLSearchParams({ choice: 'pay' }),
    redirect: 'manual',
  })
  await hear(said)
  return said
}
/** What the page to which the payment leads says. */
const message = async ({ body: { reference } }: Said) => (await shop.status(ada, { reference }, 'mollie')).body.message
const choose = (said: Said, choice: 'keep' | 'refund') =>
  shop.call(ada, routes.paidTwice.path, { clickid: ada.clickid, reference: said.body.reference, choice })

describe.each(['deactivated', 'deleting', 'suspended'] as const)('paid when the account is %s', (state) => {
  test('grants nothing, is announced, waits for the staff to see, and is refunded in full', async () => {
    const said = await paidAfter(state)
    const { refund_due_at: dueAt, ...row } = await attempt(said)
    expect(row).toMatchObject({ granted_at: null, flagged: 'paid_twice' })
    const { emails, sales, level } = await shop.stateOf(ada)
    expect([sales, level]).toEqual([[], 0])
    expect(emails).toMatchObject([
      { kind: 'order-paid-twice', props: { keepUntil: dueAt!.toISOString(), accountClosed: true } },
    ])
    // Reported again, it is neither granted nor announced again.
    await hear(said)
    shop.clock.offsetMs = 48 * hour + 60_000
    await shop.sweep()
    await shop.sweep()
    expect(held(said)).toBe(0)
    await vi.waitFor(() => expect(recordOf(said).refunds).toMatchObject([{ status: 'refunded' }]))
    await hear(said)
    expect(await attempt(said)).toMatchObject({ granted_at: null, flagged: null, refunded_minor: 1190 })
    expect((await shop.stateOf(ada)).emails).toHaveLength(1)
  })
})

test('who is back before the refund may keep the order, and who is not cannot', async () => {
  const said = await paidAfter('deleting', 'plan-1m')
  // A session whose end has not arrived everywhere.
  expect((await choose(said, 'keep')).body.code).toBe('nothing_to_choose')
  await become('active')
  // They read what happened, on the page to which the payment leads and in the list of orders.
  expect(await message(said)).toBe('paid_after_closing')
  const { orders } = (await shop.look(ada, routes.orders.path)).body
  expect(orders).toMatchObject([{ reference: said.body.reference, keepUntil: expect.any(String), accountClosed: true }])
  // It stands in no one's way, and nothing was granted by coming back.
  expect((await attempt(said)).granted_at).toBeNull()
  expect((await choose(said, 'keep')).body).toEqual({ status: 'ok' })
  expect(await attempt(said)).toMatchObject({ state: 'captured', flagged: null, refund_due_at: null })
  expect((await shop.stateOf(ada)).terms).toHaveLength(1)
  shop.clock.offsetMs = 49 * hour
  await shop.sweep()
  expect(held(said)).toBe(recordOf(said).amount)
})

test('who is back after the refund has the money, buys again, and keeps nothing for it', async () => {
  const said = await paidAfter('deleting', 'plan-1m')
  shop.clock.offsetMs = 49 * hour
  await shop.sweep()
  await shop.sweep()
  await become('active')
  expect((await choose(said, 'keep')).body.code).toBe('nothing_to_choose')
  expect(await message(said)).toBe('paid_after_closing_refunded')
  await hear(said)
  expect([held(said), (await shop.stateOf(ada)).terms]).toEqual([0, []])
  expect((await shop.pay(ada, 'plan-1m', good)).body.message).toBe('success')
})

test('an offer for new members cannot be kept: it is refunded at once', async () => {
  const said = await paidAfter('deactivated', 'messages-20-first')
  expect((await shop.stateOf(ada)).emails.at(-1)).toMatchObject({ props: { keepUntil: null, accountClosed: true } })
  expect(await message(said)).toBe('paid_after_closing_refunded')
  await shop.sweep()
  await shop.sweep()
  expect(held(said)).toBe(0)
})

test.each(['deactivated', 'deleting', 'suspended'] as const)(
  'an order of an account that is %s by now is refused before the provider is asked',
  async (state) => {
    const body = await shop.orderOf(ada, pack, good)
    await become(state)
    expect((await shop.charge(ada, body)).status).toBe(401)
    expect((await shop.stateOf(ada)).attempts).toEqual([])
  },
)
