import { sql } from 'kysely'
import type { Executor } from '../../platform/database.ts'

/** How long a member counts as new (decision 5.2), in days. */
export const newForDays = 7

/**
 * Writes who may find the member anew, in the transaction that changed them: active members with a confirmed email and a region
 * stand in the list, everybody else does not.
 */
export async function refreshFindable(tx: Executor, memberId: string): Promise<void> {
  await tx.deleteFrom('discovery_entries').where('member_id', '=', memberId).execute()
  await sql`
    insert into discovery_entries (pool_id, country, region_id, member_id, gender, seeks, is_new, active_at, created_at)
    select pool_id, country, region_id, id, gender, seeks, created_at > now() - ${newForDays} * interval '1 day', last_active_at, created_at
    from members where id = ${memberId} and state = 'active' and email_confirmed_at is not null and region_id is not null`.execute(
    tx,
  )
}

/** The member is here now: what "online" and the order of the list are read from. */
export async function touchActive(executor: Executor, memberIds: readonly string[], at: Date): Promise<void> {
  if (memberIds.length === 0) return
  const ids = [...memberIds]
  await sql`update members set last_active_at = ${at} where id = any(${ids}::uuid[])`.execute(executor)
  await sql`update discovery_entries set active_at = ${at} where member_id = any(${ids}::uuid[])`.execute(executor)
}

/** Members who have been here for a week are no longer new. */
export async function endNewness(executor: Executor, at: Date): Promise<void> {
  await sql`update discovery_entries set is_new = false where is_new and created_at <= ${at}::timestamptz - ${newForDays} * interval '1 day'`.execute(
    executor,
  )
}
