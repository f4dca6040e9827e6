import { sql } from 'kysely'
import type { Executor } from '#platform/database/database.ts'

/** Sample members must not exist beside real ones. @throws with one sentence for the operator */
export async function assertNoSamples(db: Executor): Promise<void> {
  const { rows } = await sql<{ mark: boolean; members: boolean; reviews: boolean }>`
    select exists (select from demo_installations) as mark, exists (select from members where sample) as members,
      exists (select from reviews where sample) as reviews`.execute(db)
  const found = rows[0]
  if (found?.mark || found?.members || found?.reviews) {
    throw new Error(
      'DATABASE_URL: this database holds the demo’s made-up members; production needs a database of its own',
    )
  }
}
