import { sql } from 'kysely'
import { messageRefund, move } from '#modules/credits/index.ts'
import type { Flows } from '#modules/flows/index.ts'
import { postSystemMessage } from '#modules/outreach/index.ts'
import type { Tx } from '#platform/database/database.ts'

interface Spent {
  readonly id: string
  readonly member_id: string
  readonly brand_id: string
  readonly amount: number
  readonly from_account: string
  readonly sender_level: number
  readonly level: number
  readonly flow_id: string
}

/**
 * Refunds what members spent on messages to a removed member (rule 4.3), from the ledger: each message as one message,
 * whatever it costs them now. Idempotent per message:
 * closing the account twice refunds once. Each payer is notified in a system conversation.
 */
export async function refundSpendingOn(tx: Tx, flows: Pick<Flows, 'of'>, removedId: string, at: Date): Promise<void> {
  const { rows: spent } = await sql<Spent>`
    select m.id, t.member_id, t.brand_id, t.amount, t.from_account, m.sender_level, s.level, s.flow_id
    from conversations c
    join messages m on m.conversation_id = c.id
    join members s on s.id = m.sender_id
    cross join lateral (
      select t.member_id, t.brand_id, t.amount, t.from_account, t.to_account
      from ledger_transfers t where t.member_id = m.sender_id and t.id = m.id
      -- Earlier entries name their message in the key.
      union all
      select t.member_id, t.brand_id, t.amount, t.from_account, t.to_account
      from ledger_transfers t
      where t.member_id = m.sender_id and t.idempotency_key = 'message:' || m.id and t.idempotency_key <> 'message') t
    where (c.low_id = ${removedId} or c.high_id = ${removedId}) and m.sender_id <> ${removedId}
      -- What was withdrawn has been refunded.
      and m.withdrawn_at is null and t.to_account = 'house:spent'
    -- One order of the wallets' locks, whoever else holds some.
    order by t.member_id, m.id`.execute(tx)
  const refunded = new Map<string, number>()
  for (const { id, member_id: memberId, brand_id: brandId, amount, from_account: from, ...paid } of spent) {
    const account = from === 'wallet:icebreakers' ? 'icebreakers' : 'messages'
    const { messageCost } = flows.of(brandId, paid.flow_id)
    const { outcome } = await move(tx, {
      memberId,
      brandId,
      account,
      house: 'spent',
      amount: messageRefund({ account, cost: amount, senderLevel: paid.sender_level, level: paid.level }, messageCost),
      key: `removed:${id}`,
      at,
    })
    if (outcome === 'moved') refunded.set(memberId, (refunded.get(memberId) ?? 0) + 1)
  }
  for (const [memberId, messages] of refunded)
    await postSystemMessage(tx, {
      memberId,
      conversation: '111111',
      kind: 'spending-refunded',
      facts: { messages },
      at,
    })
}
