import { sql } from 'kysely'
import type { Tx } from '../../../platform/database.ts'
import { keyedHashes } from '../../../platform/ids.ts'
import { addJob } from '../../../platform/jobs.ts'
import type { AccountDeps } from '../deps.ts'
import { leaveConversations } from './conversations.ts'
import type { Erasure } from './erasure.ts'
import { keepPayments, moveLedger } from './payments.ts'
import { stepSize } from './step-size.ts'

/** A part of an erasing; it may run again. Answers whether nothing is left of it. */
type Step = (tx: Tx, erasure: Erasure, deps: AccountDeps) => Promise<boolean>

/** In this order, each as often as it takes; docs/decisions/006 lists every table. */
export const steps = {
  // Before the messages that carry them go or get another author.
  media: removeMedia,
  conversations: leaveConversations,
  payments: keepPayments,
  ledger: moveLedger,
  reports: leaveReports,
  address: forgetAddress,
  likesReceived: leaveLikes,
  others: (tx, { memberId }) =>
    removeSome(tx, [
      ['member_events', 'other_id', memberId],
      ['visits', 'other_id', memberId],
      ['notifications', 'actor_id', memberId],
      ['drafts', 'other_id', memberId],
    ]),
  own: (tx, { memberId }) =>
    removeSome(tx, [
      ['reactions', 'member_id', memberId],
      ['visits', 'member_id', memberId],
      ['notifications', 'member_id', memberId],
      ['member_events', 'member_id', memberId],
      ['drafts', 'member_id', memberId],
      ['emails', 'member_id', memberId],
    ]),
} as const satisfies Record<string, Step>

export type StepName = keyof typeof steps | 'member'

/** What comes after a step; `member` is the last, which removes the row itself. */
export const order: readonly StepName[] = [...(Object.keys(steps) as (keyof typeof steps)[]), 'member']

/** What the member sent shows or sounds like them: no text of a correspondence. The files go by a job of this transaction. */
async function removeMedia(tx: Tx, { memberId }: Erasure): Promise<boolean> {
  const { rows: photos } = await sql<{ id: string; storageKey: string }>`
    delete from message_media where id = any(array(select id from message_media where sender_id = ${memberId} limit ${stepSize}))
    returning id, storage_key as "storageKey"`.execute(tx)
  if (photos.length > 0) await addJob(tx, 'accounts-remove-photos', { photos })
  return photos.length < stepSize
}

/** Reports about the member are closed when they leave; those they made stay with whom they are about, in the words as long as they are open. */
async function leaveReports(tx: Tx, { memberId }: Erasure): Promise<boolean> {
  await tx.updateTable('reports').set({ body: null, message_ids: [] }).where('reported_id', '=', memberId).execute()
  await tx
    .updateTable('reports')
    .set({ body: null })
    .where('reporter_id', '=', memberId)
    .where('state', '<>', 'open')
    .execute()
  return true
}

/** Where the address stands without a reference to the member: what they wrote to the support, how they were invited, the hash kept against abuse. */
async function forgetAddress(tx: Tx, { brandId, email }: Erasure, deps: AccountDeps): Promise<boolean> {
  await tx.deleteFrom('emails').where('to_address', '=', email).where('brand_id', '=', brandId).execute()
  await sql`delete from emails where kind = 'contact' and lower(props ->> 'email') = ${email} and brand_id = ${brandId}`.execute(
    tx,
  )
  await tx.deleteFrom('invitations').where('brand_id', '=', brandId).where('email', '=', email).execute()
  await tx
    .deleteFrom('signup_devices')
    .where('brand_id', '=', brandId)
    .where('email_hash', 'in', keyedHashes(deps.signalKeys, email))
    .execute()
  return true
}

/** Others' likes go, and the key of what they paid for one no longer names the member. */
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

/** Takes rows of the first of the tables that has any. @returns true when none has */
async function removeSome(
  tx: Tx,
  places: readonly (readonly [table: string, column: string, id: string])[],
): Promise<boolean> {
  let room = stepSize
  for (const [table, column, id] of places) {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where ${sql.ref(column)} = ${id} limit ${room}))`.execute(tx)
    room -= Number(numAffectedRows ?? 0n)
    if (room <= 0) return false
  }
  return true
}
