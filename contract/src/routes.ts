import { ageCheckRoutes } from './http/age-checks.ts'
import { accountRoutes } from './http/accounts.ts'
import { affiliateRoutes } from './http/affiliates.ts'
import { activityRoutes } from './http/activity.ts'
import { caseRoutes } from './http/cases.ts'
import { chatRoutes } from './http/chat.ts'
import { conciergeRoutes } from './http/concierge.ts'
import { consentRoutes } from './http/consents.ts'
import { dataExportRoutes } from './http/data-export.ts'
import { discoveryRoutes } from './http/discovery.ts'
import { entryRoutes } from './http/entry.ts'
import { eventRoutes } from './http/events.ts'
import { factRoutes } from './http/facts.ts'
import { freeCreditRoutes } from './http/free-credits.ts'
import { geoRoutes } from './http/geo.ts'
import { googleRoutes } from './http/google.ts'
import { identityRoutes } from './http/identity.ts'
import { insightRoutes } from './http/insight.ts'
import { notificationRoutes } from './http/notifications.ts'
import { outreachRoutes } from './http/outreach.ts'
import { passkeyRoutes } from './http/passkeys.ts'
import { paymentRoutes } from './http/payments.ts'
import { phoneRoutes } from './http/phone.ts'
import { photoRoutes } from './http/photos.ts'
import { profileRoutes } from './http/profile.ts'
import { pushRoutes } from './http/push.ts'
import { reviewRoutes } from './http/reviews.ts'
import { siteRoutes } from './http/site.ts'
import { statementRoutes } from './http/statement.ts'
import { supportRoutes } from './http/support.ts'
import { telegramRoutes } from './http/telegram.ts'
import { visitRoutes } from './http/visits.ts'

/** Every HTTP endpoint of the product's API. */
export const routes = {
  ...identityRoutes,
  ...profileRoutes,
  ...phoneRoutes,
  ...factRoutes,
  ...accountRoutes,
  ...dataExportRoutes,
  ...entryRoutes,
  ...passkeyRoutes,
  ...googleRoutes,
  ...geoRoutes,
  ...discoveryRoutes,
  ...activityRoutes,
  ...freeCreditRoutes,
  ...statementRoutes,
  ...caseRoutes,
  ...chatRoutes,
  ...eventRoutes,
  ...conciergeRoutes,
  ...paymentRoutes,
  ...affiliateRoutes,
  ...ageCheckRoutes,
  ...photoRoutes,
  ...siteRoutes,
  ...reviewRoutes,
  ...insightRoutes,
  ...visitRoutes,
  ...consentRoutes,
  ...notificationRoutes,
  ...outreachRoutes,
  ...pushRoutes,
  ...telegramRoutes,
  ...supportRoutes,
} as const
export type RouteId = keyof typeof routes
