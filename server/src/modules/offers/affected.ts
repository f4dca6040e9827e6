import type { OfferAffected } from '@incontro/contract/admin'
import { currenciesOf, type Flow, flowOfFile, lowestPrices } from '#modules/flows/index.ts'
import { sql } from 'kysely'
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
  const { rows: counted } = await sql<{ members: number }>`
    select count(*)::int as members from members
    where brand_id = ${brandId} and flow_id = ${key} and state = 'active'`.execute(deps.db)
  const { rows: terms } = await sql<{ plan_id: string; count: number }>`
    select plan_id, count(*)::int as count from subscriptions
    where brand_id = ${brandId} and flow_id = ${key} and state in ('active', 'past_due', 'cancelled')
    group by plan_id order by plan_id`.execute(deps.db)
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
    members: counted[0]?.members ?? 0,
    terms: terms.map(({ plan_id: plan, count }) => ({ plan, count, isSold: sold.has(plan) })),
    prices,
  }
}
