import { fastifyCookie } from '@fastify/cookie'
import { sessionCookie, type Sessions } from './modules/identity/index.ts'
import { createBatches } from './platform/batches.ts'
import type { Identified, SocketOptions } from './platform/socket/server.ts'
import type { sites } from './site-of.ts'

const wellFormed = /^[A-Za-z0-9_-]{43}$/

/**
 * Identifies who opens a socket: a browser by its cookie, from a page of the brand; an API client by `auth.token`
 * (decision 11.5).
 */
export function identifySocket(
  sessions: Sessions,
  sitesOf: Pick<ReturnType<typeof sites>, 'ofUpgrade'>,
): Pick<SocketOptions, 'identify' | 'reidentify'> {
  // After a restart, all sockets come back within seconds: the sessions of those that wait are read by one query.
  const findNow = createBatches({ run: sessions.findAllNow, keysOf: () => [] })
  const find = async (token: string, brandId: string): Promise<Identified | undefined> => {
    const found = await findNow({ token, brandId })
    return found.state === 'active'
      ? { caller: { kind: 'member', member: found.principal }, brandId, token }
      : undefined
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
      const cookie = fastifyCookie.parse(request.headers.cookie ?? '')[sessionCookie]
      return cookie !== undefined && wellFormed.test(cookie) ? find(cookie, site.brandId) : undefined
    },
    async reidentify(before) {
      const found = await sessions.findAllNow(before.map(({ token, brandId }) => ({ token, brandId })))
      return found.map((one) => (one.state === 'active' ? { kind: 'member', member: one.principal } : undefined))
    },
  }
}
