import { routes } from '@incontro/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { refundedOf } from '../../../../../sandbox/src/hosted/payments.ts'
import { runPayments } from '#commands/payments.ts'
import { createMollie } from '#providers/mollie/index.ts'
import { applyProviderState } from '../attempts/apply-provider-state.ts'
import { openShop, type Customer, type Said, type Shop } from '../testing/shop.ts'

/* What was captured although another order had taken its place: refunded without being asked for, or kept by choice. */

const pack = 'messages-60'
const good = '4111111111111111'
const hour = 3_600_000

let shop: Shop
let ada: Customer
beforeAll(async () => {
  shop = await openShop({
    connections: (_adyen, { origin, config }) => {
      const real = createMollie({ baseUrl: `${origin}/mollie/v2`, apiKey: config.mollie.apiKey })
      return [
        {
          brandId: null,
          provider: {
            ...real,
            // Reports that it cancelled, and takes the money later all the same.
            cancel: async ({ providerRef, reference }) => ({
              ...(await real.lookUp({ providerRef, reference })),
              state: 'cancelled',
              action: null,
            }),
          },
        },
      ]
    },
  })
})
afterAll(() => shop.close())
beforeEach(async () => {
  shop.clock.offsetMs = 0
  ada = await shop.customer()
})

const recordOf = ({ body }: Said) => {
  const found = shop.sandbox.sandbox.state.molliePayments
    .all()
    .find((one) => one.metadata['reference'] === body.reference)
  if (!found) throw new Error('the provider has no such payment')
  return found
}
async function hear(said: Said): Promise<void> {
  const { id } = recordOf(said)
  await shop.deliver({ raw: Buffer.from(`id=${id}`), headers: {} }, 'mollie')
  await shop.work()
  await shop.work()
}
/** An order on a page, its replacement by card, and the page approved afterwards. */
async function twice(plan = pack): Promise<Said> {
  const first = await shop.payOnPage(ada, 'mollie', plan)
  expect((await shop.pay(ada, plan, good, { replaces: first.body.reference })).body.message).toBe('success')
  await fetch(first.body._links?.checkout?.href ?? '', {
    method: 'POST',
    body: new URLSearchParams({ choice: 'pay' }),
    redirect: 'manual',
  })
  await hear(first)
  return first
}
const attempt = async ({ body }: Said) => (await shop.stateOf(ada)).attempts.find(({ id }) => id === body.reference)!
const listed = async ({ body }: Said) =>
  (await shop.look(ada, routes.orders.path)).body.orders.find(
    ({ reference }: { reference: string }) => reference === body.reference,
  )
const choose = (said: Said, choice: 'keep' | 'refund', member = ada) =>
  shop.call(member, routes.paidTwice.path, { clickid: member.clickid, reference: said.body.reference, choice })
/** What the page to which the payment leads says. */
const message = async ({ body: { reference } }: Said) => (await shop.status(ada, { reference }, 'mollie')).body.message
const credits = async () => (await shop.stateOf(ada)).balances.messages
const held = (said: Said) => recordOf(said).amount - refundedOf(recordOf(said))

test('grants nothing, is announced with the time to choose, and refunded in full when that is over', async () => {
  const said = await twice()
  const before = await credits()
  const { refund_due_at: dueAt, ...row } = await attempt(said)
  expect(row).toMatchObject({ state: 'cancelled', granted_at: null, flagged: 'paid_twice' })
  expect(Math.round((dueAt!.getTime() - shop.clock.now().getTime()) / hour)).toBe(48)
  expect((await shop.stateOf(ada)).emails.at(-1)).toMatchObject({
    kind: 'order-paid-twice',
    props: { order: said.body.reference, total: '11.90', keepUntil: dueAt!.toISOString() },
  })
  expect(await listed(said)).toMatchObject({ state: 'pending', keepUntil: dueAt!.toISOString(), accountClosed: false })
  const { lines } = await runPayments(['list', '--brand', 'battito'], {
    ...shop.deps,
    brandKeys: ['battito'],
    user: 'grace',
  })
  expect(lines.join('\n')).toMatch(new RegExp(`${said.body.reference} .*paid_twice\\n.*\\n.*refunded by itself`))

  expect(await message(said)).toBe('paid_twice')

  // The provider reports it again: nothing is announced or granted twice.
  await hear(said)
  await shop.sweep()
  expect(held(said)).toBe(1190)
  shop.clock.offsetMs = 48 * hour + 60_000
  expect(await message(said)).toBe('paid_twice_refunded')
  await Promise.all([shop.sweep(), shop.sweep()])
  await shop.sweep()
  expect(held(said)).toBe(0)
  await vi.waitFor(() => expect(recordOf(said).refunds).toMatchObject([{ status: 'refunded' }]))
  await hear(said)
  shop.clock.offsetMs += 48 * hour
  await shop.sweep()
  expect(recordOf(said).refunds).toHaveLength(1)
  expect(await attempt(said)).toMatchObject({ granted_at: null, flagged: null, refunded_minor: 1190 })
  expect(await listed(said)).toMatchObject({ state: 'refunded', refunded: '11.90', keepUntil: null })
  expect(await credits()).toBe(before)
  expect((await shop.stateOf(ada)).emails.filter(({ kind }) => kind === 'order-paid-twice')).toHaveLength(1)
})

describe('the member', () => {
  test('keeps it before that: it is granted once, with its receipt, and not refunded', async () => {
    const said = await twice()
    const before = await credits()
    const answers = await Promise.all([choose(said, 'keep'), choose(said, 'keep'), choose(said, 'refund')])
    const [kept] = answers
    // Whichever came first; the others have nothing to choose.
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.code === 'nothing_to_choose')).toHaveLength(2)
    if (kept?.status !== 200) return
    // The credits of the plan once more; those from before it stay.
    expect(await credits()).toBe(before + 600)
  })

  test('keeps a plan: its term is added', async () => {
    const said = await twice('plan-1m')
    expect((await choose(said, 'keep')).body).toEqual({ status: 'ok' })
    const state = await shop.stateOf(ada)
    expect(await attempt(said)).toMatchObject({ state: 'captured', flagged: null, refund_due_at: null })
    expect(state.attempts.every(({ granted_at: at }) => at !== null)).toBe(true)
    expect(state.emails.filter(({ kind }) => kind === 'receipt')).toHaveLength(2)
    const [, late] = state.terms
    expect(late!.period_end.getTime() - shop.clock.now().getTime()).toBeGreaterThan(55 * 24 * hour)
    shop.clock.offsetMs = 49 * hour
    await shop.sweep()
    expect(held(said)).toBe(recordOf(said).amount)
    // It can be withdrawn from like any order.
    expect((await shop.look(ada, routes.withdrawal.path)).body.orders).toHaveLength(2)
  })

  test('has it refunded at once', async () => {
    const said = await twice()
    expect((await choose(said, 'refund')).body).toEqual({ status: 'ok' })
    expect(held(said)).toBe(0)
    expect(await message(said)).toBe('paid_twice_refunded')
    expect((await choose(said, 'keep')).body.code).toBe('nothing_to_choose')
    shop.clock.offsetMs = 49 * hour
    await shop.sweep()
    expect(recordOf(said).refunds).toHaveLength(1)
  })

  test('cannot choose for another, for an ordinary order, or when the time is over', async () => {
    const said = await twice()
    const eva = await shop.customer()
    expect((await choose(said, 'keep', eva)).status).toBe(404)
    const ordinary = (await shop.stateOf(ada)).attempts.find(({ granted_at: at }) => at !== null)!
    for (const choice of ['keep', 'refund'] as const)
      expect((await choose({ body: { reference: ordinary.id } } as Said, choice)).body.code).toBe('nothing_to_choose')
    shop.clock.offsetMs = 48 * hour + 1000
    expect((await choose(said, 'keep')).body.code).toBe('nothing_to_choose')
    expect((await attempt(said)).granted_at).toBeNull()
  })

  test('does not get an offer for new members a second time by keeping it', async () => {
    const said = await twice('messages-20-first')
    expect(await attempt(said)).toMatchObject({ flagged: 'paid_twice' })
    expect((await shop.stateOf(ada)).emails.at(-1)).toMatchObject({ props: { keepUntil: null } })
    expect(await message(said)).toBe('paid_twice_refunded')
    expect((await choose(said, 'keep')).body.code).toBe('nothing_to_choose')
    await shop.sweep()
    await shop.sweep()
    expect(held(said)).toBe(0)
  })
})

test('an order whose outcome was given up and that was bought again is not granted beside it', async () => {
  const first = await shop.payOnPage(ada, 'mollie', pack)
  const left = { state: 'unknown', check_at: null, flagged: 'unresolved', flagged_at: shop.clock.now() }
  await shop.db.updateTable('payment_attempts').set(left).where('id', '=', first.body.reference).execute()
  expect((await shop.pay(ada, pack, good)).body.message).toBe('success')
  await fetch(first.body._links?.checkout?.href ?? '', {
    method: 'POST',
    body: new URLSearchParams({ choice: 'pay' }),
    redirect: 'manual',
  })
  await hear(first)
  expect(await attempt(first)).toMatchObject({ granted_at: null, flagged: 'paid_twice' })
  await hear(first)
  expect((await choose(first, 'refund')).status).toBe(200)
  await hear(first)
  expect((await attempt(first)).granted_at).toBeNull()
})

test('a payment that the bank takes back meanwhile is not refunded as well', async () => {
  const said = await twice()
  shop.sandbox.sandbox.mollie.payments.dispute(recordOf(said).id)
  await hear(said)
  shop.clock.offsetMs = 49 * hour
  await shop.sweep()
  expect(recordOf(said).refunds).toEqual([])
  expect(await attempt(said)).toMatchObject({ flagged: 'late_disputed' })
  expect((await choose(said, 'keep')).body.code).toBe('nothing_to_choose')
})

test('refunded by hand in the provider’s console meanwhile, it is not refunded again', async () => {
  const said = await twice()
  const { amount, currency, id } = recordOf(said)
  await shop.deps.connections.of('battito', 'mollie')!.provider.refund({
    providerRef: id,
    reference: crypto.randomUUID(),
    amount: { minor: amount, currency },
    idempotencyKey: crypto.randomUUID(),
  })
  await vi.waitFor(() => expect(recordOf(said).refunds).toMatchObject([{ status: 'refunded' }]))
  await hear(said)
  expect(await attempt(said)).toMatchObject({ flagged: null, refunded_minor: amount })
  shop.clock.offsetMs = 49 * hour
  await shop.sweep()
  expect(recordOf(said).refunds).toHaveLength(1)
  expect((await choose(said, 'keep')).body.code).toBe('nothing_to_choose')
})

const refundInPart = ({ body }: Said) =>
  runPayments(['refund', '--id', body.reference, '--amount', '5.00', '--reason', 'a courtesy'], {
    ...shop.deps,
    brandKeys: ['battito'],
    user: 'grace',
  })

test('refunded in part by a person, it still waits for the choice, and the rest is refunded when that is over', async () => {
  const [said, kept] = [await twice(), await twice()]
  for (const one of [said, kept]) expect(await refundInPart(one)).toMatchObject({ ok: true })
  await shop.sweep()
  expect([held(said), held(kept)]).toEqual([690, 690])
  expect(await attempt(said)).toMatchObject({ flagged: 'paid_twice' })
  expect((await choose(kept, 'keep')).status).toBe(200)
  shop.clock.offsetMs = 49 * hour
  await shop.sweep()
  await shop.sweep()
  expect([held(said), held(kept)]).toEqual([0, 690])
  expect(await attempt(said)).toMatchObject({ flagged: null, granted_at: null })
})

test('what was refunded before it was kept is credited of its invoice', async () => {
  const said = await twice()
  await refundInPart(said)
  await shop.sweep()
  await vi.waitFor(() => expect(recordOf(said).refunds).toMatchObject([{ status: 'refunded' }]))
  await hear(said)
  expect(await attempt(said)).toMatchObject({ flagged: 'paid_twice', refunded_minor: 500 })
  expect((await choose(said, 'keep')).status).toBe(200)
  expect(await attempt(said)).toMatchObject({ state: 'partially_refunded', flagged: null })
  const documents = shop.db.selectFrom('invoices').select(['kind', 'total_minor']).orderBy('kind', 'desc')
  expect(await documents.where('attempt_id', '=', said.body.reference).execute()).toEqual([
    { kind: 'invoice', total_minor: 1190 },
    { kind: 'credit_note', total_minor: 500 },
  ])
})

test('a capture that fails while the member may choose is neither kept nor refunded', async () => {
  const said = await twice()
  const row = await attempt(said)
  const failed = { state: 'failed', providerRef: row.provider_ref, amount: null, reference: row.id } as const
  await shop.db
    .transaction()
    .execute((tx) =>
      applyProviderState(shop.deps, tx, row.id, { ...failed, code: null, action: null, token: null }, 'webhook'),
    )
  expect((await choose(said, 'keep')).body.code).toBe('nothing_to_choose')
  shop.clock.offsetMs = 49 * hour
  await shop.sweep()
  expect(recordOf(said).refunds).toEqual([])
  expect(await attempt(said)).toMatchObject({ flagged: 'late_failed', granted_at: null })
})
