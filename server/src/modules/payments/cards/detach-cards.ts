import { sql } from 'kysely'
import type { Tx } from '../../../platform/database.ts'
import { addJob } from '../../../platform/jobs.ts'
import type { Attempt } from '../attempts/attempts.ts'
import type { PaymentDeps } from '../deps.ts'
import type { ProviderState } from '../port.ts'

declare module '../../../platform/jobs.ts' {
  interface Jobs {
    'payment-detach-card': StoredCard
  }
}

export interface StoredCard {
  /** The connection it was stored through. */
  readonly connection: string
  readonly token: string
  /** What the provider knows the member by. */
  readonly shopper: string
}

const day = 86_400_000

/**
 * Has every card that the providers stored for a member deleted there, in the transaction that erases the member: those on file, removed
 * ones too, and those known only from a webhook event.
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

/** A card that the provider names for a payment of somebody who was erased meanwhile; the stored events no longer say whose it was. */
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

/** Whether the one who paid was erased: their payments go on under a row without a name. */
export async function isErased(tx: Tx, memberId: string): Promise<boolean> {
  const { state } = await tx.selectFrom('members').select('state').where('id', '=', memberId).executeTakeFirstOrThrow()
  return state === 'deleted'
}

/** One job a card. Twelve tries fill most of a day. */
export const queueDetach = (tx: Tx, card: StoredCard, runAt?: Date): Promise<void> =>
  addJob(tx, 'payment-detach-card', card, {
    key: `payment-detach-card:${card.connection}:${card.token}`,
    maxAttempts: 12,
    ...(runAt && { runAt }),
  })

/** Asks the provider, and goes on asking until it is certain: nobody else remembers the card. */
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
