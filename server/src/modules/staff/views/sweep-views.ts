import type { Database } from '#platform/database/database.ts'

/** How long a deletion can be taken back. */
const restorableMs = 3_600_000

export async function sweepViews(db: Database, now: Date): Promise<void> {
  await db
    .deleteFrom('staff_views')
    .where('deleted_at', '<=', new Date(now.getTime() - restorableMs))
    .execute()
}
