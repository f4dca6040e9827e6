import { sql } from 'kysely'
import { balancesOf, messageRefund, move, type Balances } from '#modules/credits/index.ts'
import type { Principal } from '#platform/caller.ts'
import type { Tx } from '#platform/database/database.ts'
import { removeMediaOf } from './media/remove-media.ts'
import type { ChatDeps } from './send.ts'
import { lockUnread } from './unread-message.ts'

/** A stored text has at least one character; this one is never sent to readers. */
const erasedText = '-'

/**
 * Withdraws one's own unread message: erases its text or file, keeps its position, and refunds its cost. If it was the
 * last one in a conversation in which the other has not written, the next message is a first one again.
 * @throws Failure as `lockUnread`
 */
export async function withdraw(deps: ChatDeps, member: Principal, otherId: string, seq: number): Promise<Balances> {
  const { memberId, brandId } = member
  const at = deps.clock()
  const flow = deps.flows.of(brandId, member.flowId)
  return deps.db.transaction().execute(async (tx) => {
    const message = await lockUnread(tx, member, otherId, seq, at)
    const { conversation } = message
    await sql`
      update messages set withdrawn_at = ${at}, body = ${erasedText}
      where conversation_id = ${conversation} and seq = ${seq}`.execute(tx)
    await removeMediaOf(tx, conversation, seq)
    await sql`delete from message_reactions where conversation_id = ${conversation} and seq = ${seq}`.execute(tx)
    await sql`delete from clear_replies where conversation_id = ${conversation} and seq = ${seq}`.execute(tx)
    await sql`
      update inbox set unread = greatest(0, unread - 1)
      where member_id = ${otherId} and conversation_id = ${conversation}`.execute(tx)
    await sql`
      update conversations c set low_wrote = false, high_wrote = false, invite_seq = null, invite_state = null
      where c.id = ${conversation} and not (c.low_wrote and c.high_wrote)
        and not exists (select from messages m where m.conversation_id = c.id and m.withdrawn_at is null)`.execute(tx)
    const paid = await accountOf(tx, memberId, message.id)
    if (!paid) return balancesOf(tx, memberId)
    const refund = {
      memberId,
      brandId,
      account: paid,
      house: 'spent' as const,
      amount: messageRefund({ ...message, account: paid }, flow.messageCost),
      key: `withdrawn:${message.id}`,
      at,
    }
    return (await move(tx, refund)).balances
  })
}

/** The balance that paid for a message; undefined if it was free, or was refunded when its recipient was removed. */
async function accountOf(tx: Tx, memberId: string, messageId: string): Promise<'messages' | 'icebreakers' | undefined> {
  const { rows } = await sql<{ account: string }>`
    select from_account as account from ledger_transfers
    where member_id = ${memberId} and to_account = 'house:spent'
      -- Earlier entries name their message in the key.
      and (id = ${messageId} or (idempotency_key = ${`message:${messageId}`} and idempotency_key <> 'message'))
      and not exists (
        select from ledger_transfers r
        where r.member_id = ${memberId} and r.idempotency_key = ${`removed:${messageId}`}
          and r.idempotency_key <> 'message')`.execute(tx)
  const [entry] = rows
  return entry && (entry.account === 'wallet:icebreakers' ? 'icebreakers' : 'messages')
}
