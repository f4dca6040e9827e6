import type { FastifyRequest } from 'fastify'
import { timingSafeEqual } from 'node:crypto'
import { hashToken } from '#platform/ids.ts'
import { notFound, notSignedIn } from './problem.ts'

export const affiliateKeyHeader = 'x-affiliate-key'

/**
 * Compares the request's key in constant time.
 * @throws Failure 404 if the brand has no key, 401 for a missing or wrong one
 */
export function requireAffiliateKey({ headers }: Pick<FastifyRequest, 'headers'>, key: string | undefined): void {
  if (key === undefined) throw notFound()
  const sent = headers[affiliateKeyHeader]
  if (typeof sent !== 'string' || !timingSafeEqual(hashToken(sent), hashToken(key))) throw notSignedIn()
}
