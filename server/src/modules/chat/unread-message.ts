import { sql } from 'kysely'
import type { Principal } from '#platform/caller.ts'
import type { Tx } from '#platform/database/database.ts'
import { Failure, notFound, notSignedIn } from '#platform/http/problem.ts'
import { conversationId } from '#platform/ids.ts'
import { notBlocked } from '#modules/members/index.ts'

/** One's own message that the other member has not read. */
export interface UnreadMessage {
  readonly conversation: string
  readonly id: string
  readonly cost: number
  readonly icebreaker: boolean
  readonly isText: boolean
  readonly senderLevel: number
  /** The sender's current level. */
  readonly level: number
}

/**
 * Locks one's own unread message, so that the other member cannot read it until the transaction ends. Lock order: other
 * member, sender's wallet, conversation, its list row of the member with the lower id. Suspending a member locks the
 * member before the wallets it refunds, and storing messages and read marks take the others in this order, so deadlocks
 * cannot occur.
 * @throws Failure 404 for a message that is not one's own, 403 `writing_disabled` in a closed conversation, 409
 * `already_read`
 */
export async function lockUnread(
  tx: Tx,
  member: Principal,
  otherId: string,
  seq: number,
  at: Date,
): Promise<UnreadMessage & { readonly isSilenced: boolean }> {
  const { memberId, poolId } = member
  const conversation = conversationId(memberId, otherId)
  await sql`select from members where id = ${otherId} for share`.execute(tx)
  await sql`select from wallets where member_id = ${memberId} for update`.execute(tx)
  await sql`select from conversations where id = ${conversation} for no key update`.execute(tx)
  await sql`
    select from inbox where member_id = least(${memberId}::uuid, ${otherId}::uuid) and conversation_id = ${conversation}
    for no key update`.execute(tx)
  // Read while holding the locks, so that concurrent commits are seen.
  const { rows } = await sql<
    UnreadMessage & { isActive: boolean; isOpen: boolean; isRead: boolean; isSilenced: boolean }
  >`
    select m.conversation_id as conversation, m.id, m.cost, m.icebreaker, m.media is null as "isText", m.sender_level as "senderLevel", s.level,
      s.state = 'active' as "isActive", s.no_messages_until is not null and s.no_messages_until > ${at} as "isSilenced",
      exists (select from members o where o.id = ${otherId} and o.state = 'active' and o.pool_id = ${poolId})
        and ${sql.raw(notBlocked('s.id', 'i.member_id'))} as "isOpen",
      -- What a moderator was asked to look at stays as it is.
      i.read_seq >= m.seq or exists (
        select from reports r where r.reported_id = s.id and r.reporter_id = ${otherId} and m.id = any(r.message_ids)) as "isRead"
    from messages m
    join members s on s.id = m.sender_id
    join inbox i on i.member_id = ${otherId} and i.conversation_id = m.conversation_id
    where m.conversation_id = ${conversation} and m.seq = ${seq} and m.sender_id = ${memberId} and m.withdrawn_at is null
      and not exists (
        select from hidden_messages h where h.conversation_id = m.conversation_id and h.seq = m.seq and h.member_id = s.id)`.execute(
    tx,
  )
  const [found] = rows
  if (!found) throw notFound()
  if (!found.isActive) throw notSignedIn()
  if (!found.isOpen) throw new Failure(403, 'writing_disabled', { message: 'This conversation takes no messages' })
  if (found.isRead) throw new Failure(409, 'already_read', { message: 'The other member has read it' })
  return found
}
