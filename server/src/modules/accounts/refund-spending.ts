import { sql } from 'kysely'
import { move } from '../credits/index.ts'
import type { Tx } from '../../platform/database.ts'

/**
 * Everybody gets back what messages to somebody we removed have cost them (decision 4.3), from the ledger and once a message:
 * closing the same account twice gives nothing twice.
 */
export async function refundSpendingOn(tx: Tx, removedId: string, at: Date): Promise<void> {
  const spent = await tx
    .selectFrom('conversations as c')
    .innerJoin('messages as m', 'm.conversation_id', 'c.id')
    .innerJoin('ledger_transfers as t', (join) =>
      join
        .onRef('t.member_id', '=', 'm.sender_id')
        .on('t.to_account', '=', 'house:spent')
        .on('t.idempotency_key', '=', sql<string>`'message:' || m.id`),
    )
    .select(['m.id', 't.member_id', 't.brand_id', 't.amount', 't.from_account'])
    .where((eb) => eb.or([eb('c.low_id', '=', removedId), eb('c.high_id', '=', removedId)]))
    .where('m.sender_id', '<>', removedId)
    // One order of the wallets' locks, whoever else holds some.
    .orderBy('t.member_id')
    .orderBy('m.id')
    .execute()
  for (const { id, member_id: memberId, brand_id: brandId, amount, from_account: from } of spent) {
    await move(tx, {
      memberId,
      brandId,
      account: from === 'wallet:icebreakers' ? 'icebreakers' : 'messages',
      house: 'spent',
      amount,
      key: `removed:${id}`,
      at,
    })
  }
}
