import { sql } from 'kysely'
import type { Executor } from '../../platform/database.ts'

/** Whether a member has written to anyone since the given time. */
export async function hasWritten(executor: Executor, memberId: string, since: Date): Promise<boolean> {
  const { rows } = await sql<{ written: boolean }>`
    select exists (
      select from conversations c join messages m on m.conversation_id = c.id
      where (c.low_id = ${memberId} or c.high_id = ${memberId}) and m.sender_id = ${memberId} and m.withdrawn_at is null and m.created_at >= ${since}
    ) as written`.execute(executor)
  return rows[0]?.written === true
}
