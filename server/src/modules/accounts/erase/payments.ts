import { sql } from 'kysely'
import { detachCards } from '../../payments/index.ts'
import type { Tx } from '../../../platform/database.ts'
import type { Leaving } from './erase-member.ts'
import { insertAnonymised } from './anonymised.ts'

/** An attempt that took no money and about which nothing is open: no law keeps it. */
const tookNothing = sql<boolean>`granted_at is null and flagged is null and state in ('declined', 'cancelled', 'expired', 'failed')`

/**
 * Moves what was paid, refunded and agreed to with it under an anonymised row: the books add up, a late notice of the provider still finds
 * its payment, and nothing leads from it to the member or to their conversations. Cards that the provider stored are deleted there.
 */
export async function keepPayments(tx: Tx, member: Leaving): Promise<void> {
  await detachCards(tx, member.id)
  await sql`delete from payment_transitions where attempt_id in (select id from payment_attempts where member_id = ${member.id} and ${tookNothing})`.execute(
    tx,
  )
  await sql`delete from payment_attempts where member_id = ${member.id} and ${tookNothing}`.execute(tx)
  const kept = await tx.selectFrom('payment_attempts').select('id').where('member_id', '=', member.id).execute()
  if (kept.length === 0) {
    await tx.deleteFrom('subscriptions').where('member_id', '=', member.id).execute()
    return
  }
  const payer = await insertAnonymised(tx, member)
  await tx
    .updateTable('payment_attempts')
    .set({ member_id: payer, sealed_request: null, action: null, card_token_id: null })
    .where('member_id', '=', member.id)
    .execute()
  await tx.updateTable('refunds').set({ member_id: payer }).where('member_id', '=', member.id).execute()
  await tx
    .updateTable('subscriptions')
    .set({ member_id: payer, card_token_id: null, state: 'ended', next_try_at: null })
    .where('member_id', '=', member.id)
    .execute()
  // The consents a purchase rests on are evidence of the contract; the others were about a person who is no longer here.
  await tx
    .updateTable('consents')
    .set({ member_id: payer })
    .where('member_id', '=', member.id)
    .where('kind', 'in', ['renewal', 'immediate_start'])
    .execute()
  await takeOutCards(
    tx,
    kept.map(({ id }) => id),
  )
  await moveLedger(tx, member.id, payer)
}

/** The provider's notices name the stored card. */
async function takeOutCards(tx: Tx, attempts: readonly string[]): Promise<void> {
  await sql`
    update payment_webhooks set body = body #- '{state,token}'
    where body #>> '{state,reference}' = any(${[...attempts]}::text[]) and processed_at is not null`.execute(tx)
}

/**
 * Sales and refunds stay entry by entry. The rest (each names a message or an order that was not paid) becomes one entry an account and
 * direction, so that the balance is what it was and nothing says whom the credits were spent on.
 */
async function moveLedger(tx: Tx, from: string, to: string): Promise<void> {
  const money = sql`from_account in ('house:sales', 'house:refunds') or to_account in ('house:sales', 'house:refunds')`
  await sql`insert into wallets (member_id, brand_id, messages, icebreakers, likes) select ${to}, brand_id, messages, icebreakers, likes from wallets where member_id = ${from}`.execute(
    tx,
  )
  await sql`update ledger_transfers set member_id = ${to} where member_id = ${from} and (${money})`.execute(tx)
  await sql`
    insert into ledger_transfers (member_id, id, brand_id, from_account, to_account, amount, idempotency_key, created_at)
    select ${to}, gen_random_uuid(), brand_id, from_account, to_account, sum(amount), 'erased:' || from_account || ':' || to_account, max(created_at)
    from ledger_transfers where member_id = ${from} group by brand_id, from_account, to_account`.execute(tx)
  await sql`delete from wallets where member_id = ${from}`.execute(tx)
}
