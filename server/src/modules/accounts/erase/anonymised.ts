import type { Tx } from '#platform/database/database.ts'
import type { Erasure } from './erasure.ts'

/**
 * Inserts an anonymised row, if it does not exist yet. Unlike other ids its id is random and contains no time, and the
 * row has no timestamps: after the erasure, nothing shows that two such rows were one person.
 */
export async function insertAnonymised(
  tx: Tx,
  { brandId, poolId }: Pick<Erasure, 'brandId' | 'poolId'>,
  id: string,
): Promise<void> {
  const never = new Date(0)
  await tx
    .insertInto('members')
    .values({
      id,
      brand_id: brandId,
      pool_id: poolId,
      clickid: '',
      email: '',
      password_hash: null,
      screen_name: '-',
      gender: 'man',
      seeks: 'woman',
      age_stated: 18,
      age_stated_on: never,
      country: 'ZZ',
      locale: 'en',
      flow_id: '',
      flow_version: '',
      source: '',
      state: 'deleted',
      last_active_at: never,
      created_at: never,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}
