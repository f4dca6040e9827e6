import { fastifyCookie } from '@fastify/cookie'
import { sessionCookie, type Sessions } from '#modules/identity/index.ts'
import type { Locale } from '@incontro/contract'
import type { Brands } from '#modules/brands/index.ts'
import type { Caller, Principal } from '#platform/caller.ts'
import { createBatches } from '#platform/flow-control/batches.ts'
import { chooseLocale } from '#platform/text/locale.ts'
import type { Identified, SocketOptions } from '#platform/live/socket/server.ts'
import type { sites } from './site-of.ts'

const wellFormed = /^[A-Za-z0-9_-]{43}$/

/** Like requests, sockets get texts in the language of the page around them. */
const callerOf = (member: Principal, locale: Locale | undefined): Caller => ({
  kind: 'member',
  member: locale === undefined ? member : { ...member, locale },
})

/**
 * Identifies who opens a socket: a browser by its cookie, from a page of the brand; an API client by `auth.token`
 * (rule 11.5).
 */
export function identifySocket(
  sessions: Sessions,
  sitesOf: Pick<ReturnType<typeof sites>, 'ofUpgrade'>,
  brands: Pick<Brands, 'byKey'>,
): Pick<SocketOptions, 'identify' | 'reidentify'> {
  // After a restart, all sockets come back within seconds: the sessions of those that wait are read by one query.
  const findNow = createBatches({ run: sessions.findAllNow, keysOf: () => [] })
  const find = async (token: string, brandId: string, locale?: Locale): Promise<Identified | undefined> => {
    const found = await findNow({ token, brandId })
    return found.state === 'active' ? { caller: callerOf(found.principal, locale), brandId, token, locale } : undefined
  }
  return {
    async identify(request, given) {
      const site = sitesOf.ofUpgrade(request)
      if (!site) return undefined
      if (given !== undefined)
        return typeof given === 'string' && wellFormed.test(given) ? find(given, site.brandId) : undefined
      // Any web page can open a websocket with our cookie, so the origin must be ours.
      const origin = request.headers.origin?.replace(/^https?:/, '')
      if (origin !== site.origin.replace(/^https?:/, '')) return undefined
      const cookies = fastifyCookie.parse(request.headers.cookie ?? '')
      const cookie = cookies[sessionCookie]
      const brand = brands.byKey(site.brandId)
      const locale = brand && chooseLocale({ headers: request.headers, cookies, query: {} }, brand)
      return cookie !== undefined && wellFormed.test(cookie) ? find(cookie, site.brandId, locale) : undefined
    },
    async reidentify(before) {
      const found = await sessions.findAllNow(before.map(({ token, brandId }) => ({ token, brandId })))
      return found.map((one, n) => (one.state === 'active' ? callerOf(one.principal, before[n]?.locale) : undefined))
    },
  }
}
