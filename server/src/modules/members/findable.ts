import { sql } from 'kysely'
import type { Executor } from '../../platform/database.ts'

/** How long a member counts as new (decision 5.2), in days. */
const newForDays = 7

/**
 * Rewrites who may find the member, in the transaction that changed them: active members with a region whose
 * address is confirmed, or need not be (decision 12.2), and who are not hidden, are listed, everybody else is not.
 */
export async function refreshFindable(tx: Executor, memberId: string): Promise<void> {
  await tx.deleteFrom('discovery_entries').where('member_id', '=', memberId).execute()
  await sql`
    insert into discovery_entries (pool_id, country, region_id, member_id, gender, seeks, is_new, active_at, created_at)
    select pool_id, country, region_id, id, gender, seeks, created_at > now() - ${newForDays} * interval '1 day', last_active_at, created_at
    from members where id = ${memberId} and state = 'active' and (email_confirmed_at is not null or not needs_confirmation) and region_id is not null and not is_hidden`.execute(
    tx,
  )
}

/** The member is here now: what "online" and the order of the list are read from. */
export async function touchActive(executor: Executor, memberIds: readonly string[], at: Date): Promise<void> {
  if (memberIds.length === 0) return
  const ids = [...memberIds]
  // In the order of the ids, and without waiting: the holder of a row (another process that saw the same members, a request that changes
  // one) writes the time itself or is written again within the minute. Two statements that wait for each other would end in a deadlock.
  await sql`
    with present as (
      select id from members where id = any(${ids}::uuid[]) order by id for no key update skip locked),
    listed as (
      select pool_id, country, region_id, member_id from discovery_entries where member_id in (select id from present)
      order by member_id for no key update skip locked),
    moved as (
      update discovery_entries e set active_at = ${at}::timestamptz from listed l
      where e.pool_id = l.pool_id and e.member_id = l.member_id)
    update members m set last_active_at = ${at}::timestamptz from present where m.id = present.id`.execute(executor)
}

/** Members who have been here for a week are no longer new. */
export async function endNewness(executor: Executor, at: Date): Promise<void> {
  await sql`update discovery_entries set is_new = false where is_new and created_at <= ${at}::timestamptz - ${newForDays} * interval '1 day'`.execute(
    executor,
  )
}
