import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { secretId } from '#platform/ids.ts'

/** When an installation used one of its secrets for writing. */
export interface SecretUse {
  readonly id: string
  /** Null: since the beginning. */
  readonly from: Date | null
  readonly until: Date
}

/** How often a process records that it still writes under its secret, in milliseconds. */
export const secretSeenEveryMs = 10 * 60_000

/**
 * Records that this process writes under a secret. The first secret an installation records counts from the beginning.
 */
export async function noteSecret(db: Database, secret: string, at: Date): Promise<void> {
  await sql`
    insert into installation_secrets (id, written_from, written_until)
    select ${secretId(secret)}, case when exists (select from installation_secrets) then ${at}::timestamptz end, ${at}
    on conflict (id) do update set written_until = greatest(installation_secrets.written_until, excluded.written_until)`.execute(
    db,
  )
}

export async function secretUses(db: Database): Promise<readonly SecretUse[]> {
  const rows = await db.selectFrom('installation_secrets').select(['id', 'written_from', 'written_until']).execute()
  return rows.map(({ id, written_from: from, written_until: until }) => ({
    id,
    from,
    until: new Date(until.getTime() + secretSeenEveryMs),
  }))
}
