import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { endPresence, recordPresence } from '#modules/members/index.ts'

/** How long a sample member stays online, in seconds. */
const stay = 20 * 60

/**
 * Keeps one sample member in sixteen online, chosen by time and id. Each changes at its own minute, so that members
 * come and go naturally. Demo logins are left to the person who signs in.
 */
export async function keepPresent(db: Database, loginIds: readonly string[], now: Date): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from members
    where sample and state = 'active' and id <> all(${[...loginIds]}::uuid[])
      and hashtextextended(id::text, (${Math.floor(now.getTime() / 1000)} + (hashtext(id::text) & 4095))::bigint / ${stay}) & 15 = 0`.execute(
    db,
  )
  await recordPresence(
    db,
    rows.map((row) => row.id),
    now,
  )
}

/** After days without the program all samples would look long inactive: moves their last activity up together. */
export async function catchUp(db: Database, now: Date): Promise<void> {
  await endPresence(db, now)
  const { rows } = await sql<{
    newest: Date | null
  }>`select max(last_active_at) as newest from members where sample`.execute(db)
  const gap = now.getTime() - (rows[0]?.newest?.getTime() ?? now.getTime())
  if (gap < 3_600_000) return
  await db.transaction().execute(async (tx) => {
    await sql`update discovery_entries d set active_at = d.active_at + ${gap} * interval '1 millisecond', entered_in = default from members m where m.id = d.member_id and m.sample`.execute(
      tx,
    )
    await sql`update members set last_active_at = last_active_at + ${gap} * interval '1 millisecond' where sample`.execute(
      tx,
    )
  })
}
