export { useShowHook } from './use-show-hook.ts'
export { leadsToPlans } from './leads-to-plans.ts'
export { hookTextOf } from './hook-texts.ts'
export {
  cheapest,
  dueToday,
  isPlan,
  type OfferedPlan,
  type PayRules,
  payRulesQuery,
  renderedPayRules,
  visiblePlans,
} from './pay-rules.ts'
export { Every, type Period } from './period.tsx'
