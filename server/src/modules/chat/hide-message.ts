import { sql } from 'kysely'
import type { Tx } from '#platform/database/database.ts'

/** A message that its recipient does not see any more. */
export interface HiddenMessage {
  readonly conversationId: string
  readonly seq: number
  readonly recipientId: string
}

/** Hides a member's message from its recipient. @returns undefined when there is no such message to hide */
export async function hideForRecipient(
  tx: Tx,
  message: { readonly conversationId: string; readonly senderId: string; readonly id: string },
): Promise<HiddenMessage | undefined> {
  const { rows } = await sql<HiddenMessage>`
    with message as (
      select m.conversation_id, m.seq, case when c.low_id = m.sender_id then c.high_id else c.low_id end as recipient_id
      from messages m join conversations c on c.id = m.conversation_id
      where m.conversation_id = ${message.conversationId} and m.id = ${message.id} and m.sender_id = ${message.senderId})
    insert into hidden_messages (member_id, conversation_id, seq)
    select recipient_id, conversation_id, seq from message on conflict do nothing
    returning conversation_id as "conversationId", seq, member_id as "recipientId"`.execute(tx)
  return rows[0]
}

/** Shows a hidden message to its recipient again. */
export async function showForRecipient(tx: Tx, { conversationId, seq, recipientId }: HiddenMessage): Promise<void> {
  await tx
    .deleteFrom('hidden_messages')
    .where('conversation_id', '=', conversationId)
    .where('seq', '=', seq)
    .where('member_id', '=', recipientId)
    .execute()
}
