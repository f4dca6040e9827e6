import type { WebContext } from '@incontro/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { publicBrand, type Brands } from './modules/brands/index.ts'
import type { Flows } from './modules/flows/index.ts'
import { sessionCookie } from './modules/identity/index.ts'
import { sessionViewOf, type PhotoUrls } from './modules/members/index.ts'
import { chooseLocale } from './platform/locale.ts'
import type { Principal, Site } from './platform/caller.ts'
import type { Database } from './platform/database.ts'
import { createInProcess } from './platform/pages/in-process.ts'

export interface PageContextDeps {
  readonly app: FastifyInstance
  readonly db: Database
  readonly brands: Brands
  readonly flows: Flows
  readonly photos: PhotoUrls
  readonly siteOf: (request: FastifyRequest) => Site | undefined
  readonly principalOf: (request: FastifyRequest, site: Site) => Promise<Principal | null>
  readonly google: boolean
  readonly demo: boolean
}

/** What a page of the web is rendered from: the brand, the language, and who is signed in. Undefined for an unknown host. */
export function createPageContext({
  app,
  db,
  brands,
  flows,
  photos,
  siteOf,
  principalOf,
  google,
  demo,
}: PageContextDeps): (request: FastifyRequest) => Promise<WebContext | undefined> {
  const api = createInProcess(app)
  return async (request) => {
    const site = siteOf(request)
    const brand = site && brands.byKey(site.brandId)
    if (!site || !brand) return undefined
    const principal = request.cookies[sessionCookie] === undefined ? null : await principalOf(request, site)
    const locale = chooseLocale(request, brand)
    return {
      brand: publicBrand(brand, locale),
      google,
      locale,
      nonce: request.nonce,
      demo,
      origin: site.origin,
      theme: brand.theme === 'system' ? null : brand.theme,
      session: principal ? ((await sessionViewOf(db, { flows, photos }, principal.memberId)) ?? null) : null,
      api: api(request, site.origin),
    }
  }
}
