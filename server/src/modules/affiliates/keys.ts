import type { Executor, Tx } from '#platform/database/database.ts'
import { hashToken, type Keys, newId, newToken } from '#platform/ids.ts'
import { seal, unseal } from '#platform/secrets/seal.ts'

/** So that a key that is found somewhere is recognised. */
const prefix = 'aff_'
const shape = /^aff_[A-Za-z0-9_-]{43}$/
const shownCharacters = 4

interface OfAffiliate {
  readonly brandId: string
  readonly affiliateId: string
}

/** Stores a new key, 256 random bits. @returns the key, which is nowhere in clear afterwards */
export async function storeKey(
  tx: Tx,
  keys: Keys,
  { brandId, affiliateId, author, at }: OfAffiliate & { readonly author: string; readonly at: Date },
): Promise<string> {
  const key = `${prefix}${newToken()}`
  await tx
    .insertInto('affiliate_keys')
    .values({
      brand_id: brandId,
      id: newId(),
      affiliate_id: affiliateId,
      hash: hashToken(key),
      sealed: seal(keys, key),
      ending: key.slice(-shownCharacters),
      made_by: author,
      made_at: at,
    })
    .execute()
  return key
}

/** The affiliate of the brand whose key this is; undefined for one that does not count. */
export async function affiliateOfKey(
  executor: Executor,
  { brandId, key, at }: { readonly brandId: string; readonly key: string; readonly at: Date },
): Promise<string | undefined> {
  if (!shape.test(key)) return undefined
  const found = await executor
    .selectFrom('affiliate_keys as k')
    .innerJoin('affiliates as a', (join) =>
      join.onRef('a.brand_id', '=', 'k.brand_id').onRef('a.id', '=', 'k.affiliate_id'),
    )
    .select('k.affiliate_id')
    .where('k.hash', '=', hashToken(key))
    .where('k.brand_id', '=', brandId)
    .where('a.ended_at', 'is', null)
    .where((eb) => eb.or([eb('k.ends_at', 'is', null), eb('k.ends_at', '>', at)]))
    .executeTakeFirst()
  return found?.affiliate_id
}

/** The keys of an affiliate that count now, in clear, the newest first: it may know either while it changes over. */
export async function secretsOf(
  executor: Executor,
  keys: Keys,
  { brandId, affiliateId, at }: OfAffiliate & { readonly at: Date },
): Promise<readonly string[]> {
  const rows = await executor
    .selectFrom('affiliate_keys')
    .select('sealed')
    .where('brand_id', '=', brandId)
    .where('affiliate_id', '=', affiliateId)
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', at)]))
    .orderBy('made_at', 'desc')
    .execute()
  return rows.flatMap(({ sealed }) => {
    try {
      return [unseal(keys, sealed)]
    } catch {
      // Sealed under a secret of the installation that was lost: a new key is needed, and the log says so.
      return []
    }
  })
}
