import { sql } from 'kysely'
import type { Database, Executor } from '../../platform/database.ts'
import { onlineForMs } from './presence.ts'

/* docs/decisions/021: the exact time stands in member_presence, the list learns of arrivals and departures only. */

/** Members of one statement, so that none holds many rows for long. */
const batch = 2000

/** A list entry that an arrival could not change, because it was just being changed, is put right by the job for so long. */
const mendForMs = 300_000

/** When a member of the table or alias was last here, as an expression of SQL. */
export const lastActiveOf = (members: string): string =>
  `greatest(${members}.last_active_at, (select here.seen_at from member_presence here where here.member_id = ${members}.id))`

/** These members are here now. Waits for no request: a row that is held is written again within the minute. */
export async function recordPresence(executor: Executor, memberIds: readonly string[], at: Date): Promise<void> {
  // In the order of the ids everywhere, so that no two statements wait for each other.
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
    await listAsHere(
      executor,
      rows.map((row) => row.member_id),
    )
  }
}

/** While a member is here, the order of the list has them at its top, unless they do not say when they were here. */
async function listAsHere(executor: Executor, memberIds: readonly string[]): Promise<void> {
  if (memberIds.length === 0) return
  await sql`
    with listed as (
      select e.pool_id, e.country, e.region_id, e.member_id from discovery_entries e join members m on m.id = e.member_id
      where e.member_id = any(${[...memberIds]}::uuid[]) and e.active_at < 'infinity' and not m.hides_last_seen
      order by e.member_id for no key update of e skip locked)
    update discovery_entries e set active_at = 'infinity' from listed l
    where (e.pool_id, e.country, e.region_id, e.member_id) = (l.pool_id, l.country, l.region_id, l.member_id)`.execute(
    executor,
  )
}

/**
 * Members who have given no sign of life for a while are no longer here: their last one goes into their row and the list.
 * A killed process leaves nothing else behind, since this looks at times alone.
 */
export async function endPresence(db: Database, now: Date): Promise<void> {
  const offlineSince = new Date(now.getTime() - onlineForMs)
  for (;;) {
    // The member's row is held first, as it is by whoever changes it, and passed over while somebody else holds it.
    const { rows } = await sql<{ left: number }>`
      with offline as (
        select p.member_id, p.seen_at from member_presence p join members m on m.id = p.member_id
        where p.seen_at <= ${offlineSince} order by p.member_id limit ${batch} for no key update of p, m skip locked),
      listed as (
        select e.pool_id, e.country, e.region_id, e.member_id, o.seen_at from discovery_entries e join offline o on o.member_id = e.member_id
        order by e.member_id for no key update of e),
      moved as (
        update discovery_entries e set active_at = l.seen_at from listed l
        where (e.pool_id, e.country, e.region_id, e.member_id) = (l.pool_id, l.country, l.region_id, l.member_id)),
      dated as (
        update members m set last_active_at = o.seen_at from offline o where m.id = o.member_id and m.last_active_at < o.seen_at),
      removed as (delete from member_presence p using offline o where p.member_id = o.member_id)
      select count(*) as left from offline`.execute(db)
    if ((rows[0]?.left ?? 0) < batch) break
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
