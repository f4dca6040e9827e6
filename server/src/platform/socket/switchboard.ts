import type { Realtime } from '../realtime.ts'

/**
 * A realtime that modules can be wired with before the sockets are open; until then nobody is connected, so nothing is
 * lost. `onChange` hears of every change, for what this process keeps of a member.
 */
export function createSwitchboard(
  onChange: (memberId: string) => void,
): Realtime & { connect(realtime: Realtime): void } {
  let target: Realtime | undefined
  return {
    connect(realtime) {
      target = realtime
    },
    toMember: (memberId, event, data) => target?.toMember(memberId, event, data),
    reach: (memberId) => target?.reach(memberId) ?? 0,
    refresh(memberId) {
      onChange(memberId)
      target?.refresh(memberId)
    },
    end(memberId, sessionId, reason) {
      onChange(memberId)
      target?.end(memberId, sessionId, reason)
    },
  }
}
