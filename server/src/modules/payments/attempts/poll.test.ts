import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PaymentProvider } from '../port.ts'
import { checkAttempt } from './poll.ts'
import { openShop, type Customer, type Shop } from '../testing/shop.ts'

const good = '4111111111111111'
const hour = 3_600_000
const day = 24 * hour

let shop: Shop
let ada: Customer
/** Counts charges sent to the provider, retries included; while `lost`, responses are dropped. */
const wire = { lost: false, charges: 0, whenAsked: async (): Promise<void> => undefined }
const losing = (real: PaymentProvider): PaymentProvider => {
  const charge: PaymentProvider['charge'] = async (request) => {
    wire.charges += 1
    await wire.whenAsked()
    const reported = await real.charge(request)
    return wire.lost ? { ...reported, state: 'unknown', providerRef: null, amount: null, reference: null } : reported
  }
  return { ...real, charge, resolve: charge, capabilities: { ...real.capabilities, keyLifetimeMs: 7 * day } }
}

beforeAll(async () => {
  shop = await openShop({ provider: losing })
})
afterAll(() => shop.close())
beforeEach(async () => {
  shop.clock.offsetMs = 0
  Object.assign(wire, { lost: true, charges: 0, whenAsked: async () => undefined })
  ada = await shop.customer()
})
afterEach(async () => {
  wire.lost = false
  // Attempts of earlier tests are not checked by later ones.
  await shop.db.updateTable('payment_attempts').set({ check_at: null }).where('brand_id', '=', 'battito').execute()
})

const attempt = async () => (await shop.stateOf(ada)).attempts[0]!

test('a lost response is asked for again while the provider keeps the key', async () => {
  expect((await shop.pay(ada, 'messages-60', good)).body.status).toBe('pending')
  shop.clock.offsetMs = 5 * day
  await shop.sweep()
  expect(wire.charges).toBe(2)
  expect(await attempt()).toMatchObject({ state: 'unknown', flagged: null })
  expect((await attempt()).check_at).not.toBeNull()

  wire.lost = false
  shop.clock.offsetMs = 7 * day - 2 * hour
  await shop.db
    .updateTable('payment_attempts')
    .set({ check_at: shop.clock.now() })
    .where('member_id', '=', ada.memberId)
    .execute()
  await shop.sweep()
  expect(await attempt()).toMatchObject({ state: 'authorised', sealed_request: null })
})

test.each([7 * day - hour, 7 * day, 13 * day])(
  'after %d ms the charge is not repeated, since its key is gone: it is flagged',
  async (offset) => {
    await shop.pay(ada, 'messages-60', good)
    shop.clock.offsetMs = offset
    await shop.sweep()
    expect(wire.charges).toBe(1)
    expect(await attempt()).toMatchObject({
      state: 'unknown',
      flagged: 'unresolved',
      check_at: null,
      sealed_request: null,
    })
    await shop.sweep()
    expect(wire.charges).toBe(1)
  },
)

test('the last check comes before that, and an unknown outcome is then flagged immediately', async () => {
  await shop.pay(ada, 'messages-60', good)
  shop.clock.offsetMs = 6 * day + 1 * hour
  await shop.sweep()
  expect(wire.charges).toBe(2)
  expect(await attempt()).toMatchObject({ flagged: 'unresolved', check_at: null, sealed_request: null })
})

test('a webhook event after that still counts', async () => {
  await shop.pay(ada, 'messages-60', good)
  const { id } = await attempt()
  shop.clock.offsetMs = 8 * day
  await shop.sweep()
  for (const hook of shop.hooksOf(id)) await shop.deliver(hook)
  await shop.work()
  expect(await attempt()).toMatchObject({ state: 'captured', flagged: null, flagged_at: null })
  expect((await shop.stateOf(ada)).sales).toHaveLength(1)
})

test('a check that is not due, or of a closed attempt, does nothing', async () => {
  await shop.pay(ada, 'messages-60', good)
  const { id } = await attempt()
  const check = () => shop.payments.jobs!['payment-check']!.run({ attemptId: id }, { attempt: 1, last: false })
  await check()
  expect(wire.charges).toBe(1)
  expect((await attempt()).checks).toBe(0)
  await shop.db
    .updateTable('payment_attempts')
    .set({ check_at: shop.clock.now(), state: 'failed' })
    .where('id', '=', id)
    .execute()
  await check()
  expect(wire.charges).toBe(1)
})

test('two concurrent workers ask once', async () => {
  await shop.pay(ada, 'messages-60', good)
  shop.clock.offsetMs = 10_000
  await Promise.all([shop.sweep(), shop.sweep()])
  expect(wire.charges).toBe(2)
  expect((await attempt()).checks).toBe(1)
})

const jobOf = async (id: string) =>
  (
    await sql<{ run_at: Date }>`select run_at from graphile_worker.jobs where key = ${`payment-check:${id}`}`.execute(
      shop.db,
    )
  ).rows[0]?.run_at

test('the first check is scheduled before the charge is sent, the next before the provider is asked', async () => {
  const planned: { after: number; job: Date | undefined; check: Date | null }[] = []
  wire.whenAsked = async () => {
    const { id, check_at: check, created_at, updated_at } = await attempt()
    const from = planned.length === 0 ? created_at : updated_at
    planned.push({ after: (check?.getTime() ?? 0) - from.getTime(), job: await jobOf(id), check })
  }
  await shop.pay(ada, 'messages-60', good)
  expect(planned).toMatchObject([{ after: 5000 }])
  const asked = shop.clock.now().getTime() + 60_000
  shop.clock.offsetMs = 60_000
  await shop.sweep()
  // A quarter of a minute after the second check, not a whole one.
  const [first, second] = planned
  expect((second?.check?.getTime() ?? 0) - asked).toBeGreaterThanOrEqual(15_000)
  expect((second?.check?.getTime() ?? 0) - asked).toBeLessThan(50_000)
  for (const one of [first, second]) expect(one?.job).toEqual(one?.check)
})

test('an abandoned bank page is closed after exactly a day', async () => {
  wire.lost = false
  await shop.pay(ada, 'messages-60', '4212345678901237')
  const { id, state, created_at } = await attempt()
  expect(state).toBe('requires_action')
  const checkAt = (ms: number) =>
    checkAttempt({ ...shop.deps, clock: () => new Date(created_at.getTime() + ms) }, id).then(attempt)
  await shop.db
    .updateTable('payment_attempts')
    .set({ check_at: new Date(created_at.getTime() + day - 1) })
    .where('id', '=', id)
    .execute()
  expect(await checkAt(day - 1)).toMatchObject({
    state: 'requires_action',
    check_at: new Date(created_at.getTime() + day + 59_999),
  })
  await shop.db
    .updateTable('payment_attempts')
    .set({ check_at: new Date(created_at.getTime() + day) })
    .where('id', '=', id)
    .execute()
  expect(await checkAt(day)).toMatchObject({ state: 'expired', check_at: null })
})
