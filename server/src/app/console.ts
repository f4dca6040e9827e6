import type { FastifyRequest } from 'fastify'
import type { Brands } from '#modules/brands/index.ts'
import type { ConsoleAddress } from '#modules/staff/index.ts'
import type { Site } from '#platform/caller.ts'
import { isLoopback } from '#platform/process/loopback.ts'

/** Where the console is, from `CONSOLE_HOST`: plain http only on this machine. */
export function consoleAddress(host: string | undefined): ConsoleAddress | undefined {
  if (host === undefined) return undefined
  const isHere = isLoopback(host.replace(/:\d+$/, ''))
  return { host, origin: `${isHere ? 'http' : 'https'}://${host}` }
}

/** Whether a request is for the console; `host` honours X-Forwarded-Host of trusted proxies only. */
export const isAtConsole = (console: Pick<ConsoleAddress, 'host'> | undefined, request: Pick<FastifyRequest, 'host'>) =>
  console !== undefined && request.host.toLowerCase() === console.host

/** The brand that a path of the console's API names: requests for it are answered where its database is. */
export function brandOfConsolePath(url: string): string | undefined {
  return /^\/admin\/api\/([a-z0-9-]+)\//.exec(url)?.[1]
}

/**
 * The site of a brand for what staff do: links in mails lead to the brand's own domain, in a demo to its local name.
 */
export function siteOfBrand(brands: Brands, brandId: string): Site | undefined {
  const brand = brands.byKey(brandId)
  return brand && { brandId, poolId: brand.pool, host: new URL(brand.origin).hostname, origin: brand.origin }
}
