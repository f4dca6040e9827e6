import { describe, expect, test } from 'vitest'
import type { Attempt } from '../attempts/attempts.ts'
import { isBoughtAgain, withdrawableNow } from './refundable.ts'

const day = 86_400_000
const bought = new Date('2026-11-01T09:00:00Z')
const after = (days: number) => new Date(bought.getTime() + days * day)

/** A paid pack of 100 credits for 10.00, with the fields the rule reads. */
const pack = (changes: Partial<Attempt> = {}): Attempt =>
  ({
    granted_at: bought,
    withdrawn_at: null,
    replaced_by: null,
    flagged: null,
    provider_ref: 'PSP1',
    state: 'captured',
    amount_minor: 1000,
    refunded_minor: 0,
    term_start: null,
    term_end: null,
    plan: { level: 1, credits: 100 },
    accepts: { renewal: false, immediateStart: true, textVersion: 'v' },
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

const refundNow = (attempt: Attempt, messages: number, at: Date, used = false) =>
  withdrawableNow(attempt, { country: 'IT', messages, used }, at)

test.each<[string, Partial<Attempt>]>([
  ['was never granted', { granted_at: null }],
  ['was withdrawn from', { withdrawn_at: bought }],
  ['was credited to another', { replaced_by: 'order 2', credited_minor: 500 }],
  ['waits for a person', { flagged: 'second_payment' }],
  ['the provider has no reference of', { provider_ref: null }],
  ['was an age check', { plan: { level: 0, credits: 100 } as Attempt['plan'] }],
  ['was refunded', { state: 'refunded' }],
  ['is disputed', { state: 'disputed' }],
  ['failed', { state: 'failed' }],
  ['was lost', { state: 'lost' }],
])('an order that %s cannot be withdrawn from', (_what, changes) => {
  expect(refundNow(pack(), 100, after(1))).not.toBeNull()
  expect(refundNow(pack(changes), 100, after(1))).toBeNull()
})

test.each(['authorised', 'captured', 'partially_refunded'] as const)('one that is %s can', (state) => {
  expect(refundNow(pack({ state }), 100, after(1))?.refundMinor).toBe(1000)
})

test('until the last moment of the fourteenth day', () => {
  // The 15th is a Sunday.
  const until = new Date('2026-11-16T22:59:59.999Z')
  expect(refundNow(pack(), 100, until)).toMatchObject({ until })
  expect(refundNow(pack(), 100, new Date(until.getTime() + 1))).toBeNull()
})

describe('of a pack', () => {
  test.each([
    // balance, refund, revoked credits
    [250, 1000, 100],
    [100, 1000, 100],
    [99, 990, 99],
    [1, 10, 1],
  ])('with %d credits left %d is refunded, for %d credits', (messages, refundMinor, credits) => {
    expect(refundNow(pack(), messages, after(1))).toMatchObject({ refundMinor, credits, unusedMs: 0 })
  })

  test('a part of a cent is rounded up, in favour of the member', () => {
    expect(refundNow(pack({ amount_minor: 1001 }), 50, after(1))?.refundMinor).toBe(501)
    expect(refundNow(pack({ amount_minor: 999 }), 33, after(1))?.refundMinor).toBe(330)
  })

  test('one cent is refunded, and everything for a pack of one credit', () => {
    expect(refundNow(pack({ amount_minor: 100 }), 1, after(1))).toMatchObject({ refundMinor: 1, credits: 1 })
    const one = pack({ plan: { level: 1, credits: 1 } as Attempt['plan'] })
    expect(refundNow(one, 1, after(1))).toMatchObject({ refundMinor: 1000, credits: 1 })
  })

  test('nothing is refunded once all is used, or of a pack without credits', () => {
    expect(refundNow(pack(), 0, after(1))).toBeNull()
    expect(refundNow(pack({ plan: { level: 1, credits: 0 } as Attempt['plan'] }), 50, after(1))).toBeNull()
  })
})

describe('of a term', () => {
  test.each([
    // days since the start, refund: full used days are charged
    [0, 3000],
    [0.99, 3000],
    [1, 2900],
    [1.5, 2900],
    [13.99, 1700],
  ])('%d days in %d is refunded', (days, refundMinor) => {
    expect(refundNow(term(), 0, after(days))).toMatchObject({ refundMinor, credits: 0 })
  })

  test.each([
    // Used, with consent to an immediate start: a started day is charged.
    [0.001, 2900],
    [0.99, 2900],
    [1, 2800],
    [1.5, 2800],
  ])('%d days in and used, %d is refunded', (days, refundMinor) => {
    expect(refundNow(term(), 0, after(days), true)?.refundMinor).toBe(refundMinor)
  })

  test('used without consent to an immediate start is charged by full days only', () => {
    const renewed = term({ accepts: { renewal: false, immediateStart: false, textVersion: '' } })
    expect(refundNow(renewed, 0, after(1.5), true)?.refundMinor).toBe(2900)
  })

  test('that has not started is not used, whatever was written before', () => {
    const later = term({ term_start: after(10), term_end: after(40) })
    expect(refundNow(later, 0, after(1), true)?.refundMinor).toBe(3000)
  })

  test('the revoked time is what is left at that moment', () => {
    expect(refundNow(term(), 0, after(1.5))?.unusedMs).toBe(28.5 * day)
  })

  test('that begins later nothing is used', () => {
    const later = term({ term_start: after(10), term_end: after(40) })
    expect(refundNow(later, 0, after(1))).toMatchObject({ refundMinor: 3000, unusedMs: 30 * day })
  })

  test.each([
    // Ten of its thirty days were used before; the others run from day 5 on.
    [2, false, 2000, 20],
    [2, true, 2000, 20],
    [4.99, true, 2000, 20],
    [5.5, false, 2000, 19.5],
    [5.5, true, 1900, 19.5],
    [6.5, true, 1800, 18.5],
  ])('whose rest runs on later, %d days in (used: %s) %d is refunded', (days, used, refundMinor, unusedDays) => {
    const resumed = term({ term_start: after(-5), term_end: after(25), term_resumes_at: after(5) })
    expect(refundNow(resumed, 0, after(days), used)).toMatchObject({ refundMinor, unusedMs: unusedDays * day })
  })

  test('that was over before is not refunded', () => {
    expect(refundNow(term({ term_end: after(5) }), 0, after(6))).toBeNull()
  })

  test('shorter than a day is used by the day', () => {
    const short = term({ term_end: after(0.25) })
    expect(refundNow(short, 0, after(0.1))?.refundMinor).toBe(3000)
    expect(refundNow(short, 0, after(0.1), true)).toBeNull()
  })
})

test('what was refunded before is not refunded again', () => {
  expect(refundNow(pack({ state: 'partially_refunded', refunded_minor: 300 }), 100, after(1))?.refundMinor).toBe(700)
  expect(refundNow(pack({ state: 'partially_refunded', refunded_minor: 300 }), 20, after(1))?.refundMinor).toBe(200)
  expect(refundNow(pack({ state: 'partially_refunded', refunded_minor: 1000 }), 100, after(1))).toBeNull()
})

describe('an order after a withdrawal from one of the same kind', () => {
  const withdrawn = (attempt: Attempt, days: number) => ({ ...attempt, id: 'first', withdrawn_at: after(days) })
  const again = (attempt: Attempt, days: number) => ({ ...attempt, id: 'again', created_at: after(days) })

  test('counts as bought again while the withdrawn term would still have run', () => {
    const first = withdrawn(term(), 2)
    expect(isBoughtAgain(again(term(), 2), [first], 'Europe/Rome')).toBe(true)
    expect(isBoughtAgain(again(term(), 29), [first], 'Europe/Rome')).toBe(true)
    expect(isBoughtAgain(again(term(), 30), [first], 'Europe/Rome')).toBe(false)
  })

  test('of a pack for thirty days', () => {
    const first = withdrawn(pack(), 2)
    expect(isBoughtAgain(again(pack(), 29), [first], 'Europe/Rome')).toBe(true)
    expect(isBoughtAgain(again(pack(), 30), [first], 'Europe/Rome')).toBe(false)
  })

  test('does not if it was there before, is of another kind, or nothing was withdrawn', () => {
    expect(isBoughtAgain(again(term(), 1), [withdrawn(term(), 2)], 'Europe/Rome')).toBe(false)
    expect(isBoughtAgain(again(pack(), 3), [withdrawn(term(), 2)], 'Europe/Rome')).toBe(false)
    expect(isBoughtAgain(again(term(), 3), [withdrawn(pack(), 2)], 'Europe/Rome')).toBe(false)
    expect(isBoughtAgain(again(term(), 3), [{ ...term(), id: 'first' }], 'Europe/Rome')).toBe(false)
    expect(isBoughtAgain(again(term(), 3), [{ ...withdrawn(term(), 2), id: 'again' }], 'Europe/Rome')).toBe(false)
    expect(isBoughtAgain(again(term(), 3), [], 'Europe/Rome')).toBe(false)
  })
})
