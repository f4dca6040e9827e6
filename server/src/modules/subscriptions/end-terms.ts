import { sql } from 'kysely'
import type { Database, Tx } from '../../platform/database.ts'
import { setLevel } from '../members/index.ts'
import { endTerm } from './renewing.ts'
import { lockSubscription, type Subscription } from './subscriptions.ts'

/**
 * Ends the terms that have expired and sets their members to level 1, where bought credits are still valid (spec
 * section 4, "Profile"). Charges nothing. A term that renews is left to the renewal until its grace period ends.
 * @param onEnded called in the same transaction for each term that ended without being cancelled or sold without
 * renewal
 * @returns the members whose level changed
 */
export async function endTerms(
  db: Database,
  now: Date,
  onEnded: (tx: Tx, term: Subscription) => Promise<void> = async () => undefined,
  batch = 200,
): Promise<readonly string[]> {
  const due = await db
    .selectFrom('subscriptions')
    .select(['id', 'member_id'])
    // A grace period ends after its period, so all expired terms are at the start of one index.
    .where('state', 'in', [sql.lit('active'), sql.lit('past_due'), sql.lit('cancelled')])
    .where('period_end', '<=', now)
    .where((eb) =>
      eb.or([
        eb('state', '=', sql.lit('cancelled')),
        eb.and([eb('state', '=', sql.lit('active')), eb('renews', '=', sql.lit(false))]),
        eb.and([eb('renews', '=', sql.lit(true)), eb('grace_until', '<=', now)]),
      ]),
    )
    .orderBy('period_end')
    .limit(batch)
    .execute()
  const changed: string[] = []
  for (const { id, member_id: memberId } of due) {
    const ended = await db.transaction().execute(async (tx) => {
      // Locks the member first, like everything that changes level and term.
      const member = await tx
        .selectFrom('members')
        .select('level')
        .where('id', '=', memberId)
        .forNoKeyUpdate()
        .executeTakeFirstOrThrow()
      const term = await lockSubscription(tx, id)
      if (!isOver(term, now)) return false
      await endTerm(tx, id)
      if (term.renews && term.state !== 'cancelled') await onEnded(tx, term)
      if (member.level < 2) return false
      await setLevel(tx, { memberId, level: 1, until: null })
      return true
    })
    if (ended) changed.push(memberId)
  }
  return changed
}

function isOver(term: Subscription, now: Date): boolean {
  if (term.state === 'ended') return false
  if (term.state === 'cancelled' || !term.renews) return term.period_end <= now
  return term.grace_until !== null && term.grace_until <= now
}
