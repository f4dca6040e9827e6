import { sql } from 'kysely'
import type { Executor } from '#platform/database/database.ts'
import { newIdAt } from '#platform/ids.ts'

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

/** Creates an empty wallet for a member. */
export async function openWallet(tx: Executor, memberId: string, brandId: string): Promise<void> {
  await tx.insertInto('wallets').values({ member_id: memberId, brand_id: brandId }).execute()
}

/**
 * Moves credits between a member and a house account under the wallet's row lock: balance and ledger row change
 * together, in one round trip. A balance never goes below zero: such a movement returns `insufficient` and changes
 * nothing.
 * @throws when the member has no wallet
 * @see server/functions/move_credits.sql
 */
export async function move(executor: Executor, movement: Movement): Promise<MovementResult> {
  const { memberId, brandId, account, house, amount, key, at } = movement
  if (!Number.isSafeInteger(amount)) throw new Error('credits are whole numbers')
  // The statement of a member's credits sorts movements by id.
  const { rows } = await sql<Balances & { outcome: MovementResult['outcome'] }>`
    select outcome, messages, icebreakers, likes
    from move_credits(${memberId}, ${brandId}, ${newIdAt(at)}, ${account}, ${house}, ${amount}, ${key}, ${at})`.execute(
    executor,
  )
  const [row] = rows
  if (!row) throw new Error(`${memberId} has no wallet`)
  const { outcome, ...balances } = row
  return { outcome, balances }
}

/** A member's balances. @throws when the member has no wallet */
export function balancesOf(executor: Executor, memberId: string): Promise<Balances> {
  return executor
    .selectFrom('wallets')
    .select(['messages', 'icebreakers', 'likes'])
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow()
}
