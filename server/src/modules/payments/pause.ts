import type { Tx } from '#platform/database/database.ts'
import { setLevel } from '#modules/members/index.ts'
import { currentSubscription, lengthenTerm, shortenTerm } from '#modules/subscriptions/index.ts'
import { moveLaterOrders, pauseOrders } from './withdrawals/restored.ts'

interface Pause {
  readonly ms: number
  readonly noticeDays: number
  readonly timeZone: string
  readonly now: Date
}

/**
 * Pauses a paid term while we suspend its member: what is left of it begins again afterwards, so its end, the day of its
 * renewal and the reminder move by the length of the suspension, and so do the payments for it: what they are worth when
 * they are credited or withdrawn from is the days that could be used. A period that is over or not paid yet is not moved.
 * The caller holds the member's row lock.
 * @returns whether there was a term to pause
 */
export async function pauseTerm(tx: Tx, memberId: string, { ms, ...rest }: Pause): Promise<boolean> {
  const term = await currentSubscription(tx, memberId, rest.now)
  if (!term || term.period_end <= rest.now) return false
  const moved = await lengthenTerm(tx, memberId, { subscriptionId: null, unusedMs: ms, ...rest })
  await pauseOrders(tx, memberId, rest.now, ms)
  await moveLevel(tx, memberId, moved?.period_end ?? null)
  return true
}

/** Ends a pause early: the time of it that has not passed is taken off again. The caller holds the member's row lock. */
export async function endPause(tx: Tx, memberId: string, { ms, ...rest }: Pause): Promise<void> {
  const moved = await shortenTerm(tx, memberId, { subscriptionId: null, unusedMs: ms, ...rest })
  await moveLaterOrders(tx, { member_id: memberId }, rest.now, -ms)
  if (moved) await moveLevel(tx, memberId, moved.period_end)
}

async function moveLevel(tx: Tx, memberId: string, until: Date | null): Promise<void> {
  const member = await tx.selectFrom('members').select('level').where('id', '=', memberId).executeTakeFirstOrThrow()
  if (member.level === 2 && until) await setLevel(tx, { memberId, level: 2, until })
}
