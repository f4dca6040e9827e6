import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../database.ts'

/** The name of a member in the files of a table. Without the secret, which is deleted with the member, it names no one. */
export function pseudonym(secret: string, table: string): string {
  return createHash('sha256').update(`${secret} ${table}`).digest('hex').slice(0, 32)
}

/** The pseudonyms of these members; undefined for one who does not exist any more. */
export async function pseudonymsOf(
  db: Database,
  table: string,
  memberIds: readonly string[],
): Promise<(memberId: string) => string | undefined> {
  const ids = [...new Set(memberIds)]
  await sql`insert into archive_keys (member_id, secret)
    select m.id, gen_random_uuid() from members m where m.id = any(${ids}::uuid[]) on conflict (member_id) do nothing`.execute(
    db,
  )
  const rows = await db
    .selectFrom('archive_keys')
    .select(['member_id', 'secret'])
    .where('member_id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  const secrets = new Map(rows.map(({ member_id, secret }) => [member_id, secret]))
  return (memberId) => {
    const secret = secrets.get(memberId)
    return secret === undefined ? undefined : pseudonym(secret, table)
  }
}
