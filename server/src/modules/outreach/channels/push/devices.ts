import { sql } from 'kysely'
import type { Principal } from '#platform/caller.ts'
import type { Database, Executor } from '#platform/database/database.ts'
import { hashToken, type Keys, newId } from '#platform/ids.ts'
import { seal, unseal } from '#platform/secrets/seal.ts'
import type { Subscription } from './subscription.ts'

/** More browsers than a person is signed in on. */
const mostDevices = 20

export interface Device extends Subscription {
  readonly id: string
}

/** Notifies the session's browser from now on, in place of what it had before. @returns the device's id */
export async function keepDevice(
  db: Database,
  keys: Keys,
  { memberId, brandId, sessionId }: Pick<Principal, 'memberId' | 'brandId' | 'sessionId'>,
  { at, ...subscription }: Subscription & { readonly at: Date },
): Promise<string> {
  const hash = hashToken(subscription.endpoint)
  const sealed = seal(keys, JSON.stringify(subscription))
  return db.transaction().execute(async (tx) => {
    const same = await tx
      .updateTable('push_devices')
      .set({ subscription_sealed: sealed, renewed_at: at })
      .where('member_id', '=', memberId)
      .where('session_id', '=', sessionId)
      .where('endpoint_hash', '=', hash)
      .returning('id')
      .executeTakeFirst()
    if (same) return same.id
    // A browser has one: that of another member in it, and what it had before, are over.
    await tx.deleteFrom('push_devices').where('brand_id', '=', brandId).where('endpoint_hash', '=', hash).execute()
    await tx.deleteFrom('push_devices').where('member_id', '=', memberId).where('session_id', '=', sessionId).execute()
    await sql`
      delete from push_devices where member_id = ${memberId} and id in (
        select id from push_devices where member_id = ${memberId} order by renewed_at desc offset ${mostDevices - 1})`.execute(
      tx,
    )
    const id = newId()
    await tx
      .insertInto('push_devices')
      .values({
        member_id: memberId,
        id,
        brand_id: brandId,
        session_id: sessionId,
        endpoint_hash: hash,
        subscription_sealed: sealed,
        created_at: at,
        renewed_at: at,
      })
      .execute()
    return id
  })
}

/** @returns whether it was the member's */
export async function removeDevice(executor: Executor, memberId: string, id: string): Promise<boolean> {
  const removed = await executor
    .deleteFrom('push_devices')
    .where('member_id', '=', memberId)
    .where('id', '=', id)
    .executeTakeFirst()
  return removed.numDeletedRows > 0n
}

/** Those whose session is alive, the last renewed first. */
const alive = (executor: Executor, memberId: string, now: Date) =>
  executor
    .selectFrom('push_devices as d')
    .innerJoin('sessions as s', 's.id', 'd.session_id')
    .where('d.member_id', '=', memberId)
    .where('s.member_id', '=', memberId)
    .where('s.expires_at', '>', now)
    .orderBy('d.renewed_at', 'desc')

export async function hasDevice(executor: Executor, memberId: string, now: Date): Promise<boolean> {
  return (await alive(executor, memberId, now).select('d.id').limit(1).executeTakeFirst()) !== undefined
}

export const shownDevices = (executor: Executor, { memberId, sessionId }: Principal, now: Date) =>
  alive(executor, memberId, now)
    .select(['d.id', 's.device', 'd.created_at', 'd.last_ok_at', 'd.session_id'])
    .execute()
    .then((rows) =>
      rows.map((row) => ({
        id: row.id,
        device: row.device,
        since: row.created_at.toISOString(),
        lastOkAt: row.last_ok_at && row.last_ok_at.toISOString(),
        current: row.session_id === sessionId,
      })),
    )

/** With their addresses and keys; those that were sealed with a secret that is no more have ended. */
export async function devicesOf(executor: Executor, keys: Keys, memberId: string, now: Date): Promise<Device[]> {
  const rows = await alive(executor, memberId, now).select(['d.id', 'd.subscription_sealed']).execute()
  const devices: Device[] = []
  for (const { id, subscription_sealed: sealed } of rows)
    try {
      devices.push({ id, ...(JSON.parse(unseal(keys, sealed)) as Subscription) })
    } catch {
      // Its browser subscribes again at its next start.
      await removeDevice(executor, memberId, id)
    }
  return devices
}

export const noteSent = (executor: Executor, memberId: string, ids: readonly string[], at: Date) =>
  executor
    .updateTable('push_devices')
    .set({ last_ok_at: at })
    .where('member_id', '=', memberId)
    .where('id', 'in', ids)
    .execute()
