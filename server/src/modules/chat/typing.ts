import type { Principal } from '../../platform/caller.ts'
import { notBlocked } from '../members/index.ts'
import type { ChatDeps } from './send.ts'

/** Notifies the other member of typing, in an existing and open conversation. Nothing is stored. */
export async function typing(deps: ChatDeps, member: Principal, memberId: string): Promise<boolean> {
  const { rows } = await deps.pool.query<{ open: boolean }>({
    name: 'may type',
    text: `select exists (select from members where id = $2 and pool_id = $3 and state = 'active')
      and ${notBlocked('$1', '$2')}
      and exists (select from inbox where member_id = $1 and other_id = $2) as open`,
    values: [member.memberId, memberId, member.poolId],
  })
  if (!rows[0]?.open) return false
  deps.realtime.toMember(memberId, 'typing', { memberId: member.memberId })
  return true
}
