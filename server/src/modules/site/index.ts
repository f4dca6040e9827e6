export { type Consent, recordConsents, withdrawConsents } from './consent-record.ts'
export { adoptVisitorChoice } from './cookie-consent.ts'
export { siteRoutes, type SiteDeps } from './routes.ts'
