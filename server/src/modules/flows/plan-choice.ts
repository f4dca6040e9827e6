import type { Flow, Level, PlanList, RatePlan } from './flow.ts'

/** What decides which plans a member sees. */
export interface Buyer {
  readonly level: Level
  readonly cardOnFile: boolean
}

interface Choice {
  readonly list: PlanList
  /** Whether plans made for a first purchase are offered. */
  readonly firstSelling: 'offered' | 'left out'
}

/** Spec sections 4 ("Plan choice") and 6: the first that fits decides. */
function choiceOf(flow: Flow, buyer: Buyer): Choice {
  if (flow.compliant) return { list: 'compliant', firstSelling: 'left out' }
  if (buyer.level > 0) return { list: 'premium', firstSelling: 'left out' }
  return { list: 'free', firstSelling: 'offered' }
}

/** The plans a member may buy, in the order of the flow. Nothing else may be sold to them. */
export function plansFor(flow: Flow, buyer: Buyer): readonly RatePlan[] {
  const { list, firstSelling } = choiceOf(flow, buyer)
  return flow.plans[list].filter((plan) => plan.visible && (firstSelling === 'offered' || !plan.firstSelling))
}

/**
 * The plan meant where a link goes straight to the purchase: a free member's first with `firstSelling`, else the first one.
 * The plans page itself selects nothing on load.
 */
export function preselectedPlan(flow: Flow, buyer: Buyer): RatePlan | undefined {
  const plans = plansFor(flow, buyer)
  return choiceOf(flow, buyer).firstSelling === 'offered' ? plans.find((plan) => plan.firstSelling) : plans[0]
}

/** The age check that stands before everything else for a free member without a card on file, where the flow asks for one. */
export function ageCheckPlan(flow: Flow, buyer: Buyer): RatePlan | undefined {
  return flow.ageCheck && buyer.level === 0 && !buyer.cardOnFile ? flow.plans.verification[0] : undefined
}
