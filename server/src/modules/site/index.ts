import type { Module } from '#platform/module.ts'
import { adoptVisitorChoice } from './cookie-consent.ts'
import { siteRoutes, type SiteDeps } from './routes.ts'

export { type Consent, recordConsents, withdrawConsents } from './consent-record.ts'
export type { SiteDeps } from './routes.ts'

export interface SiteModule extends Module {
  /** Adopts a visitor's cookie choice when they register or sign in. */
  adoptVisitorChoice(visit: {
    readonly memberId: string
    readonly brandId: string
    readonly cookies: Readonly<Record<string, string | undefined>>
  }): Promise<void>
}

/** Legal pages, brand style sheet, sitemap, manifest, sharing pictures and cookie consents. */
export function createSite(deps: SiteDeps): SiteModule {
  return {
    routes: (http) => siteRoutes(http, deps),
    async adoptVisitorChoice({ memberId, brandId, cookies }) {
      const brand = deps.brands.byKey(brandId)
      if (brand) await adoptVisitorChoice(deps.db, { memberId, brand, cookies, now: deps.clock() })
    },
  }
}
