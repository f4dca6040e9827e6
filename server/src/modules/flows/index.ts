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
export { currenciesOf } from './brand-flows.ts'
export type { FlowFile } from './flow-file.ts'
export { type LiveFlows, liveFlows } from './live-flows.ts'
export { type Flows, loadFlows, type LoadedFlows } from './load-flows.ts'
export { type Buyer, needsAgeCheck, plansFor } from './plan-choice.ts'
export { createPriceHistory, lockPrices, lowestPrices, notePrices, type PriceHistory } from './price-history.ts'
export { checkFlow, flowOfFile, soldFile, type FlowFault } from './sold-file.ts'
export { toFlowSettings, toOfferedPlan } from './view.ts'
export { createVisitorFlows, type VisitorFlows } from './visitor-flows.ts'
