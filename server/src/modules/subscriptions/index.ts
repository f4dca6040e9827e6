export { endTerms } from './end-terms.ts'
export { cancelSubscription, currentSubscription, nameCard, startSubscription, type Cancellation, type NewTerm, type Subscription } from './subscriptions.ts'
