import type { Tx } from '#platform/database/database.ts'
import { balancesOf, move } from '#modules/credits/index.ts'
import { setLevel } from '#modules/members/index.ts'
import type { PaymentDeps } from '../deps.ts'
import { messageCostOf, messagesFor } from '../messages-for.ts'
import type { Attempt } from './attempts.ts'

type Order = Pick<Attempt, 'id' | 'member_id' | 'brand_id' | 'flow_id'>

/**
 * Raises a member to the level they paid for. Coming from level 0, where a message costs one credit, they keep the same
 * number of messages (rule 12.15): their credits are multiplied by the new price of a message. Call it before the
 * order's own credits are moved. The caller holds the member's row lock.
 */
export async function raiseLevel(
  deps: Pick<PaymentDeps, 'flows' | 'clock'>,
  tx: Tx,
  order: Order,
  change: { readonly from: number; readonly to: 0 | 1 | 2; readonly until: Date | null },
): Promise<void> {
  if (change.from === 0 && change.to > 0) {
    const { messages } = await balancesOf(tx, order.member_id)
    await moveFreeMessages(deps, tx, order, 'level-up', messages * (messageCostOf(deps, order) - 1))
  }
  if (change.to === 2 || change.from < change.to)
    await setLevel(tx, { memberId: order.member_id, level: change.to, until: change.to === 2 ? change.until : null })
}

/** The reverse, when the order is withdrawn from: the same number of messages, a partial one counting as one. */
export async function fallToFree(deps: Pick<PaymentDeps, 'flows' | 'clock'>, tx: Tx, order: Order): Promise<void> {
  const { messages } = await balancesOf(tx, order.member_id)
  await moveFreeMessages(deps, tx, order, 'level-down', messagesFor(deps, order, messages) - messages)
  await setLevel(tx, { memberId: order.member_id, level: 0, until: null })
}

async function moveFreeMessages(
  deps: Pick<PaymentDeps, 'clock'>,
  tx: Tx,
  order: Order,
  reason: 'level-up' | 'level-down',
  amount: number,
): Promise<void> {
  await move(tx, {
    memberId: order.member_id,
    brandId: order.brand_id,
    account: 'messages',
    house: 'gifts',
    amount,
    key: `${reason}:${order.id}`,
    at: deps.clock(),
  })
}
