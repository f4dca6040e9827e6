import type pg from 'pg'
import type { Principal } from '../../platform/caller.ts'
import { oneCard } from '../discovery/index.ts'
import { sideOf } from './queries.ts'

/**
 * Whether the caller knows of the other member: they may see them, or have a conversation with them. Everybody else, whether
 * they exist or not, is answered alike.
 */
export async function isKnown(pool: pg.Pool, member: Principal, otherId: string): Promise<boolean> {
  if (otherId === member.memberId) return false
  const card = await oneCard(pool, member.memberId, otherId, member.poolId)
  return card !== undefined || (await sideOf(pool, member.memberId, otherId)) !== undefined
}
