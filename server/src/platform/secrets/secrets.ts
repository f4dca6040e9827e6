import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { ConfigError } from '#platform/config-error.ts'
import { secretId, type Secrets } from '#platform/ids.ts'

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

/**
 * Refuses a database that was only ever written under secrets which this process does not have: it could read nothing
 * that is sealed in it.
 * @throws ConfigError
 */
export async function requireKnownSecret(db: Database, secrets: Secrets): Promise<void> {
  const uses = await secretUses(db)
  if (uses.length === 0 || uses.some(({ id }) => secrets.some((secret) => secretId(secret) === id))) return
  const latest = uses.reduce((one, other) => (other.until > one.until ? other : one))
  throw new ConfigError(
    `SECRET_KEY: the database was written under another one (${latest.id}, until ${latest.until.toISOString().slice(0, 10)}). Name the database of this installation, or put the secret of before into SECRET_KEYS_OLD; if that is lost: npm run keys -- accept`,
  )
}
