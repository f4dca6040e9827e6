import { activityRoutes } from './http/activity.ts'
import { chatRoutes } from './http/chat.ts'
import { discoveryRoutes } from './http/discovery.ts'
import { geoRoutes } from './http/geo.ts'
import { identityRoutes } from './http/identity.ts'
import { paymentRoutes } from './http/payments.ts'
import { siteRoutes } from './http/site.ts'
import { visitRoutes } from './http/visits.ts'

/** Every HTTP endpoint of the product's API. */
export const routes = {
  ...identityRoutes, ...geoRoutes, ...discoveryRoutes, ...activityRoutes, ...chatRoutes, ...paymentRoutes, ...siteRoutes, ...visitRoutes,
} as const
export type RouteId = keyof typeof routes
