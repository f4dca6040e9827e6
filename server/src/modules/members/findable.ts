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
    select pool_id, country, region_id, id, gender, seeks, created_at > now() - ${newForDays} * interval '1 day',
      case when not hides_last_seen and exists (select from member_presence here where here.member_id = members.id) then 'infinity' else last_active_at end, created_at
    from members where id = ${memberId} and state = 'active' and (email_confirmed_at is not null or not needs_confirmation) and region_id is not null and not is_hidden`.execute(
    tx,
  )
}

/** Members who have been here for a week are no longer new. */
export async function endNewness(executor: Executor, at: Date): Promise<void> {
  // In the order of the ids and without waiting, like everything else that changes several entries: what is held has its turn next hour.
  await sql`
    with grown as (
      select pool_id, country, region_id, member_id from discovery_entries
      where is_new and created_at <= ${at}::timestamptz - ${newForDays} * interval '1 day' order by member_id for no key update skip locked)
    update discovery_entries e set is_new = false from grown g
    where (e.pool_id, e.country, e.region_id, e.member_id) = (g.pool_id, g.country, g.region_id, g.member_id)`.execute(
    executor,
  )
}
