export { ordersQuery, withdrawalQuery } from './orders-query.ts'
export { SubscriptionSection } from './subscription-section.tsx'
