import type { Caller, Principal } from '#platform/caller.ts'
import { createLru } from '#platform/flow-control/lru.ts'
import { createAllowance, type Allowance } from './allowance.ts'

/* The rules that an event obeys wherever it arrives, by socket or as a request (`http-events.ts`). */

/** All sockets and requests of one member together, as four busy tabs: more connections do not mean more events. */
const memberAllowance = { burst: 160, perSecond: 60 }

export interface MemberAllowances {
  /** Counts one event of this caller and returns true if it is allowed now. */
  allow(caller: Caller): boolean
}

/** @param factor multiplies what one member may send; 1 */
export function createMemberAllowances(factor = 1): MemberAllowances {
  const kept = createLru<string, Allowance>(50_000)
  const limits = { burst: memberAllowance.burst * factor, perSecond: memberAllowance.perSecond * factor }
  return {
    allow(caller) {
      const id = caller.kind === 'member' ? caller.member.memberId : caller.staff.staffId
      const allow = kept.get(id) ?? createAllowance(limits)
      kept.set(id, allow)
      return allow()
    },
  }
}

/** Whether an event that names a tracker id names the sender's own. */
export function isOwn({ clickid }: Principal, data: unknown): boolean {
  const { trackerId, clickid: given } = data as { readonly trackerId?: string; readonly clickid?: string }
  const wanted = trackerId ?? given
  return wanted === undefined || wanted === clickid
}

export const tooManyEvents = {
  ok: false as const,
  code: 'busy',
  message: 'Too many events, try again on a new connection',
  retryAfterMs: 1000,
}
