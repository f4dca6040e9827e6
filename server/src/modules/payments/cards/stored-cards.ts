import { sql } from 'kysely'
import type { Executor } from '#platform/database/database.ts'
import { newId } from '#platform/ids.ts'
import type { ProviderState } from '../port.ts'
import { cardExpiresAt } from './card-month.ts'

export interface CardOnFile {
  readonly id: string
  readonly connection: string
  readonly token: string
  readonly brand: string
  readonly last4: string
}

/** The member's newest stored card of these connections. */
export async function cardOnFile(
  executor: Executor,
  memberId: string,
  connections: readonly string[],
): Promise<CardOnFile | null> {
  const row = await executor
    .selectFrom('card_tokens')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('connection', '=', sql<string>`any(${sql.val([...connections])}::text[])`)
    .where('removed_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row
    ? {
        id: row.id,
        connection: row.connection,
        token: row.token,
        brand: row.card_brand ?? '',
        last4: row.last4 ?? '',
      }
    : null
}

/** Whether any provider has stored a card of the member. */
export async function hasStoredCard(executor: Executor, memberId: string): Promise<boolean> {
  const row = await executor
    .selectFrom('card_tokens')
    .select('id')
    .where('member_id', '=', memberId)
    .where('removed_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Records a card that the provider stored.
 * @param input.reactivate whether a removed card is restored: by a new payment yes, by a late webhook event of an old
 * one no
 * @returns the card's id
 */
export async function storeCard(
  tx: Executor,
  input: {
    memberId: string
    connection: string
    token: NonNullable<ProviderState['token']>
    reactivate: boolean
    at: Date
  },
): Promise<string> {
  const { memberId, connection, token } = input
  const expiry = token.expiry ? { expires_at: cardExpiresAt(token.expiry) } : {}
  await tx
    .insertInto('card_tokens')
    .values({
      member_id: memberId,
      id: newId(),
      connection,
      token: token.id,
      card_brand: token.brand,
      last4: token.last4,
      created_at: input.at,
      ...expiry,
    })
    .onConflict((conflict) => {
      const known = conflict.columns(['member_id', 'connection', 'token'])
      return input.reactivate
        ? known.doUpdateSet({ removed_at: null, created_at: input.at, ...expiry })
        : known.doNothing()
    })
    .execute()
  const kept = await tx
    .selectFrom('card_tokens')
    .select('id')
    .where('member_id', '=', memberId)
    .where('connection', '=', connection)
    .where('token', '=', token.id)
    .executeTakeFirstOrThrow()
  return kept.id
}
