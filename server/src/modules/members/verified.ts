import { sql } from 'kysely'
import type { Executor } from '../../platform/database.ts'

/** Writes when it was checked, by a gesture, that the member is who their main photo shows. @param at null: it is not (any more) */
export async function recordVerified(tx: Executor, memberId: string, at: Date | null): Promise<void> {
  await tx
    .updateTable('members')
    .set({ verified_at: at, verified_by: at === null ? null : 'gesture' })
    .where('id', '=', memberId)
    .where(sql<boolean>`verified_at is distinct from ${at}::timestamptz`)
    .execute()
}
