import { routes, type Locale } from '@incontro/contract'
import type { FastifyRequest } from 'fastify'
import { legalPage, type Brand, type Brands } from '../brands/index.ts'
import type { Site } from '../../platform/caller.ts'
import type { Http } from '../../platform/http/bind.ts'
import { notFound } from '../../platform/http/problem.ts'

export interface SiteDeps {
  readonly brands: Brands
  readonly demo: boolean
  readonly siteOf: (request: FastifyRequest) => Site | undefined
}

const yearLong = 'public, max-age=31536000, immutable'

/** What a site shows of its brand: legal pages, style sheet, icon, robots. */
export function siteRoutes(http: Http, deps: SiteDeps): void {
  const brandOf = (request: FastifyRequest): Brand => {
    const site = deps.siteOf(request)
    const brand = site && deps.brands.byKey(site.brandId)
    if (!brand) throw notFound()
    return brand
  }

  http.bind(routes.legal, async ({ body, request }) => {
    const brand = brandOf(request)
    const wished = brand.languages.find((language) => language === body.l?.slice(0, 2).toLowerCase())
    const locale: Locale = wished ?? (brand.languages.includes('en') ? 'en' : brand.defaultLanguage)
    const page = legalPage(brand, body.p, locale)
    return { html: page.html, title: page.title, version: page.version }
  })

  http.app.get<{ Querystring: { v?: string } }>('/brand/tokens.css', { schema: { hide: true } }, async (request, reply) => {
    const { tokensCss, tokensHash } = brandOf(request).assets
    return reply.type('text/css; charset=utf-8').header('cache-control', request.query.v === tokensHash ? yearLong : 'no-cache').send(tokensCss)
  })
  http.app.get('/brand/icon.svg', { schema: { hide: true } }, async (request, reply) =>
    reply.type('image/svg+xml').header('cache-control', 'public, max-age=86400').send(brandOf(request).assets.symbol))
  http.app.get('/robots.txt', { schema: { hide: true } }, async (_request, reply) =>
    // A demo is full of made-up people: nothing of it belongs into a search engine.
    reply.type('text/plain').send(deps.demo ? 'User-agent: *\nDisallow: /\n' : 'User-agent: *\nDisallow: /api/\nDisallow: /pay/\nDisallow: /dispenser/\n'))
}
