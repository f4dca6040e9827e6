import fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applyProviderState, type Cause } from './apply-provider-state.ts'
import { isFinal, isPaid } from './attempt-machine.ts'
import { attemptOf, type Attempt } from './attempts.ts'
import type { ProviderState } from '../port.ts'
import { openShop, type Customer, type Shop } from '../testing/shop.ts'

let shop: Shop
let ada: Customer
beforeAll(async () => {
  shop = await openShop()
  ada = await shop.customer()
})
afterAll(() => shop.close())

/** An order that waits for its answer. */
async function waiting(): Promise<Attempt> {
  const id = randomUUID()
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

test('whatever is said in whatever order: granted at most once, and only for our amount under our reference', async () => {
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
        if (isFinal(before.state)) expect(applied.attempt.state).toBe(before.state)
        if (applied.granted) {
          grants += 1
          expect([said.amount, said.reference, isPaid(said.state)]).toEqual(['ours', 'ours', true])
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
      // The written steps form one path that ends where the attempt stands.
      for (const [at, row] of rows.entries()) expect(row.from_state).toBe(rows[at - 1]?.to_state ?? 'submitting')
      expect((await attemptOf(shop.db, attempt.id))?.state).toBe(rows.at(-1)?.to_state ?? 'submitting')
    }),
    { numRuns: 60 },
  )
}, 60_000)

test('the same word from everywhere at once is granted once', async () => {
  const attempt = await waiting()
  const paid = stateFrom(
    { state: 'authorised', amount: 'ours', reference: 'ours', providerRef: 'PSP1', cause: 'webhook' },
    attempt,
  )
  const applied = await Promise.all(
    (['charge', 'return', 'webhook', 'poll'] as const).map((cause) =>
      shop.db.transaction().execute((tx) => applyProviderState(shop.deps, tx, attempt.id, paid, cause)),
    ),
  )
  expect(applied.filter(({ granted }) => granted)).toHaveLength(1)
})
