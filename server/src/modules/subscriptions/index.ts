export { cancelSubscription, resumeSubscription, type Cancellation, type Resumption } from './cancel.ts'
export { endTerms } from './end-terms.ts'
export { cancelPlanChange, schedulePlanChange } from './change-plan.ts'
export { planChangeOf } from './plan-change.ts'
export { isTimely, refusalOf, timelySince, timelyUntil, type Refusal } from './renewal-rules.ts'
export {
  checkRenewal,
  endTerm,
  extendTerm,
  failRenewal,
  markCharging,
  payableUntil,
  postponeTry,
  type Unpaid,
} from './renewing.ts'
export { lengthenTerm, shortenTerm, stopRenewals } from './shorten.ts'
export {
  currentSubscription,
  lockSubscription,
  periodAdded,
  renewalPlanOf,
  setRenewalCard,
  startSubscription,
  type NewTerm,
  type SoldPlan,
  type StartedTerm,
  type Subscription,
} from './subscriptions.ts'
