import type { OfferAffected } from '@incontro/contract/admin'
import { currenciesOf, type Flow, flowOfFile, lowestPrices } from '#modules/flows/index.ts'
import type { OfferDeps } from './deps.ts'
import { flowsWith, type Published } from './kinds.ts'
import type { OfferId } from './version-row.ts'

/** A flow as it is now, and as a content without faults makes it. */
export const bothFlows = (deps: OfferDeps, { brandId, key }: OfferId, content: unknown, published: Published) => ({
  before: deps.flows.of(brandId, key),
  after: deps.flows.withFiles(brandId, flowsWith(published, key, flowOfFile(content))).of(key),
})

/** What is on sale, at the prices of a currency; of the brand's own by default. */
const plansIn = (flow: Flow, currency = ''): ReadonlyMap<string, number> => {
  const plans = flow.plansIn[currency] ?? flow.plans
  const sold = [...plans.free, ...plans.premium, ...plans.compliant].filter(({ visible }) => visible)
  return new Map(sold.map(({ id, totalMinor }) => [id, totalMinor]))
}

/** The old prices that members would see if the flow were published now, by currency and plan. */
export async function oldPrices(deps: OfferDeps, { brandId, key }: OfferId, after: Flow) {
  const brand = deps.brands.fromFiles(brandId)
  const now = deps.clock()
  return Promise.all(
    (brand ? currenciesOf(brand) : []).map(async (currency) => ({
      currency,
      lowest: await lowestPrices(deps.db, { brandId, flowId: key, currency }, now),
      prices: plansIn(after, currency),
    })),
  )
}

/** Whom a change of a flow concerns: counts by index, and prices. */
export async function affectedBy(
  deps: OfferDeps,
  id: OfferId,
  { before, after }: { readonly before: Flow; readonly after: Flow },
): Promise<OfferAffected> {
  const { brandId, key } = id
  const { members } = await deps.db
    .selectFrom('members')
    .select((eb) => eb.fn.countAll<number>().as('members'))
    .where('brand_id', '=', brandId)
    .where('flow_id', '=', key)
    .where('state', '=', 'active')
    .executeTakeFirstOrThrow()
  const terms = await deps.db
    .selectFrom('subscriptions')
    .select((eb) => ['plan_id', eb.fn.countAll<number>().as('count')])
    .where('brand_id', '=', brandId)
    .where('flow_id', '=', key)
    .where('state', 'in', ['active', 'past_due', 'cancelled'])
    .groupBy('plan_id')
    .orderBy('plan_id')
    .execute()
  const sold = plansIn(after)
  const prices = (await oldPrices(deps, id, after)).flatMap(({ currency, lowest, prices: now }) => {
    const old = plansIn(before, currency)
    return [...new Set([...old.keys(), ...now.keys()])].flatMap((plan) => {
      const [beforeMinor, afterMinor] = [old.get(plan) ?? null, now.get(plan) ?? null]
      if (beforeMinor === afterMinor) return []
      const known = lowest.get(plan)
      const isShown = known !== undefined && known.isWhole && afterMinor !== null && known.minor > afterMinor
      return [{ plan, currency, beforeMinor, afterMinor, lowestMinor: known?.minor ?? null, isShown }]
    })
  })
  return {
    members: Number(members),
    terms: terms.map(({ plan_id: plan, count }) => ({ plan, count: Number(count), isSold: sold.has(plan) })),
    prices,
  }
}
