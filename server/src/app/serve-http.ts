import { visitorPages } from '@incontro/contract/visitor-pages'
import type { FastifyInstance } from 'fastify'
import { join, resolve } from 'node:path'
import { sessionCookie, refuseUnconfirmed } from '#modules/identity/index.ts'
import { oneClickOf } from '#modules/outreach/index.ts'
import { createHttp } from '#platform/http/bind.ts'
import { serveDocs } from '#platform/http/docs.ts'
import type { MemberAllowances } from '#platform/live/socket/event-rules.ts'
import { httpEvents } from '#platform/live/socket/http-events.ts'
import type { EventHandlers } from '#platform/live/socket/server.ts'
import type { Modules } from '#platform/module.ts'
import { serveConsole } from '#platform/pages/console-files.ts'
import { servePages } from '#platform/pages/pages.ts'
import type { createBusinessSide } from './business-side.ts'
import { isAtConsole, siteOfBrand } from './console.ts'
import type { Foundations } from './foundations.ts'
import type { createMembersSide } from './members-side.ts'
import { createPageContext } from './page-context.ts'
import type { createStaffSide } from './staff-side.ts'

const defaultBuild = resolve(import.meta.dirname, '../../../web/build')

export interface HttpParts {
  readonly foundations: Foundations
  readonly membersSide: ReturnType<typeof createMembersSide>
  readonly businessSide: ReturnType<typeof createBusinessSide>
  readonly staffSide: ReturnType<typeof createStaffSide>
  readonly modules: Pick<Modules, 'routes'>
  readonly events: EventHandlers
  readonly allowances: MemberAllowances
  /** Folder of the web build; without it no pages are served. */
  readonly webBuild: string | undefined
}

/** Binds the routes, the socket events that HTTP carries too, the console and the pages. */
export async function serveHttp(app: FastifyInstance, parts: HttpParts): Promise<void> {
  const { events, allowances, webBuild } = parts
  const { config, log, clock, isDemo, limitFactor, db, brands, everyBrand, flows, visitorFlows, reads, siteOf } =
    parts.foundations
  const { ageChecks, identity, members, photos, visitCounter } = parts.membersSide
  const { affiliates, affiliateKeys, unsubscribing } = parts.businessSide
  const { console, staff } = parts.staffSide

  const logo = everyBrand.byKey('local')?.assets.logoDark ?? ''
  await serveDocs(app, { viewer: isDemo || config.apiViewer ? { logo } : undefined, limitFactor })
  const http = createHttp(app, {
    siteOf,
    limitFactor,
    callerOf: async (request, site) => {
      const member = await identity.principalOf(request, site)
      return member && { kind: 'member', member }
    },
    refuse: async (member, routeId) => {
      refuseUnconfirmed(member, routeId)
      await ageChecks.refuse(member, routeId)
    },
    affiliatesOf: (brandId) => ({
      fixedKey: affiliateKeys.get(brandId),
      affiliateOf: (key) => affiliates.affiliateOf(brandId, key),
      hasAffiliates: () => affiliates.hasAffiliates(brandId),
    }),
    console: console &&
      staff && {
        origin: console.origin,
        isAt: (request) => isAtConsole(console, request),
        siteOfBrand: (brandId) => siteOfBrand(brands, brandId),
        staffOf: (request) => staff.principalOf(request),
        clock,
      },
    wrote: reads.wrote,
  })
  await parts.modules.routes(http)
  httpEvents(http, {
    handlers: events,
    allowances,
    principalNow: identity.principalNow,
    present: (memberId) =>
      void members.present([memberId]).catch((error: unknown) => log.warn({ err: error }, 'presence not written')),
  })
  const look = everyBrand.byKey('local') ?? everyBrand.list[0]
  if (console && look)
    await serveConsole(app, {
      folder: join(webBuild ?? defaultBuild, 'console'),
      origin: console.origin,
      isAt: (request) => isAtConsole(console, request),
      brandAt: (request) => everyBrand.byHost(request.host)?.key,
      look: { key: look.key, tokensCss: look.assets.tokensCss },
    })
  if (webBuild !== undefined)
    await servePages(app, {
      buildDir: webBuild,
      sessionCookie,
      shared: new Set(visitorPages),
      limitFactor,
      onVisitor: ({ url, headers }, { key, country, vatNumber }) =>
        visitCounter.count({
          brand: { key, company: { vatNumber } },
          country,
          url,
          headers,
          flowOf: (asked, trackerId) => visitorFlows.of(key, asked, trackerId).id,
        }),
      plainPost: (request) => oneClickOf(unsubscribing, request, siteOf(request)),
      contextOf: createPageContext({
        db,
        brands,
        flows,
        photos,
        siteOf,
        principalOf: identity.principalOf,
        google: config.google !== undefined,
        demo: isDemo,
      }),
    })
}
