import { hookCodes, type Locale } from '@incontro/contract'
import type { OfferBuyer, OfferPlan, OfferPreview } from '@incontro/contract/admin'
import { type Buyer, currenciesOf, type Flow, plansFor, type RatePlan, toOfferedPlan } from '#modules/flows/index.ts'
import type { OfferDeps } from './deps.ts'
import { oldPrices } from './affected.ts'
import type { OfferId } from './version-row.ts'

const buyers: Readonly<Record<OfferBuyer, { readonly flow: Partial<Flow>; readonly buyer: Omit<Buyer, 'currency'> }>> =
  {
    free: { flow: { compliant: false, ageCheck: false }, buyer: { level: 0, cardOnFile: false, ageChecked: true } },
    level: { flow: { compliant: false, ageCheck: false }, buyer: { level: 1, cardOnFile: true, ageChecked: true } },
    compliant: { flow: { compliant: true, ageCheck: false }, buyer: { level: 0, cardOnFile: false, ageChecked: true } },
    verification: { flow: {}, buyer: { level: 0, cardOnFile: false, ageChecked: false } },
  }

/** Who sees anything of their own in this flow. */
const buyersOf = (flow: Flow): readonly OfferBuyer[] => [
  ...(flow.compliant ? (['compliant'] as const) : (['free', 'level', 'compliant'] as const)),
  ...(flow.ageCheck ? (['verification'] as const) : []),
]

/** A flow as its members see it, made of nothing but the flow and the prices of the last 30 days. */
export async function previewOf(deps: OfferDeps, id: OfferId, flow: Flow, locale: Locale): Promise<OfferPreview> {
  const brand = deps.brands.fromFiles(id.brandId)
  const old = await oldPrices(deps, id, flow)
  const oldPriceOf = (plan: RatePlan): number | null => {
    const known = old.find(({ currency }) => currency === plan.currency)?.lowest.get(plan.id)
    return known?.isWhole && known.minor > plan.totalMinor ? known.minor : null
  }
  const lists = (brand ? currenciesOf(brand) : []).flatMap((currency) =>
    buyersOf(flow).map((name) => {
      const { flow: as, buyer } = buyers[name]
      const plans = plansFor({ ...flow, ...as }, { ...buyer, currency })
      return {
        buyer: name,
        currency,
        plans: plans.map((plan) => shown({ ...plan, oldTotalMinor: oldPriceOf(plan) }, locale)),
      }
    }),
  )
  return {
    lists,
    hooks: hookCodes.flatMap((hook) => {
      const own = flow.hookTexts[hook]
      return own ? [{ hook, title: own.title && { ...own.title }, text: own.text && { ...own.text } }] : []
    }),
  }
}

/** What the members' API says of a plan. */
function shown(plan: RatePlan, locale: Locale): OfferPlan {
  const offered = toOfferedPlan(plan, locale)
  return {
    id: offered.planId,
    name: offered.planName,
    unitPrice: offered.periodPrice,
    totalPrice: offered.totalPrice,
    oldPrice: offered.oldPrice,
    unitText: offered.priceNote,
    badge: offered.badge,
    description: offered.description,
    suggestion: offered.suggestion,
    renews: offered.renews,
    period: offered.period && { ...offered.period },
  }
}
