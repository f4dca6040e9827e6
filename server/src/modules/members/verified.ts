import { sql } from 'kysely'
import type { Executor } from '../../platform/database.ts'

/** Records when the member was verified to be the person in their main photo. @param at null if they no longer are */
export async function recordVerified(tx: Executor, memberId: string, at: Date | null): Promise<void> {
  await tx
    .updateTable('members')
    .set({ verified_at: at, verified_by: at === null ? null : 'gesture' })
    .where('id', '=', memberId)
    .where(sql<boolean>`verified_at is distinct from ${at}::timestamptz`)
    .execute()
}
