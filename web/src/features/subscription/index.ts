export { brandName } from './cards-query.ts'
export { ordersQuery } from './orders-query.ts'
export { SubscriptionSection } from './subscription-section.tsx'
