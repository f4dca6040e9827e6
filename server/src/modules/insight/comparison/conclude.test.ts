import { comparedHarms, comparedRates, type ComparedRate } from '@incontro/contract/admin'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { conclude, type Pair, stillNeeded } from './conclude.ts'
import { differenceOf, rateOf } from './statistics.ts'

const pair = (a: number, m: number, b: number, n: number): Pair => [
  { count: a, of: m },
  { count: b, of: n },
]
const counts = (over: Partial<Record<ComparedRate, Pair>> = {}): Record<ComparedRate, Pair> => ({
  sign_up: pair(10_000, 100_000, 10_000, 100_000),
  first_message: pair(5000, 10_000, 5000, 10_000),
  payment: pair(500, 10_000, 700, 10_000),
  refund: pair(20, 500, 20, 700),
  withdrawal: pair(10, 500, 10, 700),
  complaint: pair(100, 10_000, 100, 10_000),
  ...over,
})
const asked = { aim: 'payment', difference: 0.01, share: 50 } as const

it('a flow in which more pay and no more is taken back is better, whichever of the two', () => {
  expect(conclude(counts(), asked)).toEqual({ kind: 'better', which: 1 })
  const turned = Object.entries(counts()).map(([name, [one, two]]) => [name, [two, one]])
  expect(conclude(Object.fromEntries(turned), { ...asked, difference: 0.015 })).toEqual({ kind: 'better', which: 0 })
})

it.each(comparedHarms)('one with a single %s more is not', (harm) => {
  const [one] = counts()[harm]
  const more = { [harm]: [one, { count: one.count + 1, of: one.of }] as const }
  expect(conclude(counts(more), asked)).toEqual({ kind: 'at_a_price', which: 1, harms: [harm] })
})

it('without a difference that chance does not make, none is said to be', () => {
  expect(conclude(counts({ payment: pair(500, 10_000, 520, 10_000) }), asked)).toEqual({ kind: 'alike' })
  expect(conclude(counts(), { ...asked, aim: 'first_message', difference: 0.05 })).toEqual({ kind: 'alike' })
})

it('before there are enough, nothing is concluded, however large the difference looks', () => {
  const early = counts({ payment: pair(0, 100, 30, 100) })
  expect(conclude(early, asked)).toEqual({ kind: 'too_few', needed: expect.any(Number) })
  expect(conclude(counts({ payment: pair(0, 0, 0, 0) }), asked)).toMatchObject({ kind: 'too_few' })
  // Enough of one and too few of the other are too few.
  expect(conclude(counts({ payment: pair(50_000, 1_000_000, 90, 1000) }), asked)).toMatchObject({ kind: 'too_few' })
})

it('whatever was counted: who is called better is ahead beyond chance, and worse in nothing', () => {
  const share = fc
    .tuple(fc.nat(20_000), fc.nat(20_000))
    .map(([a, b]) => ({ count: Math.min(a, b), of: Math.max(a, b) }))
  const pairs = fc.tuple(share, share)
  const all = fc.record(
    Object.fromEntries(comparedRates.map((name) => [name, pairs])) as Record<ComparedRate, typeof pairs>,
  )
  fc.assert(
    fc.property(
      all,
      fc.constantFrom('payment', 'first_message'),
      fc.integer({ min: 1, max: 99 }),
      (found, aim, part) => {
        const said = conclude(found, { aim, difference: 0.1, share: part })
        if (said.kind !== 'better') return
        const [best, rest] = [found[aim][said.which], found[aim][1 - said.which]!]
        expect(differenceOf(rest, best).low).toBeGreaterThan(0)
        for (const harm of comparedHarms)
          expect(rateOf(found[harm][said.which])).toBeLessThanOrEqual(rateOf(found[harm][1 - said.which]!))
      },
    ),
    { numRuns: 2000 },
  )
})

it('as many as are still needed are enough, divided by the share', () => {
  fc.assert(
    fc.property(fc.nat(500), fc.nat(500), fc.integer({ min: 1, max: 99 }), (first, second, share) => {
      const had = pair(Math.round(first / 10), first, Math.round(second / 10), second)
      const needed = stillNeeded(had, { difference: 0.05, share })
      const come = (of: number, part: number) => Math.ceil(of + needed * part)
      // The rate stays what it was, as the number depends on it.
      const rate = rateOf(had[0])
      const grown: Pair = [
        { count: rate * come(first, 1 - share / 100), of: come(first, 1 - share / 100) },
        { count: 0, of: come(second, share / 100) },
      ]
      expect(stillNeeded(grown, { difference: 0.05, share })).toBeLessThanOrEqual(1)
    }),
  )
})
