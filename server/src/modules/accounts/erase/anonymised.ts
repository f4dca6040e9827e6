import type { Tx } from '../../../platform/database.ts'
import type { Erasure } from './erasure.ts'

/**
 * A row that stands for nobody any more, unless it is there. Its id is random, not made of the time like other keys, and it has no time of
 * its own: once the erasing is over, nothing shows that two of them were one person.
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
