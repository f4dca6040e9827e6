import { routes, type Locale } from '@incontro/contract'
import type { FastifyRequest } from 'fastify'
import { legalPage, type Brand, type Brands } from '#modules/brands/index.ts'
import type { Flows, HookText } from '#modules/flows/index.ts'
import type { Site } from '#platform/caller.ts'
import type { Database } from '#platform/database/database.ts'
import type { Http } from '#platform/http/bind.ts'
import { notFound } from '#platform/http/problem.ts'
import { consentRoutes } from './consent-routes.ts'
import { webManifest } from './manifest.ts'
import { pictureRoutes } from './pictures.ts'
import { robotsText, sitemapXml } from './search-files.ts'

export interface SiteDeps {
  readonly db: Database
  readonly clock: () => Date
  readonly brands: Brands
  /** Also those in other databases. */
  readonly everyBrand: Brands
  readonly flows: Flows
  readonly demo: boolean
  readonly siteOf: (request: FastifyRequest) => Site | undefined
}

const yearLong = 'public, max-age=31536000, immutable'

/** Public files of a brand: legal pages, style sheet, pictures, files for robots and browsers. */
export function siteRoutes(http: Http, deps: SiteDeps): void {
  const brandOf = (request: FastifyRequest): Brand => {
    const site = deps.siteOf(request)
    const brand = site && deps.brands.byKey(site.brandId)
    if (!brand) throw notFound()
    return brand
  }

  /** `d` names a brand by any of its hosts or its domain. */
  const brandOfDomain = (domain: string): Brand => {
    const brand =
      deps.everyBrand.byHost(domain) ?? deps.everyBrand.list.find((one) => one.domain === domain.toLowerCase())
    if (!brand) throw notFound()
    return brand
  }

  http.bind(routes.legal, async ({ body, request }) => {
    const brand = body.d === undefined ? brandOf(request) : brandOfDomain(body.d)
    const wished = brand.languages.find((language) => language === body.l?.slice(0, 2).toLowerCase())
    const locale: Locale = wished ?? (brand.languages.includes('en') ? 'en' : brand.defaultLanguage)
    const page = legalPage(brand, body.p, locale)
    return { html: page.html, title: page.title, version: page.version }
  })

  consentRoutes(http, { db: deps.db, clock: deps.clock, brandOf })

  const hidden = { schema: { hide: true } }
  const cacheControl = (current: boolean): string => (current ? yearLong : 'no-cache')
  http.app.get<{ Querystring: { v?: string } }>('/brand/tokens.css', hidden, async (request, reply) => {
    const { tokensCss, tokensHash } = brandOf(request).assets
    return reply
      .type('text/css; charset=utf-8')
      .header('cache-control', cacheControl(request.query.v === tokensHash))
      .send(tokensCss)
  })
  http.app.get('/brand/icon.svg', hidden, async (request, reply) =>
    reply.type('image/svg+xml').header('cache-control', 'public, max-age=86400').send(brandOf(request).assets.symbol),
  )
  http.app.get<{ Params: { flow: string; hook: string }; Querystring: { v?: string } }>(
    '/brand/hooks/:flow/:hook.svg',
    hidden,
    async (request, reply) => {
      const { flow, hook } = request.params
      const texts: Readonly<Record<string, HookText | undefined>> = deps.flows.of(brandOf(request).key, flow).hookTexts
      const picture = Object.hasOwn(texts, hook) ? texts[hook]?.picture : undefined
      if (!picture) throw notFound()
      return reply
        .type('image/svg+xml')
        .header('cache-control', cacheControl(request.query.v === picture.hash))
        .send(picture.source)
    },
  )
  pictureRoutes(http.app, brandOf, cacheControl)

  const placeOf = (request: FastifyRequest) => ({
    brand: brandOf(request),
    demo: deps.demo,
    origin: deps.siteOf(request)?.origin ?? '',
  })
  http.app.get('/robots.txt', hidden, async (request, reply) =>
    reply.type('text/plain; charset=utf-8').send(robotsText(placeOf(request))),
  )
  http.app.get('/sitemap.xml', hidden, async (request, reply) =>
    reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(sitemapXml(placeOf(request))),
  )
  http.app.get<{ Querystring: { l?: string } }>('/manifest.webmanifest', hidden, async (request, reply) => {
    const brand = brandOf(request)
    const locale = brand.languages.find((language) => language === request.query.l) ?? brand.defaultLanguage
    return reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', 'no-cache')
      .serializer(JSON.stringify)
      .send(webManifest(brand, locale))
  })
}
