export { useHookPopup } from './hook-popup.tsx'
export { hookTextOf } from './hook-texts.ts'
export { cheapest, isPlan, type PayRules, payRulesQuery, visiblePlans } from './pay-rules.ts'
export { Every, type Period, termEnd } from './period.tsx'
