import type { FastifyRequest } from 'fastify'
import { publicBrand, type Brands } from '#modules/brands/index.ts'
import type { Flows } from '#modules/flows/index.ts'
import { sessionCookie } from '#modules/identity/index.ts'
import { sessionViewOf, type PhotoUrls } from '#modules/members/index.ts'
import { chooseLocale } from '#platform/text/locale.ts'
import type { Principal, Site } from '#platform/caller.ts'
import type { Database } from '#platform/database/database.ts'
import type { PageContext } from '#platform/pages/pages.ts'

export interface PageContextDeps {
  readonly db: Database
  readonly brands: Brands
  readonly flows: Flows
  readonly photos: PhotoUrls
  readonly siteOf: (request: FastifyRequest) => Site | undefined
  readonly principalOf: (request: FastifyRequest, site: Site) => Promise<Principal | null>
  readonly google: boolean
  readonly demo: boolean
}

/** What a page is rendered from: the brand, the language, and the signed-in member. Undefined for an unknown host. */
export function createPageContext({
  db,
  brands,
  flows,
  photos,
  siteOf,
  principalOf,
  google,
  demo,
}: PageContextDeps): (request: FastifyRequest) => Promise<PageContext | undefined> {
  return async (request) => {
    const site = siteOf(request)
    const brand = site && brands.byKey(site.brandId)
    if (!site || !brand) return undefined
    const principal = request.cookies[sessionCookie] === undefined ? null : await principalOf(request, site)
    const locale = chooseLocale(request, brand)
    // The only place where cookies are read: a page's cache key contains all that it was rendered from.
    const { theme, cookiePolicy, analytics, remarketing } = request.cookies
    return {
      brand: publicBrand(brand, locale),
      google,
      locale,
      demo,
      origin: site.origin,
      theme: theme === 'light' || theme === 'dark' ? theme : brand.theme === 'system' ? null : brand.theme,
      cookieChoice: {
        chosen: cookiePolicy !== undefined,
        analytics: analytics === 'true',
        remarketing: remarketing === 'true',
      },
      session: principal ? ((await sessionViewOf(db, { flows, photos }, principal.memberId)) ?? null) : null,
    }
  }
}
