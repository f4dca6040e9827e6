import { sql } from 'kysely'
import type { Tx } from '#platform/database/database.ts'
import { keyedHashes } from '#platform/ids.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import type { AccountDeps } from '../deps.ts'
import { leaveConversations } from './conversations.ts'
import type { Erasure } from './erasure.ts'
import { keepPayments, moveLedger } from './payments.ts'
import { stepSize } from './step-size.ts'
import type { StepName } from './step-name.ts'

/** A step of an erasure; idempotent. Returns true when nothing is left to do. */
type Step = (tx: Tx, erasure: Erasure, deps: AccountDeps) => Promise<boolean>

/** Run in this order, each repeatedly until it is done; docs/decisions/006 lists every table. */
export const steps = {
  // Before the messages that carry the media are deleted or moved to the anonymised author.
  media: removeMedia,
  conversations: leaveConversations,
  payments: keepPayments,
  ledger: moveLedger,
  reports: leaveReports,
  address: forgetAddress,
  likesReceived: leaveLikes,
  others: (tx, { memberId }) =>
    removeSome(tx, [
      ['member_events', 'other_id', memberId, ['member_id', 'id']],
      ['visits', 'other_id', memberId],
      ['notifications', 'actor_id', memberId],
      ['drafts', 'other_id', memberId],
    ]),
  own: (tx, { memberId }) =>
    removeSome(tx, [
      ['reactions', 'member_id', memberId],
      ['visits', 'member_id', memberId],
      ['notifications', 'member_id', memberId],
      ['member_events', 'member_id', memberId, ['member_id', 'id']],
      ['drafts', 'member_id', memberId],
      ['mail_events', 'member_id', memberId],
      ['emails', 'member_id', memberId, ['id']],
    ]),
} as const satisfies Record<Exclude<StepName, 'member'>, Step>

/**
 * Deletes photos and voice messages the member sent, which show or sound like them. The files are deleted by a job of
 * this transaction.
 */
async function removeMedia(tx: Tx, { memberId }: Erasure): Promise<boolean> {
  const { rows: photos } = await sql<{ id: string; storageKey: string }>`
    delete from message_media where id = any(array(select id from message_media where sender_id = ${memberId} limit ${stepSize}))
    returning id, storage_key as "storageKey"`.execute(tx)
  if (photos.length > 0) await addJob(tx, 'accounts-remove-photos', { photos })
  return photos.length < stepSize
}

/** Closes reports about the member. Reports they made stay, anonymised; their text stays while they are open. */
async function leaveReports(tx: Tx, { memberId }: Erasure): Promise<boolean> {
  await tx.updateTable('reports').set({ body: null, message_ids: [] }).where('reported_id', '=', memberId).execute()
  await tx
    .updateTable('reports')
    .set({ body: null })
    .where('reporter_id', '=', memberId)
    .where('state', '<>', 'open')
    .execute()
  await tx.updateTable('restrictions').set({ removed: null }).where('member_id', '=', memberId).execute()
  await sql`
    update authority_order_steps s set body = '–' from authority_orders o
    where o.member_id = ${memberId} and s.brand_id = o.brand_id and s.order_id = o.id`.execute(tx)
  await sql`
    update privacy_requests set asks = '–', requester = null,
      answer = case when answer is not null then '–' end, extended_because = case when extended_because is not null then '–' end
    where member_id = ${memberId}`.execute(tx)
  await tx
    .updateTable('authority_orders')
    .set({ asks: '–', content_id: null })
    .where('member_id', '=', memberId)
    .execute()
  await tx.updateTable('appeals').set({ body: '–' }).where('member_id', '=', memberId).execute()
  return true
}

/**
 * Deletes addresses where they are stored without a reference to the member: contact requests, what support mailed to
 * another address of theirs, invitations, the hash kept against abuse.
 */
async function forgetAddress(tx: Tx, { memberId, brandId, email }: Erasure, deps: AccountDeps): Promise<boolean> {
  await sql`
    delete from emails where id in (
      select m.email_id from tickets t join ticket_messages m on m.brand_id = t.brand_id and m.ticket_id = t.id
      where t.member_id = ${memberId} and t.brand_id = ${brandId})`.execute(tx)
  // An address from which others wrote, too, is theirs.
  await sql`
    delete from emails where kind = 'support-received' and brand_id = ${brandId} and to_address in (
      select t.email from tickets t where t.member_id = ${memberId} and t.brand_id = ${brandId} and not exists (
        select from tickets o
        where o.brand_id = t.brand_id and o.email = t.email and o.member_id is distinct from t.member_id))`.execute(tx)
  await tx.deleteFrom('emails').where('to_address', '=', email).where('brand_id', '=', brandId).execute()
  await sql`delete from emails where kind = 'contact' and lower(props ->> 'email') = ${email} and brand_id = ${brandId}`.execute(
    tx,
  )
  // Written by a stranger, as far as we know.
  await tx.deleteFrom('tickets').where('brand_id', '=', brandId).where('email', '=', email).execute()
  await tx.deleteFrom('invitations').where('brand_id', '=', brandId).where('email', '=', email).execute()
  await tx
    .deleteFrom('signup_devices')
    .where('brand_id', '=', brandId)
    .where('email_hash', 'in', keyedHashes(deps.signalKeys, email))
    .execute()
  return true
}

/** Deletes others' likes of the member, and removes the member's id from the keys of what was paid for them. */
async function leaveLikes(tx: Tx, { memberId }: Erasure): Promise<boolean> {
  const most = stepSize / 4
  const { rows } = await sql<{ member_id: string }>`
    delete from reactions where ctid = any(array(select ctid from reactions where other_id = ${memberId} limit ${most}))
    returning member_id`.execute(tx)
  const likers = rows.map((row) => row.member_id)
  await sql`
    update ledger_transfers t set idempotency_key = 'like:erased:' || t.id from unnest(${likers}::uuid[]) as liker(id)
    where t.member_id = liker.id and t.idempotency_key >= ${`like:${memberId}:`} and t.idempotency_key < ${`like:${memberId};`}
      and t.idempotency_key <> 'message'`.execute(tx)
  return rows.length < most
}

/** The rows of a table, with its key where it is partitioned: a row's place is only unique in its partition. */
type Place = readonly [table: string, column: string, id: string, key?: readonly string[]]

/** Deletes rows from the first of the tables that has any. @returns true when none has */
async function removeSome(tx: Tx, places: readonly Place[]): Promise<boolean> {
  let room = stepSize
  for (const [table, column, id, key] of places) {
    const columns = key && sql.join(key.map((name) => sql.ref(name)))
    const which = columns
      ? sql`(${columns}) in (select ${columns} from ${sql.table(table)} where ${sql.ref(column)} = ${id} limit ${room})`
      : sql`ctid = any(array(select ctid from ${sql.table(table)} where ${sql.ref(column)} = ${id} limit ${room}))`
    const { numAffectedRows } = await sql`delete from ${sql.table(table)} where ${which}`.execute(tx)
    room -= Number(numAffectedRows ?? 0n)
    if (room <= 0) return false
  }
  return true
}
