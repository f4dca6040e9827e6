import {
  comparedHarms,
  type ComparedRate,
  type ComparisonAim,
  type FigureName,
  type FlowComparison,
} from '@incontro/contract/admin'
import { differenceOf, neededFor, rateOf, type Share } from './statistics.ts'

/** Which figure a rate counts, and of which it is a share. A visitor sees nothing of a flow before the sign-up. */
export const rates = {
  sign_up: { metric: 'sign_ups', of: 'visits' },
  first_message: { metric: 'funnel_first_message', of: 'sign_ups' },
  payment: { metric: 'funnel_payment', of: 'sign_ups' },
  refund: { metric: 'funnel_refund', of: 'funnel_payment' },
  withdrawal: { metric: 'funnel_withdrawal', of: 'funnel_payment' },
  complaint: { metric: 'funnel_complaint', of: 'sign_ups' },
} as const satisfies Readonly<Record<ComparedRate, { readonly metric: FigureName; readonly of: FigureName }>>

export type Pair = readonly [Share, Share]

type Conclusion = FlowComparison['conclusion']

/**
 * What is said about two flows. None is called better while it has more refunds, withdrawals or complaints than the
 * other, be the difference ever so small: that the money is better is no reason to keep what people take back.
 */
export function conclude(
  counts: Readonly<Record<ComparedRate, Pair>>,
  asked: Wanted & { readonly aim: ComparisonAim },
): Conclusion {
  const [first, second] = counts[asked.aim]
  const needed = stillNeeded([first, second], asked)
  if (needed > 0) return { kind: 'too_few', needed }
  const { low, high } = differenceOf(first, second)
  if (low <= 0 && high >= 0) return { kind: 'alike' }
  const which = low > 0 ? 1 : 0
  const worse = comparedHarms.filter((harm) => rateOf(counts[harm][which]) > rateOf(counts[harm][1 - which]!))
  return worse.length === 0 ? { kind: 'better', which } : { kind: 'at_a_price', which, harms: worse }
}

interface Wanted {
  /** The difference that is to be found, between 0 and 1. */
  readonly difference: number
  /** Of a hundred visitors, how many get the second flow. */
  readonly share: number
}

/** How many have to come yet, to both flows together, until each has enough. */
export function stillNeeded([first, second]: Pair, { difference, share }: Wanted): number {
  const rate = rateOf(first)
  const other = rate + difference <= 1 ? rate + difference : rate - difference
  const ratio = share / (100 - share)
  const least = neededFor([rate, other], ratio)
  const part = share / 100
  const missing = Math.max((least - first.of) / (1 - part), (least * ratio - second.of) / part)
  return Math.max(0, Math.ceil(missing))
}
