import { sql } from 'kysely'
import type { Tx } from '#platform/database/database.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import { recordVerified } from '#modules/members/index.ts'

/**
 * Verification covers the main photo only: with another one the mark disappears, with the first one it returns. A
 * pending verification is cancelled.
 */
export async function followMainPhoto(tx: Tx, memberId: string, main: string | null): Promise<void> {
  const { rows: ended } = await sql<{ storage_key: string | null }>`
    delete from photo_verifications
    where member_id = ${memberId} and state in ('asked', 'sent') and photo_id is distinct from ${main}::uuid
    returning storage_key`.execute(tx)
  for (const { storage_key: storageKey } of ended)
    if (storageKey !== null) await addJob(tx, 'photos-remove-verification', { storageKey })
  const approved = await tx
    .selectFrom('photo_verifications')
    .select('decided_at')
    .where('member_id', '=', memberId)
    .where('state', '=', 'approved')
    .where('photo_id', '=', main)
    .executeTakeFirst()
  await recordVerified(tx, memberId, approved?.decided_at ?? null)
}
