import { problemSchema, type Access, type Route, type StaffAccess } from '@incontro/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Domain, toDomain, toWire } from '@incontro/contract/domain'
import type { output, $ZodType } from 'zod/v4/core'
import { refusalOf } from '#platform/access.ts'
import { type AffiliatesOfBrand, requireAffiliate } from './affiliate-key.ts'
import type { Caller, Principal, Site, StaffPrincipal } from '#platform/caller.ts'
import { cacheResponses } from './response-cache.ts'
import { limitKey } from './network-limits.ts'
import { Failure, notFound, notSignedIn } from './problem.ts'

/** The validated output of a schema, in domain words. */
type Output<S> = S extends $ZodType ? Domain<output<S>> : undefined

/**
 * What a handler receives: validated input only. Wire names are translated before this point
 * (`contract/src/domain.ts`).
 */
export interface Call<R extends Route> {
  readonly params: Output<R['params']>
  readonly query: Output<R['query']>
  readonly body: Output<R['body']>
  /**
   * Of the brand that the request is about; a staff route bounds its queries by it. A route of the console that names no
   * brand has none.
   */
  readonly site: R extends { readonly path: `${string}:brand${string}` }
    ? Site
    : R['access'] extends StaffAccess | 'console'
      ? undefined
      : Site
  /** The signed-in member; on a visitor's route null if the caller is not signed in. */
  readonly member: R['access'] extends 'member' ? Principal : Principal | null
  /** The calling staff member, on staff routes. */
  readonly staff: R['access'] extends StaffAccess ? StaffPrincipal : null
  /** On an affiliate's route who calls; null for the installation's key. */
  readonly affiliate: R['access'] extends 'affiliate' ? string | null : null
  /** Address of the client; forwarded headers count behind trusted proxies only. */
  readonly ip: string
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

export interface Limit {
  readonly max: number
  /** Milliseconds. */
  readonly timeWindow: number
  /**
   * Whom to count instead of the caller's network: the holder of what authorises the request by itself. Undefined for a
   * request without it, which counts for its network. Called with the body before it is checked.
   */
  readonly holderOf?: (body: unknown) => string | undefined
}

/** Fields and items of a request without a session: naming thousands of them in a refusal takes milliseconds. */
const mostValues = 1000

function hasTooMany(body: unknown): boolean {
  const waiting = [body]
  let values = 0
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (typeof next !== 'object' || next === null) continue
    const inside: unknown[] = Array.isArray(next) ? next : Object.values(next)
    values += inside.length
    if (values > mostValues) return true
    for (const value of inside) waiting.push(value)
  }
  return false
}

const unreadable = (): Failure =>
  new Failure(400, 'invalid', { message: 'The request does not match the documentation: see /api/docs/openapi.json' })

/** Above what a person does, below what a script tries. */
const defaultLimits: Record<Exclude<Access, StaffAccess> | 'staff', Limit> = {
  visitor: { max: 240, timeWindow: 60_000 },
  member: { max: 600, timeWindow: 60_000 },
  signed: { max: 6000, timeWindow: 60_000 },
  affiliate: { max: 6000, timeWindow: 60_000 },
  console: { max: 120, timeWindow: 60_000 },
  staff: { max: 600, timeWindow: 60_000 },
}

export interface BindOptions {
  readonly limit?: Limit
  readonly bodyLimit?: number
  /**
   * The response is the same for everyone for the duration of its `cache-control`: it is compressed once and cached.
   */
  readonly kept?: true
  /** The request changes nothing, although its method is not GET. */
  readonly onlyReads?: true
}

/**
 * Binds contract routes to handlers. Each request passes rate limit, site, session and schema before the handler; a
 * reply is written by its schema.
 */
export interface Http {
  readonly app: FastifyInstance
  bind<R extends Route>(route: R, handler: (call: Call<R>) => Promise<Output<R['reply']>>, options?: BindOptions): void
  /**
   * The signed-in member, for routes that do not reply in JSON; null without a member's session, and for an unknown
   * host.
   */
  memberOf(request: FastifyRequest): Promise<Principal | null>
  /**
   * Admits the caller of a route that is bound without a contract but has the access of one: a signed-in member who may
   * call it.
   * @throws Failure
   */
  admit(request: FastifyRequest, routeId: string): Promise<{ readonly member: Principal; readonly site: Site }>
  /** Multiplies the rate limits. */
  readonly limitFactor: number
}

export interface HttpConfig {
  /** The site of the request's host. */
  siteOf(request: FastifyRequest): Site | undefined
  /** The console, which has a host of its own; without it there are no routes for staff. */
  readonly console?: ConsoleHttp | undefined
  /** Identifies the caller by their session. */
  callerOf(request: FastifyRequest, site: Site): Promise<Caller | null>
  /**
   * Throws if the member may not call a route yet (address to confirm, age to verify), before the body is looked at.
   */
  refuse?(member: Principal, routeId: string): Promise<void>
  /** The affiliates of a brand and their keys. */
  affiliatesOf?(brandId: string): AffiliatesOfBrand
  /** Called after each request of a member that may have changed something, before it is answered. */
  wrote?(memberId: string): void
  /** Multiplies the rate limits; demo and tests send more requests than a person. */
  readonly limitFactor: number
}

export interface ConsoleHttp {
  /** Whether the request is for the console's host. */
  isAt(request: FastifyRequest): boolean
  /** Of its pages: the only one from which something may be changed. */
  readonly origin: string
  /** The site of a brand that a staff route names in its path. */
  siteOfBrand(brandId: string): Site | undefined
  /** Who is signed in completely. */
  staffOf(request: FastifyRequest): Promise<StaffPrincipal | null>
  readonly clock: () => Date
}

export function createHttp(app: FastifyInstance, config: HttpConfig): Http {
  const callers = new WeakMap<
    FastifyRequest,
    {
      readonly site: Site | undefined
      readonly member: Principal | null
      readonly staff: StaffPrincipal | null
      readonly affiliate: string | null
    }
  >()
  return {
    app,
    async memberOf(request) {
      const site = config.siteOf(request)
      const caller = site ? await config.callerOf(request, site) : null
      return caller?.kind === 'member' ? caller.member : null
    },
    limitFactor: config.limitFactor,
    async admit(request, routeId) {
      const site = config.siteOf(request)
      if (!site) throw notFound()
      const caller = await config.callerOf(request, site)
      if (caller?.kind !== 'member') throw notSignedIn()
      await config.refuse?.(caller.member, routeId)
      return { member: caller.member, site }
    },
    bind(route, handler, options = {}) {
      const { access } = route
      const isConsole = access === 'console' || typeof access === 'object'
      // Its words are our own, so that nothing is translated.
      const [inward, outward] = isConsole ? [unchanged, unchanged] : [toDomain, toWire]
      const writes = route.method !== 'GET' && !options.onlyReads
      const limit = options.limit ?? defaultLimits[typeof access === 'string' ? access : 'staff']
      app.route({
        method: route.method,
        url: route.path,
        ...(options.bodyLimit === undefined ? {} : { bodyLimit: options.bodyLimit }),
        ...(options.kept ? { compress: false as const, ...cacheResponses() } : {}),
        config: { rateLimit: rateLimitOf(limit, config.limitFactor) },
        schema: {
          operationId: route.id,
          summary: route.summary,
          tags: [route.tag],
          // The console is no part of the public API.
          ...(isConsole ? { hide: true } : {}),
          ...(route.params ? { params: route.params } : {}),
          ...(route.query ? { querystring: route.query } : {}),
          ...(route.body ? { body: route.body } : {}),
          ...(access === 'member' ? { security: [{ session: [] }, { bearer: [] }] } : {}),
          ...(access === 'affiliate' ? { security: [{ affiliateKey: [] }] } : {}),
          response: { 200: route.reply, ...problems(route) },
        },
        // Before the body is read: a refused caller learns nothing about the request's shape and causes no parsing.
        preParsing: async (request) => {
          if (isConsole) {
            callers.set(request, await admitAtConsole(config.console, route, request))
            return
          }
          const site = config.siteOf(request)
          if (!site) throw notFound()
          const caller = await config.callerOf(request, site)
          if (refusalOf(access, caller, site.brandId) !== undefined) throw notSignedIn()
          const affiliate =
            access === 'affiliate'
              ? await requireAffiliate(request, config.affiliatesOf?.(site.brandId) ?? noAffiliates)
              : null
          const member = caller?.kind === 'member' ? caller.member : null
          if (access === 'member' && member) await config.refuse?.(member, route.id)
          callers.set(request, { site, member, staff: null, affiliate })
        },
        preValidation: async ({ body }) => {
          // The bytes of a form would be looked at as an object with as many fields.
          if (Buffer.isBuffer(body) || ((access === 'visitor' || access === 'console') && hasTooMany(body)))
            throw unreadable()
        },
        handler: async (request, reply) => {
          void reply.header('cache-control', 'no-store')
          const caller = callers.get(request)
          try {
            const answer = await handler({
              params: inward(request.params),
              query: inward(request.query),
              body: inward(request.body),
              ...caller,
              ip: request.ip,
              request,
              reply,
            } as unknown as Call<typeof route>)
            return outward(answer)
          } finally {
            if (writes && caller?.member) config.wrote?.(caller.member.memberId)
          }
        },
      })
    },
  }
}

const noAffiliates: AffiliatesOfBrand = {
  fixedKey: undefined,
  affiliateOf: async () => undefined,
  hasAffiliates: async () => false,
}

const unchanged = (value: unknown): unknown => value

/**
 * The caller of a route of the console, which exists at its host only: a script in a brand's page has neither its origin
 * nor its cookie. A brand that is not of this database is answered like one that does not exist.
 * @throws Failure 401; 403, also `proof_needed`; 404
 */
async function admitAtConsole(console: ConsoleHttp | undefined, route: Route, request: FastifyRequest) {
  const { access } = route
  if (!console?.isAt(request)) throw notFound()
  // Browsers send it with everything that changes something.
  if (route.method !== 'GET' && request.headers.origin !== console.origin)
    throw new Failure(403, undefined, { message: 'Send this request from a page of the console' })
  const named = brandInPath(route, request)
  const site = named === undefined ? undefined : console.siteOfBrand(named)
  if (typeof access === 'string') return { site, member: null, staff: null, affiliate: null }
  const staff = await console.staffOf(request)
  if (!staff) throw notSignedIn()
  // Who has no role at a brand does not learn whether it exists.
  if (refusalOf(access, { kind: 'staff', staff }, named ?? '') !== undefined) throw new Failure(403)
  if (named !== undefined && !site) throw notFound()
  if (access.fresh && (!staff.provedUntil || staff.provedUntil <= console.clock()))
    throw new Failure(403, 'proof_needed', { message: 'Show the second factor again, then repeat this' })
  return { site, member: null, staff, affiliate: null }
}

/** The brand that a staff route names in its path. Before its parameters are checked, they are text. */
function brandInPath({ access, path }: Route, { params }: FastifyRequest): string | undefined {
  if (typeof access === 'string' || !path.split('/').includes(':brand')) return undefined
  return (params as { readonly brand: string }).brand
}

const rateLimitOf = ({ max, timeWindow, holderOf }: Limit, factor: number) => ({
  max: Math.ceil(max * factor),
  timeWindow,
  ...(holderOf && {
    // Once the body is there, and before one that is not valid is refused.
    hook: 'preValidation' as const,
    keyGenerator: (request: FastifyRequest) => limitKey(holderOf(request.body) ?? request.ip, request.routeOptions.url),
  }),
})

/**
 * The problem documents of a route: the ones any route can answer, and those for requests with a body or side effects.
 */
const problems = (route: Route): Record<number, typeof problemSchema> =>
  Object.fromEntries(
    [
      ...new Set([
        400,
        404,
        429,
        500,
        503,
        ...(route.method === 'GET' ? [] : [403]),
        ...(route.body ? [413, 415] : []),
        ...(route.failures ?? []),
      ]),
    ]
      .sort()
      .map((status) => [status, problemSchema]),
  )

/** Checks that `trackerId` is the caller's own; any other answers 404 (rule 3.2). */
export function own(member: Principal, trackerId: string): void {
  if (member.clickid !== trackerId) throw notFound()
}
