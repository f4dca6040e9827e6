import type { FastifyRequest } from 'fastify'
import { timingSafeEqual } from 'node:crypto'
import { hashToken } from '#platform/ids.ts'
import { notFound, notSignedIn } from './problem.ts'

export const affiliateKeyHeader = 'x-affiliate-key'

/** The affiliates of a brand. */
export interface AffiliatesOfBrand {
  /** The installation's key for the brand's affiliate; undefined if it has none. */
  readonly fixedKey: string | undefined
  /** The affiliate of the brand with this key, of those that were added in the console. */
  affiliateOf(key: string): Promise<string | undefined>
  hasAffiliates(): Promise<boolean>
}

/**
 * Who sent the request, by its key: the installation's is compared in constant time, others are found by their hash.
 * @returns the affiliate's id; null for the installation's key
 * @throws Failure 404 if the brand has no affiliate, 401 for a missing or wrong key
 */
export async function requireAffiliate(
  { headers }: Pick<FastifyRequest, 'headers'>,
  { fixedKey, affiliateOf, hasAffiliates }: AffiliatesOfBrand,
): Promise<string | null> {
  const sent = headers[affiliateKeyHeader]
  if (typeof sent === 'string') {
    if (fixedKey !== undefined && timingSafeEqual(hashToken(sent), hashToken(fixedKey))) return null
    const affiliate = await affiliateOf(sent)
    if (affiliate !== undefined) return affiliate
  }
  throw fixedKey === undefined && !(await hasAffiliates()) ? notFound() : notSignedIn()
}
