import { sql } from 'kysely'
import type { Executor } from '../../platform/database.ts'
import { newIdAt } from '../../platform/ids.ts'

/** A member's balances. */
export type WalletAccount = 'messages' | 'icebreakers' | 'likes'
/** The installation's accounts: the other side of every transfer. */
export type HouseAccount = 'gifts' | 'sales' | 'spent' | 'refunds' | 'support'

export interface Balances {
  readonly messages: number
  readonly icebreakers: number
  readonly likes: number
}

export interface Movement {
  readonly memberId: string
  readonly brandId: string
  readonly account: WalletAccount
  readonly house: HouseAccount
  /** Credits added to the member; negative to subtract. Zero is not recorded. */
  readonly amount: number
  /** Idempotency key: a movement with a used key changes nothing. */
  readonly key: string
  readonly at: Date
}

export type MovementResult =
  | { readonly outcome: 'moved' | 'repeated'; readonly balances: Balances }
  | { readonly outcome: 'insufficient'; readonly balances: Balances }

/**
 * The entry of a paid message has the message's id as its own; every other entry has its key, in an index with this
 * very condition.
 * @see server/functions/send_messages.sql
 */
const hasKeyOfItsOwn = sql<boolean>`idempotency_key <> 'message'`

/** Creates an empty wallet for a member. */
export async function openWallet(tx: Executor, memberId: string, brandId: string): Promise<void> {
  await tx.insertInto('wallets').values({ member_id: memberId, brand_id: brandId }).execute()
}

/**
 * Moves credits between a member and a house account under the wallet's row lock: balance and ledger row change
 * together. Must run inside a transaction. A balance never goes below zero: such a movement returns `insufficient` and
 * changes nothing.
 * @throws when the member has no wallet
 */
export async function move(tx: Executor, movement: Movement): Promise<MovementResult> {
  const { memberId, account, amount } = movement
  if (!Number.isSafeInteger(amount)) throw new Error('credits are whole numbers')
  const before = await tx
    .selectFrom('wallets')
    .select(['messages', 'icebreakers', 'likes'])
    .where('member_id', '=', memberId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const repeated = await tx
    .selectFrom('ledger_transfers')
    .select('id')
    .where('member_id', '=', memberId)
    .where('idempotency_key', '=', movement.key)
    .where(hasKeyOfItsOwn)
    .executeTakeFirst()
  if (repeated) return { outcome: 'repeated', balances: before }
  if (amount === 0) return { outcome: 'moved', balances: before }
  const after = before[account] + amount
  if (after < 0) return { outcome: 'insufficient', balances: before }
  await tx
    .updateTable('wallets')
    .set({ [account]: after })
    .where('member_id', '=', memberId)
    .execute()
  const [from, to] =
    amount > 0 ? [`house:${movement.house}`, `wallet:${account}`] : [`wallet:${account}`, `house:${movement.house}`]
  await tx
    .insertInto('ledger_transfers')
    .values({
      member_id: memberId,
      // The statement sorts movements by id.
      id: newIdAt(movement.at),
      brand_id: movement.brandId,
      from_account: from,
      to_account: to,
      amount: Math.abs(amount),
      idempotency_key: movement.key,
      created_at: movement.at,
    })
    .execute()
  return { outcome: 'moved', balances: { ...before, [account]: after } }
}

/** A member's balances. @throws when the member has no wallet */
export function balancesOf(executor: Executor, memberId: string): Promise<Balances> {
  return executor
    .selectFrom('wallets')
    .select(['messages', 'icebreakers', 'likes'])
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow()
}
