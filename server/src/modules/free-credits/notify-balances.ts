import type { Balances } from '#modules/credits/index.ts'
import { creditTotal } from '#modules/members/index.ts'
import type { SystemMessagePosted } from '#modules/outreach/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { Realtime } from '#platform/live/realtime.ts'

/** Sends a member's open browsers their balances. */
export function notifyBalances(realtime: Realtime, memberId: string, level: 0 | 1 | 2, balances: Balances): void {
  realtime.toMember(memberId, 'creditiResidui', {
    icebreakerCredits: balances.icebreakers,
    totalCredits: creditTotal(level, balances.messages),
    likeCredits: balances.likes,
    premiumLevel: level,
  })
}

/** Whether a system message announces credits that were booked with it. */
export const creditsWereAdded = (kind: SystemMessagePosted['kind']): boolean =>
  kind === 'spending-refunded' || kind === 'credits-granted'

/**
 * The same with the balances as they are now: a command or a moderator's decision grants or refunds credits in a process
 * without the member's sockets.
 */
export async function notifyCurrentBalances(
  { db, realtime }: { readonly db: Database; readonly realtime: Realtime },
  memberId: string,
): Promise<void> {
  const row = await db
    .selectFrom('wallets as w')
    .innerJoin('members as m', 'm.id', 'w.member_id')
    .select(['w.messages', 'w.icebreakers', 'w.likes', 'm.level'])
    .where('w.member_id', '=', memberId)
    .executeTakeFirst()
  // An erased member has no open browser.
  if (row) notifyBalances(realtime, memberId, row.level as 0 | 1 | 2, row)
}
