import { photoUndoMs } from '@incontro/contract'
import type { PhotoRestored } from '#modules/photos/index.ts'
import type { Database } from '#platform/database/database.ts'
import { reopenReport } from './reopen-report.ts'

/**
 * Brings reports about a photo before the moderators again whose case was closed because it was deleted, and which its
 * member has restored since: others see it as before, and no one has decided about it.
 */
export async function reopenReportsOf(
  db: Database,
  { brandId, memberId, photoId, restoredAt }: PhotoRestored,
): Promise<void> {
  const at = new Date(restoredAt)
  await db.transaction().execute(async (tx) => {
    const reports = await tx
      .selectFrom('reports')
      .select('id')
      .where('reported_id', '=', memberId)
      .where('brand_id', '=', brandId)
      .where('content_kind', '=', 'photo')
      .where('content_id', '=', photoId)
      .where('state', '=', 'gone')
      // It cannot have been deleted earlier.
      .where('decided_at', '>', new Date(at.getTime() - photoUndoMs))
      // Not if it was deleted again before this came to be done.
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('member_photos')
            .select('id')
            .where('member_id', '=', memberId)
            .where('id', '=', photoId)
            .where('removed_at', 'is', null),
        ),
      )
      .orderBy('id')
      .execute()
    for (const { id } of reports) await reopenReport(tx, { brandId, id, states: ['gone'], barred: null, at })
  })
}
