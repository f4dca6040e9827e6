import { randomUUID } from 'node:crypto'
import { sql, type Insertable } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PaymentAttempt, Refund } from '#platform/database/database-types.ts'
import { attemptOf, type Attempt } from '../attempts/attempts.ts'
import { NotDone, type PaymentProvider } from '../port.ts'
import { openShop, type Customer, type Shop } from '../testing/shop.ts'
import { createRefund } from './create-refund.ts'
import { recordRefund, type ReportedRefund } from './record-refund.ts'
import { closeUnknownRefunds, requestRefund, sweepRefunds } from './refunds.ts'

let shop: Shop
let ada: Customer
/** The provider's answers, and the requests it received. */
const bank = { accepts: true, partly: true, asked: [] as string[] }
const refunding = (real: PaymentProvider): PaymentProvider => ({
  ...real,
  get capabilities() {
    return { ...real.capabilities, partialRefund: bank.partly }
  },
  async refund({ reference }) {
    bank.asked.push(reference)
    return { accepted: bank.accepts, providerRef: `R-${reference}` }
  },
})
let bystander: { attempt: Attempt; refund: string }
let before: unknown
const theirs = async () => [await attemptOf(shop.db, bystander.attempt.id), await read(bystander.refund)]
beforeAll(async () => {
  shop = await openShop({ provider: refunding })
  ada = await shop.customer()
  const attempt = await paid()
  bystander = { attempt, refund: await refund(attempt, { check_at: new Date('2100-01-01') }) }
  before = await theirs()
})
afterAll(async () => {
  // Another payment and its refund stay unchanged.
  expect(await theirs()).toEqual(before)
  await shop.close()
})
beforeEach(() => {
  Object.assign(bank, { accepts: true, partly: true, asked: [] })
})

const price = 1190
async function paid(changes: Partial<Insertable<PaymentAttempt>> = {}): Promise<Attempt> {
  const id = randomUUID()
  const plan = shop.flows.of('battito', '7').plans.free.find((one) => one.id === 'messages-60')!
  const now = shop.clock.now()
  await shop.db
    .insertInto('payment_attempts')
    .values({
      id,
      brand_id: 'battito',
      member_id: ada.memberId,
      order_key: randomUUID(),
      provider: 'adyen',
      connection: 'adyen',
      flow_id: '7',
      flow_version: 'v',
      plan_id: plan.id,
      plan: JSON.stringify(plan),
      amount_minor: price,
      currency: 'EUR',
      state: 'captured',
      provider_ref: `P-${id}`,
      granted_at: now,
      created_at: now,
      updated_at: now,
      accepts: JSON.stringify({ renewal: false, immediateStart: true, textVersion: 'v' }),
      ...changes,
    })
    .execute()
  return (await attemptOf(shop.db, id))!
}
async function refund(attempt: Attempt, changes: Partial<Insertable<Refund>> = {}): Promise<string> {
  const id = randomUUID()
  const now = shop.clock.now()
  await shop.db
    .insertInto('refunds')
    .values({
      id,
      brand_id: 'battito',
      member_id: ada.memberId,
      attempt_id: attempt.id,
      reason: 'withdrawal',
      amount_minor: 500,
      currency: 'EUR',
      credits: 0,
      state: 'submitting',
      check_at: now,
      created_at: now,
      updated_at: now,
      ...changes,
    })
    .execute()
  return id
}
const read = (id: string) => shop.db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const refundsOf = (attempt: Attempt) =>
  shop.db.selectFrom('refunds').selectAll().where('attempt_id', '=', attempt.id).orderBy('created_at').execute()

describe('a refund that is created', () => {
  const create = (attempt: Attempt, amountMinor: number) =>
    shop.db
      .transaction()
      .execute((tx) => createRefund(tx, attempt, { reason: 'back_office', amountMinor }, shop.clock.now()))

  test('is asked for by a job, and is never of more than is left beside those under way and made', async () => {
    const attempt = await paid({ refunded_minor: 190 })
    await refund(attempt, { amount_minor: 300, state: 'accepted', check_at: null })
    await expect(create(attempt, 701)).rejects.toThrow('700 are left')
    const id = await create(attempt, 700)
    await expect(create(attempt, 1)).rejects.toThrow('0 are left')
    expect(await read(id)).toMatchObject({ state: 'submitting', amount_minor: 700, currency: 'EUR', credits: 0 })
    const queued = sql<{ key: string }>`select key from graphile_worker.jobs where key = ${`payment-refund:${id}`}`
    expect((await queued.execute(shop.db)).rows).toHaveLength(1)
    await shop.db.updateTable('refunds').set({ check_at: null }).where('id', '=', id).execute()
  })

  test('by its provider is stored as reported: nothing is asked for, whatever is left', async () => {
    const attempt = await paid({ refunded_minor: 1000 })
    const reported = { state: 'refunded', refundRef: 'R-own-console', amount: { minor: 300, currency: 'EUR' } } as const
    const id = await shop.db
      .transaction()
      .execute((tx) => createRefund(tx, attempt, { reason: 'back_office', reported }, shop.clock.now()))
    expect(await read(id)).toMatchObject({
      reason: 'back_office',
      state: 'refunded',
      amount_minor: 300,
      provider_ref: 'R-own-console',
      check_at: null,
    })
    await requestRefund(shop.deps, id)
    expect(bank.asked).toEqual([])
  })
})

describe('a refund that is due', () => {
  test('is requested once, and accepted independently', async () => {
    const attempt = await paid()
    const [one, other] = [await refund(attempt), await refund(await paid(), { check_at: new Date('2100-01-01') })]
    await requestRefund(shop.deps, one)
    await requestRefund(shop.deps, one)
    await requestRefund(shop.deps, other)
    await requestRefund(shop.deps, randomUUID())
    expect(bank.asked).toEqual([one])
    expect(await read(one)).toMatchObject({ state: 'accepted', provider_ref: `R-${one}`, check_at: null, checks: 1 })
    expect(await read(other)).toMatchObject({ state: 'submitting', provider_ref: null, checks: 0 })
    expect((await attemptOf(shop.db, attempt.id))?.flagged).toBeNull()
  })

  test('that waits for the provider’s word is not requested again', async () => {
    const id = await refund(await paid(), { check_at: null, checks: 1 })
    await requestRefund(shop.deps, id)
    expect(bank.asked).toEqual([])
    expect(await read(id)).toMatchObject({ state: 'submitting', check_at: null, checks: 1 })
  })

  test('is due at its exact time, and again five minutes later', async () => {
    const attempt = await paid()
    const at = shop.clock.now()
    const id = await refund(attempt, { check_at: at, checks: 1 })
    const deps = { ...shop.deps, clock: () => at }
    const lost = { ...deps, connections: { ...deps.connections, byId: () => ({ provider: failing }) } }
    await requestRefund({ ...deps, clock: () => new Date(at.getTime() - 1) }, id)
    expect((await read(id)).checks).toBe(1)
    await requestRefund(lost as unknown as typeof deps, id)
    const next = new Date(at.getTime() + 5 * 60_000)
    expect(await read(id)).toMatchObject({ state: 'submitting', checks: 2, check_at: next })
    const { rows } = await sql`select run_at from graphile_worker.jobs where key = ${`payment-refund:${id}`}`.execute(
      shop.db,
    )
    expect(rows).toEqual([{ run_at: next }])
  })
  test('that the provider did not make is asked for as at first, and no other', async () => {
    const [id, other] = [await refund(await paid()), await refund(await paid(), { checks: 1 })]
    const provider = { capabilities: failing.capabilities, refund: () => Promise.reject(new NotDone('not now')) }
    const deps = { ...shop.deps, connections: { ...shop.deps.connections, byId: () => ({ provider }) } }
    await requestRefund(deps as unknown as typeof shop.deps, id)
    expect([await read(id), await read(other)]).toMatchObject([
      { state: 'submitting', checks: 0 },
      { state: 'submitting', checks: 1 },
    ])
    await shop.db.updateTable('refunds').set({ check_at: null }).where('id', 'in', [id, other]).execute()
  })
  const failing = {
    capabilities: { partialRefund: true, repeatableRefund: true },
    refund: () => Promise.reject(new Error('no answer')),
  }

  test.each([
    ['accepted', async () => ({ accepted: true, providerRef: 'R-9' })],
    ['refused', async () => ({ accepted: false, providerRef: null })],
    ['lost', () => Promise.reject(new Error('no answer'))],
  ])('whose event arrived before its response stays refunded when that is %s', async (_answer, answer) => {
    const attempt = await paid()
    const id = await refund(attempt)
    const provider = {
      capabilities: { partialRefund: true, repeatableRefund: false },
      async refund() {
        await shop.db.updateTable('refunds').set({ state: 'refunded', check_at: null }).where('id', '=', id).execute()
        return answer()
      },
    }
    const deps = { ...shop.deps, connections: { ...shop.deps.connections, byId: () => ({ provider }) } }
    await requestRefund(deps as unknown as typeof shop.deps, id)
    expect(await read(id)).toMatchObject({ state: 'refunded', provider_ref: null })
    expect((await attemptOf(shop.db, attempt.id))?.flagged).toBeNull()
  })

  test('that is refused, or that the provider cannot make in part, is flagged', async () => {
    bank.accepts = false
    const refused = await paid()
    const first = await refund(refused)
    await requestRefund(shop.deps, first)
    bank.partly = false
    const [partly, whole] = [await paid(), await paid()]
    await requestRefund(shop.deps, await refund(partly))
    bank.accepts = true
    const all = await refund(whole, { amount_minor: price })
    await requestRefund(shop.deps, all)
    expect(bank.asked).toEqual([first, all])
    for (const [attempt, state, flagged] of [
      [refused, 'refused', 'refund_refused'],
      [partly, 'refused', 'refund_refused'],
      [whole, 'accepted', null],
    ] as const)
      expect([(await refundsOf(attempt))[0]?.state, (await attemptOf(shop.db, attempt.id))?.flagged]).toEqual([
        state,
        flagged,
      ])
  })

  test('is requested by the sweep from the moment it is due', async () => {
    const now = shop.clock.now()
    const at = (ms: number) => new Date(now.getTime() + ms)
    const [last, first, early] = [
      await refund(await paid(), { check_at: at(0) }),
      await refund(await paid(), { check_at: at(-1) }),
      await refund(await paid(), { check_at: at(1) }),
    ]
    await sweepRefunds({ ...shop.deps, clock: () => now })
    expect(bank.asked.toSorted()).toEqual([first, last].toSorted())
    await shop.db.updateTable('refunds').set({ check_at: null }).where('id', '=', early).execute()
  })

  test('that was never sent to a provider does not delay the others', async () => {
    const [neverSent, sent] = [await paid({ provider_ref: null }), await paid()]
    const stuck = await refund(neverSent, { check_at: new Date(0) })
    const due = await refund(sent, { check_at: new Date(1) })
    await expect(requestRefund(shop.deps, stuck)).rejects.toThrow('nobody to ask')
    await shop.db
      .updateTable('refunds')
      .set({ check_at: new Date(0) })
      .where('id', '=', stuck)
      .execute()
    await sweepRefunds(shop.deps)
    expect([(await read(stuck)).state, (await read(due)).state]).toEqual(['submitting', 'accepted'])
    await shop.db.updateTable('refunds').set({ check_at: null }).where('id', '=', stuck).execute()
  })
})

test('two sweeps request each refund once, and leave one that fails or that is locked to the next', async () => {
  const attempts = await Promise.all([paid({ provider_ref: null }), paid(), paid(), paid(), paid()])
  const [failing = '', locked = '', ...others] = await Promise.all(
    attempts.map((attempt, n) => refund(attempt, { check_at: new Date(n) })),
  )
  await shop.db.transaction().execute(async (tx) => {
    await tx.selectFrom('refunds').select('id').where('id', '=', locked).forUpdate().execute()
    await Promise.all([sweepRefunds(shop.deps), sweepRefunds(shop.deps)])
  })
  expect(bank.asked.toSorted()).toEqual(others.toSorted())
  expect((await read(locked)).checks).toBe(0)
  await sweepRefunds(shop.deps)
  expect(bank.asked.toSorted()).toEqual([...others, locked].toSorted())
  expect((await read(failing)).state).toBe('submitting')
  await shop.db.updateTable('refunds').set({ check_at: null }).where('id', '=', failing).execute()
})

describe('a refund that is reported', () => {
  const record = async (attempt: Attempt, reported: Partial<ReportedRefund>) => {
    await shop.db.transaction().execute(async (tx) =>
      recordRefund(shop.deps, tx, (await attemptOf(tx, attempt.id))!, {
        reference: null,
        refundRef: null,
        done: true,
        amount: { minor: 500, currency: 'EUR' },
        ...reported,
      }),
    )
    const { state, refunded_minor, flagged } = (await attemptOf(shop.db, attempt.id))!
    return { state, refunded: refunded_minor, flagged }
  }

  test('moves its payment to partially, then completely refunded', async () => {
    const attempt = await paid()
    expect(await record(attempt, { refundRef: 'one' })).toEqual({
      state: 'partially_refunded',
      refunded: 500,
      flagged: null,
    })
    expect(await record(attempt, { refundRef: 'one' })).toMatchObject({ refunded: 500 })
    const rest = { refundRef: 'two', amount: { minor: price - 501, currency: 'EUR' } }
    expect(await record(attempt, rest)).toMatchObject({ state: 'partially_refunded', refunded: price - 1 })
    const last = { refundRef: 'three', amount: { minor: 1, currency: 'EUR' } }
    expect(await record(attempt, last)).toEqual({ state: 'refunded', refunded: price, flagged: null })
    expect((await refundsOf(attempt)).map(({ reason, state }) => `${reason} ${state}`)).toEqual(
      Array<string>(3).fill('back_office refunded'),
    )
    const steps = await shop.db
      .selectFrom('payment_transitions')
      .select(['from_state', 'to_state'])
      .where('attempt_id', '=', attempt.id)
      .orderBy('n')
      .execute()
    expect(steps.map(({ from_state, to_state }) => `${from_state} ${to_state}`)).toEqual([
      'captured partially_refunded',
      'partially_refunded refunded',
    ])
  })

  test('is the one we asked for by our id, or by the provider’s', async () => {
    const attempt = await paid()
    const [byId, byRef] = [
      await refund(attempt),
      await refund(attempt, { reason: 'back_office', provider_ref: 'theirs' }),
    ]
    await record(attempt, { reference: byId, refundRef: 'anything' })
    expect([(await read(byId)).state, (await read(byRef)).state]).toEqual(['refunded', 'submitting'])
    expect(await record(attempt, { reference: randomUUID(), refundRef: 'theirs' })).toMatchObject({ refunded: 1000 })
    expect(await read(byRef)).toMatchObject({ state: 'refunded', check_at: null })
    expect(await refundsOf(attempt)).toHaveLength(2)
  })

  test.each<[string, Partial<ReportedRefund>, number]>([
    ['did not go', { done: false }, 1],
    ['is of another currency', { amount: { minor: 500, currency: 'USD' } }, 1],
    ['names no amount', { amount: null }, 0],
    ['is of nothing', { done: false, amount: { minor: 0, currency: 'EUR' } }, 0],
  ])('that %s counts nothing and is flagged', async (_, reported, kept) => {
    const attempt = await paid()
    expect(await record(attempt, { refundRef: randomUUID(), ...reported })).toEqual({
      state: 'captured',
      refunded: 0,
      flagged: 'refund_failed',
    })
    expect((await refundsOf(attempt)).map(({ state }) => state)).toEqual(Array<string>(kept).fill('failed'))
  })

  test('of another amount than a withdrawal’s fails that one; the back office may refund any amount', async () => {
    const [attempt, other] = [await paid(), await paid()]
    const ours = await refund(attempt)
    const amount = { minor: 499, currency: 'EUR' }
    expect(await record(attempt, { reference: ours, amount })).toMatchObject({ refunded: 0, flagged: 'refund_failed' })
    expect(await read(ours)).toMatchObject({ state: 'failed' })
    const office = await refund(other, { reason: 'back_office' })
    expect(await record(other, { reference: office, amount })).toMatchObject({ refunded: 499, flagged: null })
  })

  test('as failed after it was counted is taken off again, and its success is not counted a second time', async () => {
    const attempt = await paid()
    const whole = { refundRef: 'back', amount: { minor: price, currency: 'EUR' } }
    expect(await record(attempt, whole)).toMatchObject({ state: 'refunded', refunded: price })
    for (const done of [false, true, false, true])
      expect(await record(attempt, { ...whole, done })).toEqual({
        state: 'captured',
        refunded: 0,
        flagged: 'refund_failed',
      })
    const [failed] = await refundsOf(attempt)
    expect(failed).toMatchObject({ state: 'failed' })
    const steps = await shop.db
      .selectFrom('payment_transitions')
      .select(['from_state', 'to_state', 'cause'])
      .where('attempt_id', '=', attempt.id)
      .orderBy('n')
      .execute()
    expect(steps.map(({ from_state, to_state, cause }) => `${from_state} ${to_state} ${cause}`)).toEqual([
      'captured refunded webhook',
      `refunded captured refund ${failed!.id} failed`,
    ])
    // Another one is counted as usual.
    expect(await record(attempt, { refundRef: 'again' })).toMatchObject({ state: 'partially_refunded', refunded: 500 })
  })

  test('as failed leaves what others refunded, by what was counted of it', async () => {
    const attempt = await paid()
    const asked = await refund(attempt, { reason: 'back_office' })
    await record(attempt, { refundRef: 'other' })
    const amount = { minor: 499, currency: 'EUR' }
    expect(await record(attempt, { reference: asked, amount })).toMatchObject({ refunded: 999 })
    expect(await record(attempt, { reference: asked, amount, done: false })).toEqual({
      state: 'partially_refunded',
      refunded: 500,
      flagged: 'refund_failed',
    })
  })

  test('as failed before its success arrives counts nothing; one that a person closed does', async () => {
    const [attempt, unknown] = [await paid(), await paid()]
    for (const done of [false, true])
      expect(await record(attempt, { refundRef: 'reversed', done })).toMatchObject({ state: 'captured', refunded: 0 })
    const closed = await refund(unknown, { check_at: null })
    await shop.db.transaction().execute((tx) => closeUnknownRefunds(tx, unknown.id, new Date()))
    expect(await record(unknown, { reference: closed })).toMatchObject({ refunded: 500, flagged: null })
  })

  test('for a payment that granted nothing leaves the attempt unchanged', async () => {
    const attempt = await paid({ granted_at: null })
    expect(await record(attempt, { refundRef: 'unbought' })).toEqual({
      state: 'captured',
      refunded: 500,
      flagged: null,
    })
  })

  test('for a payment with a lost dispute is flagged and leaves it lost', async () => {
    const attempt = await paid({ state: 'lost' })
    expect(await record(attempt, { refundRef: 'late' })).toMatchObject({
      state: 'lost',
      flagged: 'late_partially_refunded',
    })
  })
})
