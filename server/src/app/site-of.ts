import type { FastifyRequest } from 'fastify'
import type { IncomingMessage } from 'node:http'
import type { Brands } from '#modules/brands/index.ts'
import type { Site } from '#platform/caller.ts'
import { isLoopback } from '#platform/process/loopback.ts'

/**
 * Finds the brand's site for a request by its host; unknown hosts have none. `localhost` and similar names count only
 * in installations for this machine (demo, tests): elsewhere they would end up in links of emails.
 */
export function sites(brands: Brands, { servesLocalhost }: { readonly servesLocalhost: boolean }) {
  const from = (host: string | undefined, scheme: string): Site | undefined => {
    const served = host !== undefined && (servesLocalhost || !isLoopback(host.replace(/:\d*$/, '')))
    const brand = served ? brands.byHost(host) : undefined
    return brand && host !== undefined
      ? {
          brandId: brand.key,
          poolId: brand.pool,
          host: host.replace(/:\d+$/, '').toLowerCase(),
          origin: `${scheme === 'https' ? 'https' : 'http'}://${host.toLowerCase()}`,
        }
      : undefined
  }
  return {
    /** `host` and `protocol` honour X-Forwarded-* from trusted proxies only. */
    ofRequest: (request: FastifyRequest): Site | undefined =>
      isServed(request) ? from(request.host, request.protocol) : undefined,
    ofUpgrade: (request: IncomingMessage): Site | undefined => from(request.headers.host, 'http'),
  }
}

/**
 * Whether we are reachable at the host's port. An invented one would end up in links of emails: a brand's domain allows
 * the port we listen on or none, unless a trusted proxy forwards another; local names may be mapped to any port.
 */
function isServed({ host, headers, socket }: FastifyRequest): boolean {
  const [, name = '', port] = /^(.*?)(?::(\d*))?$/.exec(host ?? '') ?? []
  if (port === undefined || host !== headers.host || isLoopback(name)) return true
  // An in-process call has no port; it was checked for the page that makes it.
  return socket.localPort === undefined || Number(port) === socket.localPort
}
