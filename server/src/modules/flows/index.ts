export type { LocalText } from './local-text.ts'
export {
  type Flow,
  type Level,
  type PaymentSystem,
  type PlanList,
  type Plans,
  type RatePlan,
  type Refill,
} from './flow.ts'
export type { Comparison } from './comparisons.ts'
export type { HookText } from './hook-texts.ts'
export { type Flows, loadFlows } from './load-flows.ts'
export { type Buyer, needsAgeCheck, plansFor } from './plan-choice.ts'
export { createPriceHistory, type PriceHistory } from './price-history.ts'
export { toFlowSettings, toOfferedPlan } from './view.ts'
export { createVisitorFlows, type VisitorFlows } from './visitor-flows.ts'
