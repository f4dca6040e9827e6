import { randomUUID } from 'node:crypto'
import type { Tx } from '../../../platform/database.ts'
import type { Leaving } from './erase-member.ts'

/**
 * A row that stands for nobody any more. Its id is random, not made of the time like other keys, and it has no time of its own: two such
 * nothing shows that rows made for one member belong together.
 */
export async function insertAnonymised(tx: Tx, { brandId, poolId }: Leaving): Promise<string> {
  const id = randomUUID()
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
    .execute()
  return id
}
