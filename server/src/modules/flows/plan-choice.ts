import type { Flow, Level, PlanList, RatePlan } from './flow.ts'

/** What decides which plans a member sees. */
export interface Buyer {
  readonly level: Level
  readonly cardOnFile: boolean
  /** They have shown that they are 18. */
  readonly ageChecked: boolean
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

/** The plans a member may buy, in the order of the flow; before an age check that is the check. Nothing else may be sold to them. */
export function plansFor(flow: Flow, buyer: Buyer): readonly RatePlan[] {
  if (needsAgeCheck(flow, buyer)) return flow.plans.verification.slice(0, 1)
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

/** A free member without a card on file shows their age before anything else, where the flow asks for it (spec section 4, "Plan choice"). */
export const needsAgeCheck = (flow: Flow, { level, cardOnFile, ageChecked }: Buyer): boolean =>
  flow.ageCheck && level === 0 && !cardOnFile && !ageChecked
