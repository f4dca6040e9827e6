import type { FastifyRequest } from 'fastify'
import type { IncomingMessage } from 'node:http'
import type { Brands } from './modules/brands/index.ts'
import type { Site } from './platform/caller.ts'

/** Which brand's site a request is for, by its host; unknown hosts have none. */
export function sites(brands: Brands) {
  const from = (host: string | undefined, scheme: string): Site | undefined => {
    const brand = host === undefined ? undefined : brands.byHost(host)
    return brand && host !== undefined
      ? { brandId: brand.key, poolId: brand.pool, host: host.replace(/:\d+$/, '').toLowerCase(), origin: `${scheme}://${host.toLowerCase()}` }
      : undefined
  }
  return {
    /** `host` and `protocol` count X-Forwarded-* from configured proxies only. */
    ofRequest: (request: FastifyRequest): Site | undefined => from(request.host, request.protocol),
    ofUpgrade: (request: IncomingMessage): Site | undefined => from(request.headers.host, 'http'),
  }
}
