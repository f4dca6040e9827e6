import { sql } from 'kysely'
import type { Tx } from '#platform/database/database.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import type { Attempt } from '../attempts/attempts.ts'
import type { PaymentDeps } from '../deps.ts'
import type { ProviderState } from '../port.ts'

export interface StoredCard {
  /** The connection through which it was stored. */
  readonly connection: string
  readonly token: string
  /** The provider's reference of the member. */
  readonly shopper: string
}

const day = 86_400_000

/**
 * Schedules the deletion of every card that providers stored for a member, in the transaction that erases the member:
 * those on file, removed ones, and those known only from a webhook event.
 */
export async function detachCards(tx: Tx, memberId: string): Promise<void> {
  const { rows } = await sql<{ connection: string; token: string }>`
    select connection, token from card_tokens where member_id = ${memberId}
    union
    select w.connection, w.body #>> '{state,token,id}' from payment_attempts a join payment_webhooks w on w.body #>> '{state,reference}' = a.id::text
    where a.member_id = ${memberId} and w.connection = a.connection and w.body #>> '{state,token,id}' is not null`.execute(
    tx,
  )
  for (const { connection, token } of rows) await queueDetach(tx, { connection, token, shopper: memberId })
}

/**
 * Detaches a card that the provider reports for a member erased meanwhile; the stored events no longer identify them.
 */
export async function detachLateCard(
  tx: Tx,
  attempt: Attempt,
  token: NonNullable<ProviderState['token']>,
): Promise<void> {
  await sql`update payment_webhooks set body = body #- '{state,token}' where body #>> '{state,reference}' = ${attempt.id}`.execute(
    tx,
  )
  if (token.shopper !== null)
    await queueDetach(tx, { connection: attempt.connection, token: token.id, shopper: token.shopper })
}

/** Whether the payer was erased: their payments belong to an anonymised row. */
export async function isErased(tx: Tx, memberId: string): Promise<boolean> {
  const { state } = await tx.selectFrom('members').select('state').where('id', '=', memberId).executeTakeFirstOrThrow()
  return state === 'deleted'
}

/** One job per card. Twelve attempts span most of a day. */
export const queueDetach = (tx: Tx, card: StoredCard, runAt?: Date): Promise<void> =>
  addJob(tx, 'payment-detach-card', card, {
    key: `payment-detach-card:${card.connection}:${card.token}`,
    maxAttempts: 12,
    ...(runAt && { runAt }),
  })

/**
 * Detaches the card at the provider; the job is retried until it succeeds, since no other record of the card is left.
 */
export async function detachCard(
  deps: PaymentDeps,
  card: StoredCard,
  { last }: { readonly last: boolean },
): Promise<void> {
  try {
    const connection = deps.connections.byId(card.connection)
    if (!connection) throw new Error(`no payment connection ${card.connection}`)
    await connection.provider.detachCard({ token: card.token, shopper: card.shopper })
  } catch (error) {
    if (!last) throw error
    deps.log.error(
      { err: error, connection: card.connection },
      'a stored card could not be deleted at the provider, which is asked again tomorrow',
    )
    await deps.db.transaction().execute((tx) => queueDetach(tx, card, new Date(deps.clock().getTime() + day)))
  }
}
