import fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { sql, type Insertable } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PaymentAttempt } from '#platform/database/database-types.ts'
import type { Subscription } from '#modules/subscriptions/index.ts'
import { applyProviderState, type Cause } from './apply-provider-state.ts'
import type { AttemptState } from './attempt-machine.ts'
import { attemptByProvider, attemptOf, attemptOfOrder, recentAttempts, type Attempt } from './attempts.ts'
import { flagsOf } from './flags.ts'
import type { ProviderState } from '../port.ts'
import { openDisputesAndClaims } from '../back-office/claims.ts'
import { resolvePayment } from '../back-office/decide.ts'
import { stepFor, waitingPayments } from '../back-office/waiting.ts'
import { openShop, type Customer, type Shop } from '../testing/shop.ts'
import { heldUpTo } from '../withdrawals/lots.ts'
import { nextRefundCheck } from '../withdrawals/refund-schedule.ts'
import { withdrawables } from '../withdrawals/refundable.ts'
import { fallToLevel, removeUnusedTime } from '../withdrawals/withdraw.ts'

let shop: Shop
let ada: Customer
beforeAll(async () => {
  shop = await openShop()
  ada = await shop.customer()
})
afterAll(() => shop.close())

/** An order whose outcome is pending. */
async function waiting(changes: Partial<Insertable<PaymentAttempt>> = {}): Promise<Attempt> {
  const id = changes.id ?? randomUUID()
  const plan = shop.flows.of('battito', '7').plans.free.find((one) => one.id === 'messages-60')!
  const now = new Date()
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
      amount_minor: plan.totalMinor,
      currency: 'EUR',
      state: 'submitting',
      created_at: now,
      updated_at: now,
      accepts: JSON.stringify({ renewal: false, immediateStart: true, textVersion: 'v' }),
      ...changes,
    })
    .execute()
  return (await attemptOf(shop.db, id))!
}

const states = [
  'requires_action',
  'processing',
  'authorised',
  'captured',
  'declined',
  'cancelled',
  'expired',
  'failed',
  'unknown',
] as const
/** Listed here, not read from the table under test. */
const final = ['declined', 'cancelled', 'expired', 'failed', 'refunded', 'won', 'lost']
const paid = ['authorised', 'captured']
const word = fc.record({
  state: fc.constantFrom(...states),
  amount: fc.constantFrom('ours', 'ours', 'ours', 'less', 'dollars', 'none'),
  reference: fc.constantFrom('ours', 'ours', 'ours', 'none', 'other'),
  providerRef: fc.constantFrom('PSP1', 'PSP1', 'PSP2', null),
  cause: fc.constantFrom<Cause>('charge', 'return', 'webhook', 'poll'),
})
type Word = typeof word extends fc.Arbitrary<infer W> ? W : never

function stateFrom(said: Word, attempt: Attempt): ProviderState {
  const amounts = {
    ours: { minor: attempt.amount_minor, currency: 'EUR' },
    less: { minor: 1, currency: 'EUR' },
    dollars: { minor: attempt.amount_minor, currency: 'USD' },
    none: null,
  }
  const references = { ours: attempt.id, none: null, other: randomUUID() }
  return {
    state: said.state,
    providerRef: said.providerRef,
    amount: amounts[said.amount],
    reference: references[said.reference],
    code: null,
    action: null,
    token: null,
  }
}

test('whatever is reported in whatever order: granted at most once, and only for our amount and reference', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 8 }), async (words) => {
      const attempt = await waiting()
      const salesOf = async () =>
        (
          await shop.db
            .selectFrom('ledger_transfers')
            .select('id')
            .where('idempotency_key', '=', `payment:${attempt.id}`)
            .execute()
        ).length
      let grants = 0
      for (const said of words) {
        const before = (await attemptOf(shop.db, attempt.id))!
        const applied = await shop.db
          .transaction()
          .execute((tx) => applyProviderState(shop.deps, tx, attempt.id, stateFrom(said, attempt), said.cause))
        if (final.includes(before.state)) expect(applied.attempt.state).toBe(before.state)
        if (applied.granted) {
          grants += 1
          expect([said.amount, said.reference, paid.includes(said.state)]).toEqual(['ours', 'ours', true])
        }
        expect(applied.attempt.sealed_request).toBeNull()
      }
      expect(grants).toBeLessThanOrEqual(1)
      expect(await salesOf()).toBe(grants)
      const rows = await shop.db
        .selectFrom('payment_transitions')
        .selectAll()
        .where('attempt_id', '=', attempt.id)
        .orderBy('n')
        .execute()
      // The recorded transitions form one path that ends at the attempt's state.
      for (const [at, row] of rows.entries()) expect(row.from_state).toBe(rows[at - 1]?.to_state ?? 'submitting')
      expect((await attemptOf(shop.db, attempt.id))?.state).toBe(rows.at(-1)?.to_state ?? 'submitting')
    }),
    { numRuns: 60 },
  )
}, 60_000)

test('one report from several concurrent sources is granted once', async () => {
  const attempt = await waiting()
  const captured = stateFrom(
    { state: 'authorised', amount: 'ours', reference: 'ours', providerRef: 'PSP1', cause: 'webhook' },
    attempt,
  )
  const applied = await Promise.all(
    (['charge', 'return', 'webhook', 'poll'] as const).map((cause) =>
      shop.db.transaction().execute((tx) => applyProviderState(shop.deps, tx, attempt.id, captured, cause)),
    ),
  )
  expect(applied.filter(({ granted }) => granted)).toHaveLength(1)
})

/** A captured payment of the whole amount under our reference, but for `changes`. */
const paidState = (attempt: Attempt, changes: Partial<ProviderState> = {}): ProviderState => ({
  ...stateFrom(
    { state: 'captured', amount: 'ours', reference: 'ours', providerRef: 'PSP1', cause: 'webhook' },
    attempt,
  ),
  ...changes,
})
const apply = (attempt: Attempt, reported: ProviderState, cause: Cause = 'webhook') =>
  shop.db.transaction().execute((tx) => applyProviderState(shop.deps, tx, attempt.id, reported, cause))
const salesOf = (attempt: Attempt) =>
  shop.db
    .selectFrom('ledger_transfers')
    .select('amount')
    .where('idempotency_key', '=', `payment:${attempt.id}`)
    .execute()

describe('money for a closed order', () => {
  test.each(['declined', 'cancelled', 'expired', 'failed'] as const)(
    'that is %s grants nothing and waits for the member’s choice',
    async (state) => {
      for (const reported of ['authorised', 'captured'] as const) {
        const attempt = await waiting({ state })
        const applied = await apply(attempt, paidState(attempt, { state: reported }))
        expect(applied.granted).toBe(false)
        expect(applied.attempt).toMatchObject({ state, flagged: 'paid_twice', granted_at: null })
        expect(applied.attempt.flagged_at).not.toBeNull()
        expect(applied.attempt.refund_due_at).not.toBeNull()
        expect(await salesOf(attempt)).toEqual([])
      }
    },
  )

  test.each(['declined', 'cancelled', 'expired', 'failed', 'processing'] as const)(
    'and no money (%s) after a close changes nothing',
    async (state) => {
      const attempt = await waiting({ state: 'declined' })
      expect((await apply(attempt, paidState(attempt, { state }))).attempt).toMatchObject({
        state: 'declined',
        flagged: null,
      })
    },
  )
})

describe('a payment that is granted', () => {
  async function granted(changes: Partial<ProviderState> = {}) {
    const attempt = await waiting()
    const applied = await apply(attempt, paidState(attempt, { state: 'authorised', ...changes }))
    expect(applied.granted).toBe(true)
    return applied.attempt
  }

  test('keeps its reference when a second one is reported, which is flagged', async () => {
    for (const state of ['authorised', 'captured'] as const) {
      const attempt = await granted()
      const applied = await apply(attempt, paidState(attempt, { state, providerRef: 'PSP2' }))
      expect(applied.granted).toBe(false)
      expect(applied.attempt).toMatchObject({
        state: 'authorised',
        provider_ref: 'PSP1',
        flagged: 'second_payment',
      })
      expect(await salesOf(attempt)).toHaveLength(1)
    }
  })

  test('is captured under the same reference, or under none, without a flag', async () => {
    for (const providerRef of ['PSP1', null]) {
      const attempt = await granted()
      expect((await apply(attempt, paidState(attempt, { providerRef }))).attempt).toMatchObject({
        state: 'captured',
        provider_ref: 'PSP1',
        flagged: null,
      })
    }
  })

  test('takes the reference reported later when none was known', async () => {
    const attempt = await granted({ providerRef: null })
    expect((await apply(attempt, paidState(attempt, { providerRef: 'PSP9' }))).attempt).toMatchObject({
      provider_ref: 'PSP9',
      flagged: null,
    })
  })

  test.each(['failed', 'cancelled', 'expired'] as const)('and then %s is flagged', async (state) => {
    const attempt = await granted()
    expect((await apply(attempt, paidState(attempt, { state }))).attempt).toMatchObject({
      state,
      flagged: 'failed_after_grant',
    })
    expect(await salesOf(attempt)).toHaveLength(1)
    // Reported again it is credited no second time.
    await apply(attempt, paidState(attempt, { state }))
    const papers = await shop.db
      .selectFrom('invoices')
      .select(['kind', 'total_minor', 'vat_minor'])
      .where('attempt_id', '=', attempt.id)
      .orderBy('kind', 'desc')
      .execute()
    const [invoice] = papers
    expect(papers).toEqual([
      { ...invoice, kind: 'invoice', total_minor: attempt.amount_minor },
      { ...invoice, kind: 'credit_note' },
    ])
  })

  test('waits for each of its reasons once, the first one first', async () => {
    const attempt = await granted()
    for (const state of ['captured', 'captured', 'failed', 'captured'] as const)
      await apply(attempt, paidState(attempt, { state, providerRef: state === 'failed' ? 'PSP1' : 'PSP2' }))
    const after = (await attemptOf(shop.db, attempt.id))!
    expect(after.flagged).toBe('second_payment')
    expect(after.further_flags).toEqual([{ reason: 'failed_after_grant', at: expect.any(String) }])
    expect(Date.parse(after.further_flags[0]!.at)).toBeGreaterThanOrEqual(after.flagged_at!.getTime())
  })
})

/** The columns of an attempt that waits for a person, the first reason first. */
function flaggedFor(reasons: readonly string[]) {
  const [first, ...further] = reasons.map((reason) => ({ reason, at: new Date().toISOString() }))
  return { flagged: first!.reason, flagged_at: new Date(), further_flags: JSON.stringify(further) }
}

test.each([
  [['unresolved', 'other_reference'], 'other_reference', 'stays open'],
  [['other_reference', 'second_payment'], 'other_reference', 'stays open'],
  [['unresolved', 'other_reference'], 'unresolved', 'fails'],
  [['other_reference', 'other_amount'], 'other_amount', 'fails'],
  [['other_reference'], 'other_reference', 'fails'],
])('an open order that waits for %j, of which %s is closed, %s', async (reasons, flagged, then) => {
  const attempt = await waiting({ ...flaggedFor(reasons), state: 'unknown', sealed_request: 'sealed' })
  const decision = { attemptId: attempt.id, madeBy: 'command:grace', reason: 'looked up', flagged }
  expect(await resolvePayment(shop.deps, decision)).toBe('resolved')
  const after = (await attemptOf(shop.db, attempt.id))!
  expect([after.state, after.sealed_request]).toEqual(then === 'fails' ? ['failed', null] : ['unknown', 'sealed'])
  expect(flagsOf(after)).toEqual(reasons.filter((reason) => reason !== flagged))
})

test('a reason behind one that a process of the version before took off comes first, with its own time', async () => {
  const attempt = await waiting(flaggedFor(['refund_unknown', 'refund_failed', 'second_payment']))
  const [next, last] = attempt.further_flags
  await shop.db
    .updateTable('payment_attempts')
    .set({ flagged: null, flagged_at: null })
    .where('id', '=', attempt.id)
    .execute()
  for (const _ of [1, 2]) {
    await shop.sweep()
    expect(await attemptOf(shop.db, attempt.id)).toEqual({
      ...attempt,
      flagged: 'refund_failed',
      flagged_at: new Date(next!.at),
      further_flags: [last],
    })
  }
})

describe('a payment that is not ours', () => {
  test.each<[string, (attempt: Attempt) => Partial<ProviderState>, string]>([
    ['one cent less', ({ amount_minor: minor }) => ({ amount: { minor: minor - 1, currency: 'EUR' } }), 'other_amount'],
    ['one cent more', ({ amount_minor: minor }) => ({ amount: { minor: minor + 1, currency: 'EUR' } }), 'other_amount'],
    ['dollars', ({ amount_minor: minor }) => ({ amount: { minor, currency: 'USD' } }), 'other_amount'],
    ['another reference', () => ({ reference: randomUUID() }), 'other_reference'],
  ])('%s: nothing is granted, and it is flagged', async (_what, change, reason) => {
    const attempt = await waiting()
    const applied = await apply(attempt, paidState(attempt, change(attempt)))
    expect(applied.granted).toBe(false)
    expect(applied.attempt).toMatchObject({
      state: 'submitting',
      flagged: reason,
      granted_at: null,
      // What belongs to another order is not refunded with this one.
      provider_ref: reason === 'other_reference' ? null : 'PSP1',
    })
    expect(await salesOf(attempt)).toEqual([])
  })

  test('of another amount is kept under its own reference, once, and the order is open no longer', async () => {
    const page = { url: 'https://bank.example', method: 'GET', data: {}, type: 'redirect' } as const
    const open = { provider_ref: 'PAGE', check_at: new Date(), sealed_request: 'sealed', action: JSON.stringify(page) }
    const attempt = await waiting({ ...open, state: 'requires_action' })
    const less = { amount: { minor: 1, currency: 'EUR' } }
    for (const providerRef of ['PSP1', 'PSP2'])
      expect((await apply(attempt, paidState(attempt, { ...less, providerRef }))).attempt).toMatchObject({
        flagged: 'other_amount',
        provider_ref: 'PSP1',
        check_at: null,
        sealed_request: null,
        action: null,
      })
  })

  test('of another amount waits for that, no longer for its outcome, and beside what it waited for', async () => {
    const attempt = await waiting({ ...flaggedFor(['unresolved', 'other_reference']), state: 'processing' })
    const [other] = attempt.further_flags
    const less = paidState(attempt, { amount: { minor: 1, currency: 'EUR' } })
    expect((await apply(attempt, less)).attempt).toMatchObject({
      flagged: 'other_reference',
      flagged_at: new Date(other!.at),
      further_flags: [{ reason: 'other_amount' }],
    })
  })

  test('of another amount leaves a granted order as it is, but for the flag', async () => {
    const attempt = await waiting()
    await apply(attempt, paidState(attempt, { state: 'authorised' }))
    const other = paidState(attempt, { amount: { minor: 1, currency: 'EUR' }, providerRef: 'PSP2' })
    expect((await apply(attempt, other)).attempt).toMatchObject({ flagged: 'other_amount', provider_ref: 'PSP1' })
  })

  test('a decline of another amount is a decline: no money was taken', async () => {
    const attempt = await waiting()
    const applied = await apply(
      attempt,
      paidState(attempt, { state: 'declined', amount: { minor: 1, currency: 'USD' }, code: 'card_declined' }),
    )
    expect(applied.attempt).toMatchObject({ state: 'declined', code: 'card_declined', flagged: null, check_at: null })
  })

  test.each([{ amount: null }, { reference: null }])(
    'without %j it waits for a report that has it',
    async (changes) => {
      const attempt = await waiting()
      const applied = await apply(attempt, paidState(attempt, changes))
      expect(applied.granted).toBe(false)
      expect(applied.attempt).toMatchObject({ state: 'processing', granted_at: null, provider_ref: 'PSP1' })
      expect(applied.attempt.check_at).not.toBeNull()
      expect((await apply(attempt, paidState(attempt))).granted).toBe(true)
    },
  )
})

test('an open outcome is checked again and keeps its sealed request; a final one is not and does not', async () => {
  const open = await waiting({ sealed_request: 'sealed' })
  const applied = await apply(open, paidState(open, { state: 'processing' }))
  expect(applied.attempt).toMatchObject({ state: 'processing', sealed_request: 'sealed' })
  expect(applied.attempt.check_at).not.toBeNull()
  const closed = await apply(open, paidState(open, { state: 'declined' }))
  expect(closed.attempt).toMatchObject({ state: 'declined', sealed_request: null, check_at: null })
})

test('the redirect is kept while it is needed', async () => {
  const attempt = await waiting()
  const action = { type: 'redirect' as const, url: 'https://bank.example/3ds', method: 'GET' as const, data: {} }
  expect((await apply(attempt, paidState(attempt, { state: 'requires_action', action }))).attempt.action).toEqual(
    action,
  )
  expect((await apply(attempt, paidState(attempt))).attempt.action).toBeNull()
})

test('the next check is a scheduled job: a later state moves it, a final one needs none', async () => {
  const jobsOf = async (attempt: Attempt) =>
    (
      await sql<{ run_at: Date }>`
        select run_at from graphile_worker.jobs where key = ${`payment-check:${attempt.id}`}`.execute(shop.db)
    ).rows.map(({ run_at }) => run_at)
  const attempt = await waiting()
  const { attempt: open } = await apply(attempt, paidState(attempt, { state: 'processing' }))
  expect(await jobsOf(attempt)).toEqual([open.check_at])
  const closed = await waiting()
  await apply(closed, paidState(closed, { state: 'declined' }))
  expect(await jobsOf(closed)).toEqual([])
})

test('money for a member erased meanwhile is flagged, under its own reference and no other order’s', async () => {
  const eva = await shop.customer()
  await shop.db.updateTable('members').set({ state: 'deleted' }).where('id', '=', eva.memberId).execute()
  const [attempt, other] = [await waiting({ member_id: eva.memberId }), await waiting()]
  const applied = await apply(attempt, paidState(attempt, { providerRef: 'PSP3' }))
  expect(applied.granted).toBe(false)
  expect(applied.attempt).toMatchObject({ flagged: 'paid_after_erasing', provider_ref: 'PSP3', granted_at: null })
  expect((await attemptOf(shop.db, other.id))?.provider_ref).toBeNull()
  // The reference known first is kept.
  await apply(attempt, paidState(attempt, { providerRef: 'PSP4' }))
  expect((await attemptOf(shop.db, attempt.id))?.provider_ref).toBe('PSP3')
})

test('a new payment by a removed card restores it, and a late event of an old one does not', async () => {
  const eva = await shop.customer()
  const reported = {
    state: 'captured',
    token: { id: 'known', brand: 'visa', last4: '1111', shopper: eva.memberId },
  } as const
  const [first, second] = [await waiting({ member_id: eva.memberId }), await waiting({ member_id: eva.memberId })]
  await apply(first, paidState(first, reported))
  const isRemoved = async () => {
    const { removed_at: at } = await shop.db
      .selectFrom('card_tokens')
      .select('removed_at')
      .where('member_id', '=', eva.memberId)
      .executeTakeFirstOrThrow()
    return at !== null
  }
  await shop.db
    .updateTable('card_tokens')
    .set({ removed_at: new Date() })
    .where('member_id', '=', eva.memberId)
    .execute()
  await apply(first, paidState(first, reported))
  expect(await isRemoved()).toBe(true)
  await apply(second, paidState(second, reported))
  expect(await isRemoved()).toBe(false)
})

test('a receipt names the order’s card where the provider names none', async () => {
  const eva = await shop.customer()
  const ids = [randomUUID(), randomUUID(), randomUUID()].toSorted()
  const cards = ids.map((id, n) => ({
    member_id: eva.memberId,
    id,
    connection: 'adyen',
    token: id,
    last4: `000${n}`,
    created_at: new Date(),
  }))
  await shop.db.insertInto('card_tokens').values(cards).execute()
  const paidBy = async (card: string | null) => {
    const attempt = await waiting({ member_id: eva.memberId, card_token_id: card })
    await apply(attempt, paidState(attempt))
    return (await shop.stateOf(eva)).emails.at(-1)?.props
  }
  expect(await paidBy(ids[1]!)).toMatchObject({ last4: '0001' })
  expect(await paidBy(null)).toMatchObject({ last4: null })
})

test('consents are stored with the order’s text and time', async () => {
  const [both, one] = [await shop.customer(), await shop.customer()]
  const placed = new Date('2026-10-01T12:00:00Z')
  for (const { memberId } of [both, one]) {
    const accepts = { renewal: memberId === both.memberId, immediateStart: true, textVersion: 'v7' }
    const order = { member_id: memberId, created_at: placed, accepts: JSON.stringify(accepts) }
    const attempt = await waiting(order)
    await apply(attempt, paidState(attempt, { state: 'captured' }))
  }
  const consentsOf = async (member: Customer) =>
    (await shop.stateOf(member)).consents
      .map(({ kind, given_at: at, text_version: version, granted }) => [kind, at, version, granted])
      .toSorted()
  expect(await consentsOf(one)).toEqual([['immediate_start', placed, 'v7', true]])
  expect(await consentsOf(both)).toEqual([
    ['immediate_start', placed, 'v7', true],
    ['renewal', placed, 'v7', true],
  ])
})

describe('an order decided while the member was away', () => {
  const level = (n: number) => {
    const plan = shop.flows.of('battito', '7').plans.free.find(({ id }) => id === 'messages-60')!
    return { plan: JSON.stringify({ ...plan, level: n }) }
  }
  test.each<[AttemptState, (typeof states)[number], Cause, boolean, boolean]>([
    // From, to, cause, is notified, gets an email that it was not paid.
    ['processing', 'captured', 'webhook', true, false],
    ['requires_action', 'captured', 'poll', true, false],
    ['processing', 'captured', 'return', false, false],
    ['submitting', 'captured', 'charge', false, false],
    ['processing', 'declined', 'webhook', true, true],
    ['unknown', 'failed', 'poll', true, true],
    ['unknown', 'expired', 'poll', true, true],
    ['requires_action', 'cancelled', 'webhook', false, false],
    ['submitting', 'declined', 'webhook', false, false],
    ['processing', 'declined', 'return', false, false],
    ['processing', 'declined', 'replaced', false, false],
    ['unknown', 'processing', 'webhook', false, false],
    ['authorised', 'failed', 'webhook', false, false],
  ])('from %s to %s by %s: %s, emailed %s', async (from, to, cause, late, emailed) => {
    const eva = await shop.customer()
    const attempt = await waiting({ member_id: eva.memberId, state: from, site_origin: 'https://eva.example' })
    const applied = await apply(attempt, paidState(attempt, { state: to }), cause)
    expect(applied.decidedLate).toBe(late)
    const { emails } = await shop.stateOf(eva)
    const plan = shop.flows.of('battito', '7').plans.free.find(({ id }) => id === 'messages-60')!
    expect(
      emails
        .filter(({ kind }) => kind === 'order-unpaid')
        .map(({ to_address, locale, brand_id, props }) => ({ to_address, locale, brand_id, props })),
    ).toEqual(
      emailed
        ? [
            {
              to_address: eva.email,
              locale: 'it',
              brand_id: 'battito',
              props: {
                plan: plan.name,
                total: '11.90',
                currency: 'EUR',
                link: 'https://eva.example/vip_plan/cred',
                order: attempt.id,
              },
            },
          ]
        : [],
    )
  })

  test('is not reported for an age check, nor emailed to an erased member', async () => {
    const check = await waiting({ state: 'processing', ...level(0) })
    expect((await apply(check, paidState(check, { state: 'declined' }))).decidedLate).toBe(false)
    const eva = await shop.customer()
    const attempt = await waiting({ member_id: eva.memberId, state: 'processing' })
    await shop.db.updateTable('members').set({ state: 'deleted' }).where('id', '=', eva.memberId).execute()
    await apply(attempt, paidState(attempt, { state: 'declined' }))
    expect((await shop.stateOf(eva)).emails).toEqual([])
  })
})

describe('the orders of a member', () => {
  const at = new Date('2026-11-22T10:00:00Z')
  const earlier = (ms: number) => new Date(at.getTime() - ms)
  const ids = (attempts: readonly (Attempt | undefined)[]) => attempts.map((attempt) => attempt?.id)

  test('within a period are listed newest first, also with equal times, up to the limit', async () => {
    const [eva, other] = [await shop.customer(), await shop.customer()]
    const of = ({ memberId }: Customer, createdAt: Date, id: string) =>
      waiting({ id, member_id: memberId, created_at: createdAt })
    const [low, high] = ['01900000-0000-7000-8000-00000000000a', '01900000-0000-7000-8000-00000000000b']
    await of(eva, earlier(3000), randomUUID())
    const oldest = await of(eva, earlier(2999), randomUUID())
    await of(eva, earlier(1000), high)
    await of(eva, earlier(1000), low)
    await of(other, at, randomUUID())
    const since = (limit: number) => recentAttempts(shop.db, eva.memberId, earlier(3000), limit)
    expect(ids(await since(10))).toEqual([high, low, oldest.id])
    expect(ids(await since(2))).toEqual([high, low])
  })

  test('are found by their key and by the provider’s reference, and no other’s', async () => {
    const [eva, other] = [await shop.customer(), await shop.customer()]
    const named = { order_key: randomUUID(), provider_ref: 'REF' }
    const theirs = await waiting({ member_id: other.memberId, ...named })
    const own = await waiting({ member_id: eva.memberId, ...named })
    const elsewhere = await waiting({ member_id: eva.memberId, provider_ref: 'REF', provider: 'mollie' })
    const second = await waiting({ member_id: eva.memberId, provider_ref: 'REF2' })
    expect(ids([await attemptOfOrder(shop.db, eva.memberId, named.order_key)])).toEqual([own.id])
    expect(ids([await attemptOfOrder(shop.db, other.memberId, named.order_key)])).toEqual([theirs.id])
    const byProvider = (provider: string, ref: string) => attemptByProvider(shop.db, eva.memberId, provider, ref)
    expect(
      ids([
        await byProvider('adyen', 'REF'),
        await byProvider('mollie', 'REF'),
        await byProvider('adyen', 'REF2'),
        await byProvider('mollie', 'REF2'),
      ]),
    ).toEqual([own.id, elsewhere.id, second.id, undefined])
  })

  test('count credits not bought later: with a later purchase of the same member, to the millisecond', async () => {
    const eva = await shop.customer()
    const first = await waiting({ member_id: eva.memberId, state: 'captured', granted_at: at })
    const held = () => heldUpTo(shop.db, first, 5000)
    expect(await held()).toBe(5000)
    // None of these is a later, still valid purchase of hers; each holds 600.
    const later = { member_id: eva.memberId, state: 'captured', granted_at: new Date(at.getTime() + 1) }
    for (const changes of [
      { granted_at: at },
      { granted_at: earlier(1) },
      { granted_at: null },
      { withdrawn_at: at },
      { state: 'disputed' },
      { state: 'lost' },
      { state: 'failed' },
      { state: 'cancelled' },
      { state: 'expired' },
      { member_id: ada.memberId },
    ])
      await waiting({ ...later, ...changes })
    expect(await held()).toBe(5000)
    for (const [n, state] of ['captured', 'authorised', 'partially_refunded', 'refunded', 'won'].entries()) {
      await waiting({ ...later, state })
      expect([state, await held()]).toEqual([state, 5000 - 600 * (n + 1)])
    }
    expect([await heldUpTo(shop.db, first, 3000), await heldUpTo(shop.db, first, 2999)]).toEqual([0, 0])
    expect(await heldUpTo(shop.db, { ...first, granted_at: null }, 5000)).toBe(0)
  })

  test('can be withdrawn from within fourteen days, newest first, also with equal times', async () => {
    const eva = await shop.customer()
    const day = 86_400_000
    const order = (id: string, createdAt: Date, grantedAt: Date) =>
      waiting({
        id,
        member_id: eva.memberId,
        state: 'captured',
        provider_ref: id,
        created_at: createdAt,
        granted_at: grantedAt,
      })
    await shop.db.updateTable('wallets').set({ messages: 5000 }).where('member_id', '=', eva.memberId).execute()
    const [low, high] = ['01900000-0000-7000-8000-00000000001a', '01900000-0000-7000-8000-00000000001b']
    await order(high, earlier(day), earlier(day))
    await order(low, earlier(day), earlier(day))
    const last = await order(randomUUID(), earlier(15 * day), earlier(14 * day))
    // The last day, with the holidays that may move it on, is over.
    await order(randomUUID(), earlier(0), earlier(20 * day))
    const found = await withdrawables(shop.deps, shop.db, eva.memberId, at)
    expect(ids(found.map(({ attempt }) => attempt))).toEqual([high, low, last.id])
    await shop.db.updateTable('wallets').set({ messages: 3 }).where('member_id', '=', eva.memberId).execute()
  })
})

describe('what is left after an order is given back', () => {
  const at = new Date('2026-11-22T10:00:00Z')
  const inDays = (days: number) => new Date(at.getTime() + days * 86_400_000)
  const levelOf = async (member: Customer) => {
    const { level, level_until: until } = await shop.stateOf(member)
    return [level, until]
  }
  const setTo = (member: Customer, level: number) =>
    shop.db.updateTable('members').set({ level }).where('id', '=', member.memberId).execute()

  test('is level 1 while another order counts, else level 0; a plan that runs keeps level 2', async () => {
    const eva = await shop.customer()
    const own = { member_id: eva.memberId, state: 'captured', granted_at: at }
    const back = await waiting({ ...own, withdrawn_at: at })
    const fall = async (from: number, term: Parameters<typeof fallToLevel>[3]) => {
      await setTo(eva, from)
      await shop.db.transaction().execute((tx) => fallToLevel(shop.deps, tx, back, term))
      return levelOf(eva)
    }
    for (const changes of [
      { granted_at: null },
      { withdrawn_at: at },
      { amount_minor: 0 },
      { state: 'refunded' },
      { state: 'failed' },
      { state: 'cancelled' },
      { state: 'expired' },
      { state: 'disputed' },
      { state: 'lost' },
      { member_id: ada.memberId },
    ])
      await waiting({ ...own, ...changes })
    expect(await fall(1, undefined)).toEqual([0, null])
    // No time of a plan was touched.
    expect(await fall(2, undefined)).toEqual([2, null])
    expect(await fall(2, null)).toEqual([0, null])
    const running = { period_end: inDays(3), plan: { level: 2 } } as unknown as Subscription
    expect(await fall(2, running)).toEqual([2, inDays(3)])
    for (const state of ['authorised', 'captured', 'partially_refunded', 'won']) {
      const { id } = await waiting({ ...own, state })
      expect([state, await fall(2, null), await fall(1, undefined)]).toEqual([state, [1, null], [1, null]])
      await shop.db.updateTable('payment_attempts').set({ withdrawn_at: at }).where('id', '=', id).execute()
    }
    const { differences } = await shop.stateOf(eva)
    expect(differences).toEqual([])
  })

  test('begins earlier, where it was to begin at the end of what was given back or later', async () => {
    const eva = await shop.customer()
    const own = { member_id: eva.memberId, state: 'captured', granted_at: at }
    const back = await waiting({ ...own, term_start: at, term_end: inDays(30) })
    const term = (days: number, changes: object = {}) =>
      waiting({ ...own, term_start: inDays(days), term_end: inDays(days + 30), ...changes })
    const others = [
      await term(30),
      await term(60),
      await term(29.9),
      await term(30, { granted_at: null }),
      await term(30, { member_id: ada.memberId }),
    ]
    await shop.db
      .transaction()
      .execute((tx) => removeUnusedTime(shop.deps, tx, { attempt: back, unusedMs: 10 * 86_400_000, now: inDays(20) }))
    const after = await Promise.all(
      [back, ...others].map(async ({ id }) => {
        const { term_start: start, term_end: end } = (await attemptOf(shop.db, id))!
        return [start, end].map((one) => ((one?.getTime() ?? 0) - at.getTime()) / 86_400_000)
      }),
    )
    expect(after).toEqual([
      [0, 30],
      [20, 50],
      [50, 80],
      [29.9, 59.9],
      [30, 60],
      [30, 60],
    ])
  })

  test('is asked for again after one minute, five, a quarter of an hour, then every hour', () => {
    const minutes = [0, 1, 2, 3, 4, 50].map((checks) => (nextRefundCheck(checks, at).getTime() - at.getTime()) / 60_000)
    expect(minutes).toEqual([1, 5, 15, 60, 60, 60])
  })
})

describe('what waits for a person', () => {
  const at = new Date('2026-11-22T10:00:00Z')
  const after = (ms: number) => new Date(at.getTime() + ms)
  const brand = { brand_id: 'vicino' }

  test('is listed by its brand, what waits longest first, of two since one time the first made, as many as asked for', async () => {
    const flagged = { ...brand, flagged: 'other_amount', flagged_at: at }
    const [low, high] = ['01900000-0000-7000-8000-00000000002a', '01900000-0000-7000-8000-00000000002b']
    await waiting({ ...flagged, flagged_at: after(1) })
    await waiting({ ...flagged, id: high })
    await waiting({ ...flagged, id: low })
    await waiting({ ...brand })
    await waiting({ flagged: 'other_amount', flagged_at: after(-1) })
    const ids = async (limit: number) => (await waitingPayments(shop.db, 'vicino', limit)).map(({ id }) => id)
    expect(await ids(2)).toEqual([low, high])
    expect(await ids(10)).toHaveLength(3)
  })

  test('is each dispute that is open, and each lost one with an open claim, in their order', async () => {
    const dispute = async (name: string, changes: object) => {
      const { id } = await waiting({ ...brand, state: 'captured' })
      const row = {
        attempt_id: id,
        member_id: ada.memberId,
        credits: 0,
        currency: 'EUR',
        state: 'open',
        unused_ms: 0,
        used_minor: 1,
      }
      await shop.db
        .insertInto('disputes')
        .values({ ...row, ...brand, opened_at: at, updated_at: at, ...changes })
        .execute()
      names.set(id, name)
    }
    const names = new Map<string, string>()
    await dispute('later', { opened_at: after(1), updated_at: after(-1) })
    await dispute('first', { updated_at: after(1), used_minor: 0 })
    await dispute('lost later', { state: 'lost', updated_at: after(1), opened_at: after(-1) })
    await dispute('lost first', { state: 'lost' })
    await dispute('unused', { state: 'lost', used_minor: 0 })
    await dispute('settled', { state: 'lost', settled_at: at })
    await dispute('won', { state: 'won' })
    await dispute('of another brand', { brand_id: 'local', state: 'lost' })
    await dispute('open, of another brand', { brand_id: 'local' })
    const { open, claims } = await openDisputesAndClaims(shop.db, 'vicino')
    const named = (rows: typeof open) => rows.map(({ attempt_id: id }) => names.get(id))
    expect([named(open), named(claims)]).toEqual([
      ['first', 'later'],
      ['lost first', 'lost later'],
    ])
  })

  test('says by its flag what is to be done', () => {
    expect(stepFor('paid_after_close')).toMatch(/closed.*`refund`/)
    const differences = ['amount', 'reference', 'state', 'refund'].map((what) => stepFor(`differs_${what}`))
    expect(new Set([...differences, stepFor('differs')]).size).toBe(5)
    expect(stepFor('late_refunded')).toBe(stepFor('late'))
    expect(stepFor('refund_unknown')).not.toBe(stepFor('refund_failed'))
    expect(stepFor('a flag of another time')).toMatch(/^Look it up at the provider, then/)
  })
})

test('a card that is only named after the grant is kept, and none of an erased member', async () => {
  const cardsOf = ({ member_id: memberId }: Attempt) =>
    shop.db.selectFrom('card_tokens').select('token').where('member_id', '=', memberId).execute()
  const card = { id: 'late-card', brand: 'visa', last4: '1111' }
  const [eva, erased] = [await shop.customer(), await shop.customer()]
  for (const { memberId } of [eva, erased]) {
    const attempt = await waiting({ member_id: memberId })
    await apply(attempt, paidState(attempt, { state: 'captured' }))
    if (memberId === erased.memberId)
      await shop.db.updateTable('members').set({ state: 'deleted' }).where('id', '=', memberId).execute()
    await apply(attempt, paidState(attempt, { state: 'captured', token: { ...card, shopper: memberId } }))
    expect(await cardsOf(attempt)).toEqual(memberId === eva.memberId ? [{ token: 'late-card' }] : [])
  }
})
