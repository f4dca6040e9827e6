import type { FastifyRequest } from 'fastify'
import type { IncomingMessage } from 'node:http'
import type { Brands } from './modules/brands/index.ts'
import type { Site } from './platform/caller.ts'
import { isLoopback } from './platform/loopback.ts'

/**
 * Which brand's site a request is for, by its host; unknown hosts have none. `localhost` and its like are a brand's only where the
 * installation is for this machine (the demo, tests): elsewhere they would stand in links of emails, where they lead nowhere.
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
    /** `host` and `protocol` count X-Forwarded-* from configured proxies only. */
    ofRequest: (request: FastifyRequest): Site | undefined =>
      isServed(request) ? from(request.host, request.protocol) : undefined,
    ofUpgrade: (request: IncomingMessage): Site | undefined => from(request.headers.host, 'http'),
  }
}

/**
 * Whether the host's port is one we are reached at. A made-up one would stand in the links of emails: on a brand's domain it is the port
 * we listen on or none, unless a proxy says otherwise; a name of this machine may be mapped to any.
 */
function isServed({ host, headers, socket }: FastifyRequest): boolean {
  const [, name = '', port] = /^(.*?)(?::(\d*))?$/.exec(host ?? '') ?? []
  if (port === undefined || host !== headers.host || isLoopback(name)) return true
  // A call of a page to the API of its own process has no port; the page itself was asked before.
  return socket.localPort === undefined || Number(port) === socket.localPort
}
