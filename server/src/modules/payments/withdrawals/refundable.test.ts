import { describe, expect, test } from 'vitest'
import type { Attempt } from '../attempts/attempts.ts'
import { withdrawableNow } from './refundable.ts'

const day = 86_400_000
const bought = new Date('2026-11-01T09:00:00Z')
const after = (days: number) => new Date(bought.getTime() + days * day)

/** A paid pack of 100 credits for 10.00. Only what the rule reads. */
const pack = (changes: Partial<Attempt> = {}): Attempt =>
  ({
    granted_at: bought,
    withdrawn_at: null,
    flagged: null,
    provider_ref: 'PSP1',
    state: 'captured',
    amount_minor: 1000,
    refunded_minor: 0,
    term_start: null,
    term_end: null,
    plan: { level: 1, credits: 100 },
    ...changes,
  }) as Attempt
/** Thirty days for 30.00. */
const term = (changes: Partial<Attempt> = {}): Attempt =>
  pack({
    amount_minor: 3000,
    term_start: bought,
    term_end: after(30),
    plan: { level: 2, credits: 0 } as Attempt['plan'],
    ...changes,
  })

test.each<[string, Partial<Attempt>]>([
  ['was never granted', { granted_at: null }],
  ['was withdrawn from', { withdrawn_at: bought }],
  ['waits for a person', { flagged: 'second_payment' }],
  ['the provider has no reference of', { provider_ref: null }],
  ['was an age check', { plan: { level: 0, credits: 100 } as Attempt['plan'] }],
  ['was refunded', { state: 'refunded' }],
  ['is disputed', { state: 'disputed' }],
  ['failed', { state: 'failed' }],
  ['was lost', { state: 'lost' }],
])('an order that %s cannot be withdrawn from', (_what, changes) => {
  expect(withdrawableNow(pack(), 100, after(1))).not.toBeNull()
  expect(withdrawableNow(pack(changes), 100, after(1))).toBeNull()
})

test.each(['authorised', 'captured', 'partially_refunded'] as const)('one that is %s can', (state) => {
  expect(withdrawableNow(pack({ state }), 100, after(1))?.refundMinor).toBe(1000)
})

test('until the last moment of the fourteenth day', () => {
  expect(withdrawableNow(pack(), 100, after(14))).toMatchObject({ until: after(14) })
  expect(withdrawableNow(pack(), 100, new Date(after(14).getTime() + 1))).toBeNull()
})

describe('of a pack', () => {
  test.each([
    // balance, refund, credits taken back
    [250, 1000, 100],
    [100, 1000, 100],
    [99, 990, 99],
    [1, 10, 1],
  ])('with %d credits left %d comes back, for %d credits', (messages, refundMinor, credits) => {
    expect(withdrawableNow(pack(), messages, after(1))).toMatchObject({ refundMinor, credits, unusedMs: 0 })
  })

  test('a part of a cent is rounded up, in favour of the member', () => {
    expect(withdrawableNow(pack({ amount_minor: 1001 }), 50, after(1))?.refundMinor).toBe(501)
    expect(withdrawableNow(pack({ amount_minor: 999 }), 33, after(1))?.refundMinor).toBe(330)
  })

  test('nothing comes back once all is used, or of a pack without credits', () => {
    expect(withdrawableNow(pack(), 0, after(1))).toBeNull()
    expect(withdrawableNow(pack({ plan: { level: 1, credits: 0 } as Attempt['plan'] }), 50, after(1))).toBeNull()
  })
})

describe('of a term', () => {
  test.each([
    // days since it began, refund: whole days used are paid
    [0, 3000],
    [0.99, 3000],
    [1, 2900],
    [1.5, 2900],
    [13.99, 1700],
  ])('%d days in %d comes back', (days, refundMinor) => {
    expect(withdrawableNow(term(), 0, after(days))).toMatchObject({ refundMinor, credits: 0 })
  })

  test('the time taken back is what is left to the moment', () => {
    expect(withdrawableNow(term(), 0, after(1.5))?.unusedMs).toBe(28.5 * day)
  })

  test('that begins later nothing is used', () => {
    const later = term({ term_start: after(10), term_end: after(40) })
    expect(withdrawableNow(later, 0, after(1))).toMatchObject({ refundMinor: 3000, unusedMs: 30 * day })
  })

  test('that was over before nothing comes back', () => {
    expect(withdrawableNow(term({ term_end: after(5) }), 0, after(6))).toBeNull()
  })

  test('shorter than a day is used by the day', () => {
    expect(withdrawableNow(term({ term_end: after(0.25) }), 0, after(0.1))?.refundMinor).toBe(3000)
  })
})

test('what was refunded before is not refunded again', () => {
  expect(withdrawableNow(pack({ state: 'partially_refunded', refunded_minor: 300 }), 100, after(1))?.refundMinor).toBe(
    700,
  )
  expect(withdrawableNow(pack({ state: 'partially_refunded', refunded_minor: 300 }), 20, after(1))?.refundMinor).toBe(
    200,
  )
  expect(withdrawableNow(pack({ state: 'partially_refunded', refunded_minor: 1000 }), 100, after(1))).toBeNull()
})
