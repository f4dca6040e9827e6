import type { Locale } from '@incontro/contract'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database.ts'
import { keyedHashes } from '../../../platform/ids.ts'
import { addJob } from '../../../platform/jobs.ts'
import type { AccountDeps } from '../deps.ts'
import { leaveConversations } from './conversations.ts'
import { keepPayments } from './payments.ts'

declare module '../../../platform/jobs.ts' {
  interface Jobs {
    'accounts-erase': Record<never, never>
    'accounts-sweep': Record<never, never>
    'accounts-remove-photos': { readonly photos: readonly { readonly id: string; readonly storageKey: string }[] }
  }
}

/** What of the member the erasing needs. */
export interface Leaving {
  readonly id: string
  readonly brandId: string
  readonly poolId: string
  readonly email: string
}

/**
 * Erases a member whose time is over, all or nothing: what others keep (conversations) and what the law keeps (payments) goes on under
 * rows without a name, everything else goes with the member's row. docs/decisions/006 lists every table.
 * A table that names members without `on delete` makes this fail: the author of such a table decides what becomes of its rows.
 * @returns false when the member was kept or erased meanwhile
 */
export async function eraseMember(deps: AccountDeps, memberId: string, at: Date): Promise<boolean> {
  return deps.db.transaction().execute(async (tx) => {
    // One at a time: two partners who are erased at once would rewrite the same conversation.
    await sql`select pg_advisory_xact_lock(hashtext('erase members'))`.execute(tx)
    const row = await tx
      .selectFrom('members')
      .select(['id', 'brand_id', 'pool_id', 'email', 'email_confirmed_at', 'locale'])
      .where('id', '=', memberId)
      .where('state', '=', 'deleting')
      .where('deletion_due_at', '<=', at)
      .forUpdate()
      .executeTakeFirst()
    if (!row) return false
    const member: Leaving = { id: row.id, brandId: row.brand_id, poolId: row.pool_id, email: row.email }
    await leaveConversations(tx, member)
    await keepPayments(tx, member)
    await leaveReports(tx, member)
    await forgetAddress(tx, deps, member)
    await removePhotos(tx, member)
    await leaveTraces(tx, member)
    await tx.deleteFrom('members').where('id', '=', member.id).execute()
    // An address nobody confirmed may be a stranger's.
    if (row.email_confirmed_at) {
      await deps.enqueueEmail(tx, {
        brandId: member.brandId,
        memberId: null,
        kind: 'deleted',
        to: member.email,
        locale: row.locale as Locale,
        props: {},
      })
    }
    deps.log.info({ brand: member.brandId }, 'member erased')
    return true
  })
}

/** Reports about the member are closed when they leave; those they made stay with whom they are about, in the words as long as they are open. */
async function leaveReports(tx: Tx, member: Leaving): Promise<void> {
  await tx.updateTable('reports').set({ body: null, message_ids: [] }).where('reported_id', '=', member.id).execute()
  await tx
    .updateTable('reports')
    .set({ body: null })
    .where('reporter_id', '=', member.id)
    .where('state', '<>', 'open')
    .execute()
}

/** Where others' rows name the member without a reference: what they looked at, and the key of a like they paid for. */
async function leaveTraces(tx: Tx, { id }: Leaving): Promise<void> {
  await tx.deleteFrom('member_events').where('other_id', '=', id).execute()
  await sql`
    update ledger_transfers set idempotency_key = 'like:erased:' || ledger_transfers.id from reactions r
    where r.other_id = ${id} and ledger_transfers.member_id = r.member_id and idempotency_key like ${`like:${id}:%`}`.execute(
    tx,
  )
}

/** Where the address stands without a reference to the member: what they wrote to the support, how they were invited, the hash kept against abuse. */
async function forgetAddress(tx: Tx, deps: AccountDeps, { brandId, email }: Leaving): Promise<void> {
  await tx
    .deleteFrom('emails')
    .where('brand_id', '=', brandId)
    .where((eb) =>
      eb.or([
        eb('to_address', '=', email),
        eb.and([eb('kind', '=', 'contact'), eb(sql<string>`lower(props ->> 'email')`, '=', email)]),
      ]),
    )
    .execute()
  await tx.deleteFrom('invitations').where('brand_id', '=', brandId).where('email', '=', email).execute()
  await tx
    .deleteFrom('signup_devices')
    .where('brand_id', '=', brandId)
    .where('email_hash', 'in', keyedHashes(deps.signalKeys, email))
    .execute()
}

/** The files go by a job of this transaction, so that none is left when the program dies after it. */
async function removePhotos(tx: Tx, member: Leaving): Promise<void> {
  const photos = await tx
    .selectFrom('member_photos')
    .select(['id', 'storage_key'])
    .where('member_id', '=', member.id)
    .execute()
  if (photos.length > 0)
    await addJob(tx, 'accounts-remove-photos', {
      photos: photos.map(({ id, storage_key: storageKey }) => ({ id, storageKey })),
    })
}
