import type pg from 'pg'
import type { Principal } from '#platform/caller.ts'
import { oneCard } from '#modules/discovery/index.ts'
import { sideOf } from './queries.ts'

/**
 * Whether the caller knows of the other member: may see them, or has a conversation with them. Callers answer for all
 * others as if they did not exist.
 */
export async function isKnown(pool: pg.Pool, member: Principal, otherId: string): Promise<boolean> {
  if (otherId === member.memberId) return false
  const card = await oneCard(pool, member.memberId, otherId, member.poolId)
  return card !== undefined || (await sideOf(pool, member.memberId, otherId)) !== undefined
}
