import type { Database } from '../../platform/database.ts'
import { setLevel } from '../members/index.ts'

/**
 * Ends the terms whose time is over and takes their members back to level 1, where bought credits still count (spec section 4, "Profile").
 * Nothing here charges: a plan that renews ends as well unless something that did charge has moved its end before.
 * @returns the members whose level changed.
 */
export async function endTerms(db: Database, now: Date, batch = 200): Promise<readonly string[]> {
  const due = await db.selectFrom('subscriptions').select(['id', 'member_id']).where('state', 'in', ['active', 'past_due', 'cancelled'])
    .where('period_end', '<=', now).orderBy('period_end').limit(batch).execute()
  const changed: string[] = []
  for (const { id, member_id: memberId } of due) {
    const ended = await db.transaction().execute(async (tx) => {
      // Member first, as everything that touches level and term does.
      const member = await tx.selectFrom('members').select('level').where('id', '=', memberId).forNoKeyUpdate().executeTakeFirstOrThrow()
      const result = await tx.updateTable('subscriptions').set({ state: 'ended' }).where('id', '=', id).where('state', '<>', 'ended')
        .where('period_end', '<=', now).executeTakeFirst()
      if (result.numUpdatedRows === 0n || member.level < 2) return false
      await setLevel(tx, { memberId, level: 1, until: null })
      return true
    })
    if (ended) changed.push(memberId)
  }
  return changed
}
