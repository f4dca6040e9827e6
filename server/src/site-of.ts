import type { FastifyRequest } from 'fastify'
import type { IncomingMessage } from 'node:http'
import type { Brands } from './modules/brands/index.ts'
import type { Site } from './platform/caller.ts'

/** Which brand's site a request is for, by its host; unknown hosts have none. */
export function sites(brands: Brands) {
  const from = (host: string | undefined, scheme: string): Site | undefined => {
    const brand = host === undefined ? undefined : brands.byHost(host)
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
  if (port === undefined || host !== headers.host || /^(localhost|.*\.localhost|127\.0\.0\.1|\[::1\])$/i.test(name))
    return true
  // A call of a page to the API of its own process has no port; the page itself was asked before.
  return socket.localPort === undefined || Number(port) === socket.localPort
}
