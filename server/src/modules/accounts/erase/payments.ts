import { sql } from 'kysely'
import { detachCards } from '#modules/payments/index.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Erasure } from './erasure.ts'
import { insertAnonymised } from './anonymised.ts'
import { stepSize } from './step-size.ts'

/** An attempt that took no money and has nothing open: no law requires keeping it. */
const tookNothing = sql<boolean>`granted_at is null and flagged is null and state in ('declined', 'cancelled', 'expired', 'failed')`

/**
 * Moves payments, refunds and the related consents to an anonymised member: the books stay balanced, a late webhook
 * event still finds its payment, and nothing links them to the member or their conversations. Cards stored at the
 * provider are deleted there.
 */
export async function keepPayments(tx: Tx, erasure: Erasure): Promise<boolean> {
  const { memberId, payerId: payer } = erasure
  await detachCards(tx, memberId)
  await sql`delete from payment_transitions where attempt_id in (select id from payment_attempts where member_id = ${memberId} and ${tookNothing})`.execute(
    tx,
  )
  await sql`delete from payment_differences where attempt_id in (select id from payment_attempts where member_id = ${memberId} and ${tookNothing})`.execute(
    tx,
  )
  await sql`delete from payment_attempts where member_id = ${memberId} and ${tookNothing}`.execute(tx)
  const kept = await tx.selectFrom('payment_attempts').select('id').where('member_id', '=', memberId).execute()
  if (kept.length === 0) {
    await tx.deleteFrom('subscriptions').where('member_id', '=', memberId).execute()
    return true
  }
  await insertAnonymised(tx, erasure, payer)
  await tx
    .updateTable('payment_attempts')
    .set({ member_id: payer, sealed_request: null, action: null, card_token_id: null })
    .where('member_id', '=', memberId)
    .execute()
  await tx.updateTable('disputes').set({ member_id: payer }).where('member_id', '=', memberId).execute()
  await tx
    .updateTable('dispute_answers')
    .set({ member_id: payer, body: null })
    .where('member_id', '=', memberId)
    .execute()
  await tx.updateTable('invoices').set({ member_id: payer }).where('member_id', '=', memberId).execute()
  await tx.updateTable('refunds').set({ member_id: payer }).where('member_id', '=', memberId).execute()
  await tx
    .updateTable('subscriptions')
    .set({ member_id: payer, card_token_id: null, state: 'ended', next_try_at: null })
    .where('member_id', '=', memberId)
    .execute()
  // Consents given with a purchase are evidence of the contract; the others were about a person who no longer exists
  // here.
  await tx
    .updateTable('consents')
    .set({ member_id: payer })
    .where('member_id', '=', memberId)
    .where('kind', 'in', ['renewal', 'immediate_start'])
    .execute()
  await takeOutCards(
    tx,
    kept.map(({ id }) => id),
  )
  // Entries of purchases and refunds are kept one by one.
  await sql`
    insert into wallets (member_id, brand_id, messages, icebreakers, likes)
    select ${payer}, brand_id, messages, icebreakers, likes from wallets where member_id = ${memberId}`.execute(tx)
  await sql`
    update ledger_transfers set member_id = ${payer} where member_id = ${memberId} and idempotency_key <> 'message'
      and (from_account in ('house:sales', 'house:refunds') or to_account in ('house:sales', 'house:refunds'))`.execute(
    tx,
  )
  return true
}

/** Webhook events contain the id of the stored card. */
async function takeOutCards(tx: Tx, attempts: readonly string[]): Promise<void> {
  await sql`
    update payment_webhooks set body = body #- '{state,token}'
    where body #>> '{state,reference}' = any(${[...attempts]}::text[]) and processed_at is not null`.execute(tx)
}

/**
 * The other entries, each of which names a message or an unpaid order, are summed up per account and direction, so that
 * the balance stays the same and nothing shows on whom credits were spent. Without a payment to keep, they are deleted.
 * `checkLedger` skips members in the middle of this step.
 */
export async function moveLedger(tx: Tx, { memberId, payerId }: Erasure): Promise<boolean> {
  // Every entry is written under this row lock.
  await sql`select from wallets where member_id = ${memberId} for update`.execute(tx)
  const { rows } = await sql`
    with taken as (
      delete from ledger_transfers where ctid = any(array(
        select ctid from ledger_transfers where member_id = ${memberId} limit ${stepSize}))
      returning brand_id, from_account, to_account, amount, created_at),
    kept as (
      insert into ledger_transfers (member_id, id, brand_id, from_account, to_account, amount, idempotency_key, created_at)
      select w.member_id, gen_random_uuid(), t.brand_id, from_account, to_account, sum(amount), 'erased:' || from_account || ':' || to_account,
        max(created_at)
      from taken t join wallets w on w.member_id = ${payerId} group by w.member_id, t.brand_id, from_account, to_account
      on conflict (member_id, idempotency_key) where idempotency_key <> 'message' do update set
        amount = ledger_transfers.amount + excluded.amount, created_at = greatest(ledger_transfers.created_at, excluded.created_at))
    select from taken`.execute(tx)
  if (rows.length === stepSize) return false
  await tx.deleteFrom('wallets').where('member_id', '=', memberId).execute()
  return true
}
