import { sql } from 'kysely'
import type { Database, Tx } from '#platform/database/database.ts'
import { sweepDue } from '#platform/jobs/sweep.ts'
import { setLevel } from '#modules/members/index.ts'
import { endTerm } from './renewing.ts'
import { lockSubscription, type Subscription } from './subscriptions.ts'
import { smallestId } from '#platform/ids.ts'

interface EndOptions {
  readonly db: Database
  readonly now: Date
  /** Called in the same transaction for each term that ended without being cancelled or sold without renewal. */
  readonly onEnded?: (tx: Tx, term: Subscription) => Promise<void>
  /** Called after the transaction for each member whose level changed. */
  readonly onChanged?: (memberId: string) => Promise<void>
  /** A term that could not be ended is left for the next run. */
  readonly onError: (error: unknown, term: { readonly id: string }) => void
  readonly batch?: number
  /** No terms are read when `performance.now()` is past this; the next run continues. */
  readonly until?: number
}

/**
 * Ends the terms that have expired and sets their members to level 1, where bought credits are still valid
 * (section 4, "Profile"). Charges nothing. A term that renews is left to the renewal until its grace period ends, and one
 * whose member is locked to the next run.
 */
export const endTerms = ({ batch = 200, until = Infinity, ...options }: EndOptions): Promise<void> =>
  sweepDue({
    start: { ends_at: new Date(0), id: smallestId },
    rowsAfter: (last: Place, size): Promise<Due[]> => dueAfter(options, last, size),
    async work({ id, member_id: memberId }) {
      if (await endOne(options, id, memberId)) await options.onChanged?.(memberId)
    },
    onError: options.onError,
    // A member's terms need the same lock.
    keyOf: (term) => term.member_id,
    size: batch,
    concurrency: 4,
    until,
  })

interface Place {
  readonly ends_at: Date | null
  readonly id: string
}
interface Due extends Place {
  readonly member_id: string
}

/** When a term is over, as the index `subscriptions_end` holds it: a term in its grace period is not read before. */
const endsAt = sql<Date | null>`(case when state = 'cancelled' or not renews then period_end else grace_until end)`

const dueAfter = ({ db, now }: Pick<EndOptions, 'db' | 'now'>, last: Place, size: number): Promise<Due[]> =>
  db
    .selectFrom('subscriptions')
    .select(['id', 'member_id', endsAt.as('ends_at')])
    .where('state', 'in', [sql.lit('active'), sql.lit('past_due'), sql.lit('cancelled')])
    .where(endsAt, '<=', now)
    .where(sql<boolean>`(${endsAt}, id) > (${last.ends_at}, ${last.id})`)
    .orderBy(endsAt)
    .orderBy('id')
    .limit(size)
    .execute()

/** @returns whether the member's level changed */
const endOne = ({ db, now, onEnded }: EndOptions, id: string, memberId: string): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    // Locks the member first, like everything that changes level and term.
    const member = await tx
      .selectFrom('members')
      .select('level')
      .where('id', '=', memberId)
      .forNoKeyUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!member) return false
    const term = await lockSubscription(tx, id)
    if (!isOver(term, now)) return false
    await endTerm(tx, id)
    if (term.renews && term.state !== 'cancelled') await onEnded?.(tx, term)
    if (member.level < 2) return false
    await setLevel(tx, { memberId, level: 1, until: null })
    return true
  })

function isOver(term: Subscription, now: Date): boolean {
  if (term.state === 'ended') return false
  if (term.state === 'cancelled' || !term.renews) return term.period_end <= now
  return term.grace_until !== null && term.grace_until <= now
}
