import type { Principal } from '#platform/caller.ts'
import { notBlocked } from '#modules/members/index.ts'
import { conversationId } from '#platform/ids.ts'
import { inviteState } from './queries.ts'
import type { ChatDeps } from './send.ts'

/**
 * Notifies the other member of typing, in an existing conversation in which the member may write. One who has invited
 * the other is refused until that is accepted; one who was declined gets the same answer. Nothing is stored.
 */
export async function typing(deps: ChatDeps, member: Principal, memberId: string): Promise<boolean> {
  const { rows } = await deps.pool.query<{ open: boolean }>({
    name: 'may type',
    text: `select exists (select from members where id = $2 and pool_id = $3 and state = 'active')
      and ${notBlocked('$1', '$2')}
      and exists (select from inbox where member_id = $1 and other_id = $2)
      and not exists (
        select from conversations c join messages m on m.conversation_id = c.id and m.seq = c.invite_seq
        where c.id = $4 and m.sender_id = $1 and ${inviteState('c')} <> 'accepted') as open`,
    values: [member.memberId, memberId, member.poolId, conversationId(member.memberId, memberId)],
  })
  if (!rows[0]?.open) return false
  deps.realtime.toMember(memberId, 'typing', { memberId: member.memberId })
  return true
}
