import type { Flow, Level, PlanList, RatePlan } from './flow.ts'

/** What determines the plans a member sees. */
export interface Buyer {
  readonly level: Level
  /** They are a free member again, after a purchase that was not wholly undone. */
  readonly boughtBefore?: boolean
  readonly cardOnFile: boolean
  /** They have proved that they are 18. */
  readonly ageChecked: boolean
  /** In which they pay, if it is not the brand's own. */
  readonly currency?: string | undefined
}

interface Choice {
  readonly list: PlanList
  /** Whether plans for a first purchase are offered. */
  readonly firstSelling: 'offered' | 'left out'
}

/** Spec sections 4 ("Plan choice") and 6: the first rule that applies decides. */
function choiceOf(flow: Flow, buyer: Buyer): Choice {
  if (flow.compliant) return { list: 'compliant', firstSelling: 'left out' }
  if (buyer.level > 0 || buyer.boughtBefore) return { list: 'premium', firstSelling: 'left out' }
  return { list: 'free', firstSelling: 'offered' }
}

/**
 * The plans a member may buy, in the flow's order; only the age check while it is required. The server sells nothing
 * else to them.
 */
export function plansFor(flow: Flow, buyer: Buyer): readonly RatePlan[] {
  const plans = (buyer.currency !== undefined && flow.plansIn[buyer.currency]) || flow.plans
  if (needsAgeCheck(flow, buyer)) return plans.verification.slice(0, 1)
  const { list, firstSelling } = choiceOf(flow, buyer)
  return plans[list].filter((plan) => plan.visible && (firstSelling === 'offered' || !plan.firstSelling))
}

/**
 * The plan for a link that goes straight to checkout: for a free member the first with `firstSelling`, otherwise the
 * first one. The plans page itself preselects nothing.
 */
export function preselectedPlan(flow: Flow, buyer: Buyer): RatePlan | undefined {
  const plans = plansFor(flow, buyer)
  return choiceOf(flow, buyer).firstSelling === 'offered' ? plans.find((plan) => plan.firstSelling) : plans[0]
}

/**
 * A free member without a stored card has to prove their age first, where the flow requires it (section 4, "Plan
 * choice").
 */
export const needsAgeCheck = (flow: Flow, { level, cardOnFile, ageChecked }: Buyer): boolean =>
  flow.ageCheck && level === 0 && !cardOnFile && !ageChecked
