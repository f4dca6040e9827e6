/*
 * Shares of two groups and how far apart they are. The intervals are those of Wilson and Newcombe, which hold for small
 * counts and for shares near nothing, as refunds and complaints are.
 */

/** How many of how many. */
export interface Share {
  readonly count: number
  readonly of: number
}

export interface Interval {
  readonly low: number
  readonly high: number
}

/** The quantile of the normal distribution that has 95 % of it within. */
const z95 = 1.959963984540054
/** Those below which are 80 and 90 % of it: the power with which a difference is found. */
const powers = { 80: 0.8416212335729143, 90: 1.2815515655446004 } as const

export const rateOf = ({ count, of }: Share): number => (of === 0 ? 0 : count / of)

/**
 * The interval within which a share is, with 95 %: the score interval without correction (E. B. Wilson, 1927; method 3
 * of R. G. Newcombe, Statistics in Medicine 17, 1998, 857–872). Of nothing it is anything.
 */
export function intervalOf(share: Share): Interval {
  const { of } = share
  if (of === 0) return { low: 0, high: 1 }
  const rate = rateOf(share)
  const middle = rate + z95 ** 2 / (2 * of)
  const reach = z95 * Math.sqrt((rate * (1 - rate)) / of + z95 ** 2 / (4 * of ** 2))
  const whole = 1 + z95 ** 2 / of
  return { low: Math.max(0, (middle - reach) / whole), high: Math.min(1, (middle + reach) / whole) }
}

/**
 * The interval within which the second share is above the first, with 95 % (method 10 of R. G. Newcombe, Statistics in
 * Medicine 17, 1998, 873–890).
 */
export function differenceOf(first: Share, second: Share): Interval {
  const difference = rateOf(second) - rateOf(first)
  const [one, two] = [intervalOf(first), intervalOf(second)]
  return {
    low: difference - Math.hypot(rateOf(second) - two.low, one.high - rateOf(first)),
    high: difference + Math.hypot(two.high - rateOf(second), rateOf(first) - one.low),
  }
}

/**
 * How large the first group has to be, and the second `ratio` times as large, to find a difference of these two rates
 * with 80 % where 5 % of equal ones would be taken for different (J. L. Fleiss, Statistical Methods for Rates and
 * Proportions, 2nd edition, 3.3 and 3.4, without the correction for continuity).
 */
export function neededFor(rates: readonly [number, number], ratio = 1, power: keyof typeof powers = 80): number {
  const [one, two] = rates
  const mean = (one + ratio * two) / (1 + ratio)
  const reach =
    z95 * Math.sqrt((ratio + 1) * mean * (1 - mean)) +
    powers[power] * Math.sqrt(ratio * one * (1 - one) + two * (1 - two))
  return reach ** 2 / (ratio * (one - two) ** 2)
}
