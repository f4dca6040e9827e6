import type { Balances } from '../credits/index.ts'
import { creditTotal } from '../members/index.ts'
import type { Realtime } from '../../platform/realtime.ts'

/** Sends a member's open browsers their balances. */
export function notifyBalances(realtime: Realtime, memberId: string, level: 0 | 1 | 2, balances: Balances): void {
  realtime.toMember(memberId, 'creditiResidui', {
    icebreakerCredits: balances.icebreakers,
    totalCredits: creditTotal(level, balances.messages),
    likeCredits: balances.likes,
    premiumLevel: level,
  })
}
