import { sql } from 'kysely'
import type { Database } from './database.ts'
import { secretId } from './ids.ts'

/** When an installation wrote under one of its secrets. */
export interface SecretUse {
  readonly id: string
  /** Null: from the beginning. */
  readonly from: Date | null
  readonly until: Date
}

/** A process says this often that it still writes under its secret. */
export const secretSeenEveryMs = 10 * 60_000

/** Notes that this process writes under a secret. The first that an installation ever notes counts from its beginning. */
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
