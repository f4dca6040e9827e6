import { sql } from 'kysely'
import type { Tx } from '#platform/database/database.ts'
import { newId } from '#platform/ids.ts'

/** A message that moderators removed: its recipient does not see it any more. */
export interface HiddenMessage {
  readonly conversationId: string
  readonly seq: number
  readonly recipientId: string
  /** The recipient had deleted it for themselves before, and finds it so when it is restored. */
  readonly wasDeleted?: boolean
}

/** The outbox topic of a message that moderators removed or restored, and its payload. */
export const messageModerated = 'message moderated'
export interface MessageModerated {
  readonly recipientId: string
  readonly senderId: string
  readonly seq: number
  readonly hidden: boolean
}

/**
 * Hides a member's message from its recipient, in the caller's transaction; open browsers are notified after the
 * commit.
 * @returns undefined when there is no such message, or it was removed before
 */
export async function hideForRecipient(
  tx: Tx,
  message: { readonly conversationId: string; readonly senderId: string; readonly id: string; readonly at: Date },
): Promise<HiddenMessage | undefined> {
  const { senderId, at } = message
  const { rows } = await sql<HiddenMessage>`
    with message as (
      select m.conversation_id, m.seq, case when c.low_id = m.sender_id then c.high_id else c.low_id end as recipient_id
      from messages m join conversations c on c.id = m.conversation_id
      where m.conversation_id = ${message.conversationId} and m.id = ${message.id} and m.sender_id = ${senderId}),
    hidden as (
      insert into hidden_messages as h (member_id, conversation_id, seq, by_moderator)
      select recipient_id, conversation_id, seq, true from message
      on conflict (conversation_id, seq, member_id) do update set by_moderator = true where not h.by_moderator
      returning conversation_id, seq, member_id)
    select h.conversation_id as "conversationId", h.seq, h.member_id as "recipientId",
      -- As it was before this statement.
      exists (select from hidden_messages b
        where b.conversation_id = h.conversation_id and b.seq = h.seq and b.member_id = h.member_id) as "wasDeleted"
    from hidden h`.execute(tx)
  const [hidden] = rows
  if (hidden) await notify(tx, { ...hidden, senderId, hidden: true }, at)
  return hidden
}

/** Shows a removed message to its recipient again, unless they had deleted it; in the caller's transaction. */
export async function showForRecipient(
  tx: Tx,
  { conversationId, seq, recipientId, wasDeleted = false }: HiddenMessage,
  { senderId, at }: { readonly senderId: string; readonly at: Date },
): Promise<void> {
  const { numAffectedRows = 0n } = await (
    wasDeleted
      ? sql`
          update hidden_messages set by_moderator = false
          where conversation_id = ${conversationId} and seq = ${seq} and member_id = ${recipientId}`
      : sql`
          delete from hidden_messages
          where conversation_id = ${conversationId} and seq = ${seq} and member_id = ${recipientId}`
  ).execute(tx)
  if (numAffectedRows > 0n && !wasDeleted) await notify(tx, { recipientId, senderId, seq, hidden: false }, at)
}

async function notify(tx: Tx, { recipientId, senderId, seq, hidden }: MessageModerated, at: Date): Promise<void> {
  const payload = JSON.stringify({ recipientId, senderId, seq, hidden } satisfies MessageModerated)
  await tx.insertInto('outbox').values({ id: newId(), topic: messageModerated, payload, created_at: at }).execute()
}
