import { sql } from 'kysely'
import type { Database, Executor } from '#platform/database/database.ts'
import { returnToList } from './away.ts'
import { entryKey, listedTime, lockOrder, markedFromMs } from './findable.ts'
import { onlineForMs } from './presence.ts'

/* docs/decisions/021: the exact time is in member_presence; the list is only updated on arrival and departure. */

/** Members per statement, so that row locks are held briefly. */
const batch = 2000

/** Milliseconds for which the job repairs list entries that were locked on arrival. */
const mendForMs = 300_000

/** SQL expression: when the member of the table or alias was last active. */
export const lastActiveOf = (members: string): string =>
  `greatest(${members}.last_active_at, (select here.seen_at from member_presence here where here.member_id = ${members}.id))`

/** Records these members as present. Does not wait for locks: a skipped row is written within the minute. */
export async function recordPresence(executor: Executor, memberIds: readonly string[], at: Date): Promise<void> {
  // Sorted by id, as everywhere, to prevent deadlocks.
  const ids = [...new Set(memberIds)].sort()
  for (let from = 0; from < ids.length; from += batch) {
    const some = ids.slice(from, from + batch)
    const { rows } = await sql<{ member_id: string }>`
      with seen as (
        select member_id from member_presence where member_id = any(${some}::uuid[]) order by member_id for no key update skip locked),
      kept as (
        update member_presence p set seen_at = greatest(p.seen_at, ${at}::timestamptz) where p.member_id = any(array(select member_id from seen)))
      insert into member_presence (member_id, arrived_at, seen_at)
      select given.id, ${at}::timestamptz, ${at}::timestamptz from unnest(${some}::uuid[]) given(id)
      where given.id not in (select member_id from member_presence where member_id = any(${some}::uuid[]))
      order by given.id on conflict do nothing returning member_id`.execute(executor)
    const arrived = rows.map((row) => row.member_id)
    await listAsHere(executor, arrived)
    await returnToList(executor, arrived)
  }
}

/** Sorts present members to the top of the list, unless they hide when they were active. */
async function listAsHere(executor: Executor, memberIds: readonly string[]): Promise<void> {
  if (memberIds.length === 0) return
  await sql`
    with listed as (
      select ${entryKey('e')} from discovery_entries e join members m on m.id = e.member_id
      where e.member_id = any(${[...memberIds]}::uuid[]) and e.active_at < 'infinity' and not m.hides_last_seen
      order by ${lockOrder} for no key update of e skip locked)
    update discovery_entries e set active_at = 'infinity', entered_in = null from listed l
    where (${entryKey('e')}) = (${entryKey('l')})`.execute(executor)
}

/**
 * Ends the presence of members without recent activity, and copies their last activity into their row and the list; of
 * those who hide it only the day.
 * Based on times alone, so that a killed process leaves nothing behind.
 */
export async function endPresence(db: Database, now: Date, until = Infinity): Promise<void> {
  const offlineSince = new Date(now.getTime() - onlineForMs)
  for (;;) {
    // Locks the member's row first, as every change of a member does; locked rows are skipped.
    const { rows } = await sql<{ left: number }>`
      with offline as (
        select p.member_id, p.seen_at from member_presence p join members m on m.id = p.member_id
        where p.seen_at <= ${offlineSince} order by p.member_id limit ${batch} for no key update of p, m skip locked),
      listed as (
        select ${entryKey('e')}, ${listedTime(sql`o.seen_at`)} as seen_at
        from discovery_entries e join offline o on o.member_id = e.member_id join members m on m.id = e.member_id
        order by ${lockOrder} for no key update of e),
      moved as (
        update discovery_entries e set active_at = l.seen_at,
          entered_in = case when l.seen_at <= ${new Date(now.getTime() - markedFromMs)} then pg_current_xact_id()::text::bigint end
        from listed l
        where (${entryKey('e')}) = (${entryKey('l')})),
      dated as (
        update members m set last_active_at = o.seen_at from offline o where m.id = o.member_id and m.last_active_at < o.seen_at),
      removed as (delete from member_presence p using offline o where p.member_id = o.member_id)
      select count(*) as left from offline`.execute(db)
    if ((rows[0]?.left ?? 0) < batch || performance.now() > until) break
  }
  await sql`
    delete from member_presence p where p.seen_at <= ${offlineSince} and not exists (select from members m where m.id = p.member_id)`.execute(
    db,
  )
  const { rows } = await sql<{ member_id: string }>`
    select p.member_id from member_presence p join discovery_entries e on e.member_id = p.member_id join members m on m.id = p.member_id
    where p.arrived_at > ${new Date(now.getTime() - mendForMs)} and e.active_at < 'infinity' and not m.hides_last_seen`.execute(
    db,
  )
  await listAsHere(
    db,
    rows.map((row) => row.member_id),
  )
}
