import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { differenceOf, intervalOf, neededFor, rateOf, type Share } from './statistics.ts'

const share = (count: number, of: number): Share => ({ count, of })
const shares = fc.tuple(fc.nat(2000), fc.nat(2000)).map(([one, two]) => share(Math.min(one, two), Math.max(one, two)))
const known = shares.filter(({ of }) => of > 0)

describe('the interval of a share', () => {
  // R. G. Newcombe, Two-sided confidence intervals for the single proportion, Statistics in Medicine 17 (1998), table I.
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('of %i of %i is as published', (count, of, low, high) => {
    const found = intervalOf(share(count, of))
    expect(found.low).toBeCloseTo(low, 4)
    expect(found.high).toBeCloseTo(high, 4)
  })

  it('has the share in it, is within nothing and all, and of none it is anything', () => {
    fc.assert(
      fc.property(known, (one) => {
        const { low, high } = intervalOf(one)
        expect(low).toBeGreaterThanOrEqual(0)
        expect(high).toBeLessThanOrEqual(1)
        expect(rateOf(one)).toBeGreaterThanOrEqual(low - 1e-12)
        expect(rateOf(one)).toBeLessThanOrEqual(high + 1e-12)
      }),
    )
    expect(intervalOf(share(0, 0))).toEqual({ low: 0, high: 1 })
  })
})

describe('the interval of a difference', () => {
  // R. G. Newcombe, Interval estimation for the difference between independent proportions, Statistics in Medicine 17
  // (1998), table II, method 10.
  it.each([
    [56, 70, 48, 80, 0.0524, 0.3339],
    [9, 10, 3, 10, 0.1705, 0.809],
    [6, 7, 2, 7, 0.0582, 0.8062],
    [5, 56, 0, 29, -0.0381, 0.1926],
    [0, 10, 0, 20, -0.1611, 0.2775],
    [0, 10, 0, 10, -0.2775, 0.2775],
    [10, 10, 0, 20, 0.6791, 1],
    [10, 10, 0, 10, 0.6075, 1],
  ])('%i of %i less %i of %i is as published', (a, m, b, n, low, high) => {
    const found = differenceOf(share(b, n), share(a, m))
    expect(found.low).toBeCloseTo(low, 4)
    expect(found.high).toBeCloseTo(high, 4)
  })

  it('is the other way round for the other two, and has the difference in it', () => {
    fc.assert(
      fc.property(shares, shares, (one, two) => {
        const [there, back] = [differenceOf(one, two), differenceOf(two, one)]
        expect(there.low).toBeCloseTo(-back.high, 10)
        expect(there.high).toBeCloseTo(-back.low, 10)
        expect(rateOf(two) - rateOf(one)).toBeGreaterThanOrEqual(there.low - 1e-12)
        expect(rateOf(two) - rateOf(one)).toBeLessThanOrEqual(there.high + 1e-12)
      }),
    )
  })
})

describe('how many are needed', () => {
  it('is what R says: power.prop.test(p1 = .50, p2 = .75, power = .90) is 76.7 in each group', () => {
    expect(neededFor([0.5, 0.75], 1, 90)).toBeCloseTo(76.7, 1)
  })

  it('finds the difference four times of five, and one that is not there one time of twenty', () => {
    for (const [one, two, ratio] of [
      [0.2, 0.4, 1],
      [0.2, 0.4, 0.5],
      [0.05, 0.12, 1],
      [0.5, 0.35, 2],
    ] as const) {
      const first = Math.ceil(neededFor([one, two], ratio))
      const sizes = [first, Math.ceil(first * ratio)] as const
      expect(foundWith(sizes, [one, two])).toBeGreaterThan(0.76)
      expect(foundWith(sizes, [one, two])).toBeLessThan(0.86)
      expect(foundWith(sizes, [one, one])).toBeLessThan(0.06)
      expect(foundWith(sizes, [one, one])).toBeGreaterThan(0.025)
    }
  })

  it('is more for a smaller difference, and least in all where both flows get as many', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.01, max: 0.4, noNaN: true }),
        fc.double({ min: 0.01, max: 0.2, noNaN: true }),
        (rate, size) => {
          const pair = [rate, rate + size] as const
          expect(neededFor([rate, rate + size / 2])).toBeGreaterThan(neededFor(pair))
          const inAll = (ratio: number) => neededFor(pair, ratio) * (1 + ratio)
          expect(inAll(0.1)).toBeGreaterThan(inAll(1))
          expect(inAll(9)).toBeGreaterThan(inAll(1))
        },
      ),
    )
  })
})

/** How probable it is that the interval of the difference has no zero in it, added up over all that can be counted. */
function foundWith(sizes: readonly [number, number], rates: readonly [number, number]): number {
  const [firsts, seconds] = [chances(sizes[0], rates[0]), chances(sizes[1], rates[1])]
  let sum = 0
  firsts.forEach((one, a) =>
    seconds.forEach((two, b) => {
      const { low, high } = differenceOf(share(a, sizes[0]), share(b, sizes[1]))
      if (low > 0 || high < 0) sum += one * two
    }),
  )
  return sum
}

/** Of the binomial distribution. */
function chances(of: number, rate: number): readonly number[] {
  const found = [(1 - rate) ** of]
  for (let n = 1; n <= of; n += 1) found.push((found[n - 1]! * (of - n + 1) * rate) / (n * (1 - rate)))
  return found
}
