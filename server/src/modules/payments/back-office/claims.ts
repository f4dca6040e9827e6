import { sql, type Selectable } from 'kysely'
import type { Executor } from '#platform/database/database.ts'
import type { Dispute } from '#platform/database/database-types.ts'

const mostListed = 500

// Literals, as in the conditions of the partial indexes.

/** The brand's open disputes, and lost ones with an unpaid claim for what was used; oldest first. */
export async function openDisputesAndClaims(
  executor: Executor,
  brandId: string,
): Promise<{ readonly open: readonly Selectable<Dispute>[]; readonly claims: readonly Selectable<Dispute>[] }> {
  const [open, claims] = await Promise.all([
    executor
      .selectFrom('disputes')
      .selectAll()
      .where('brand_id', '=', brandId)
      .where('state', '=', sql.lit('open'))
      .orderBy('opened_at')
      .limit(mostListed)
      .execute(),
    executor
      .selectFrom('disputes')
      .selectAll()
      .where('brand_id', '=', brandId)
      .where('state', '=', sql.lit('lost'))
      .where('used_minor', '>', sql.lit(0))
      .where('settled_at', 'is', null)
      .orderBy('updated_at')
      .limit(mostListed)
      .execute(),
  ])
  return { open, claims }
}
