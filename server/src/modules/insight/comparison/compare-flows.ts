import { comparedRates, type ComparedRate, type ComparisonAim, type FlowComparison } from '@incontro/contract/admin'
import { dayAfter, dayIn } from '#modules/calendar/index.ts'
import type { Comparison } from '#modules/flows/index.ts'
import type { Executor } from '#platform/database/database.ts'
import { type CountedBrand, timeZoneOf } from '../rollups/count-days.ts'
import { divided } from '../rollups/slices.ts'
import { conclude, type Pair, rates, stillNeeded } from './conclude.ts'
import { differenceOf, intervalOf } from './statistics.ts'

/** Members may withdraw for so long: who signed up later has had no time yet to take back what they paid. */
const waitedDays = 14

/** Two flows side by side, of the days that were counted. */
export async function compareFlows(
  executor: Executor,
  brand: CountedBrand,
  { flow, other, share, since }: Comparison,
  { aim, difference, now }: { readonly aim: ComparisonAim; readonly difference: number; readonly now: Date },
): Promise<FlowComparison> {
  const today = dayIn(now, timeZoneOf(brand))
  const to = dayAfter(today, -waitedDays)
  const ids = [flow.id, other.id] as const
  const countsOf = async (metrics: readonly string[], from: string, until: string) => {
    const { points } = await divided(executor, { brandId: brand.key, from, to: until }, metrics, 'flow')
    return (id: string, metric: string): number =>
      points.find((one) => one.at === id && one.metric === metric)?.count ?? 0
  }
  const metrics = ['visits', ...comparedRates.map((name) => rates[name].metric)]
  const counted = await countsOf(metrics, since, to)
  const young = await countsOf(['sign_ups'], since > to ? since : dayAfter(to, 1), today)
  const pairOf = (name: ComparedRate): Pair => {
    const { metric, of } = rates[name]
    const one = (id: string) => {
      const count = counted(id, metric)
      // Who signed up has visited, though the browser may not have said so; who was refunded has paid.
      return { count, of: Math.max(count, counted(id, of)) }
    }
    return [one(ids[0]), one(ids[1])]
  }
  const pairs = Object.fromEntries(comparedRates.map((name) => [name, pairOf(name)])) as Record<ComparedRate, Pair>
  const wanted = { difference, share }
  return {
    flows: [...ids],
    share,
    from: since,
    to: to < since ? null : to,
    waiting: [young(ids[0], 'sign_ups'), young(ids[1], 'sign_ups')],
    rates: comparedRates.map((name) => {
      const [first, second] = pairs[name]
      return {
        rate: name,
        shares: [
          { ...first, interval: intervalOf(first) },
          { ...second, interval: intervalOf(second) },
        ],
        difference: differenceOf(first, second),
        needed: stillNeeded(pairs[name], wanted),
      }
    }),
    conclusion: conclude(pairs, { ...wanted, aim }),
  }
}
