import type { Push } from './push.ts'

/**
 * A push that modules can be wired with before the sockets are open; until then nobody is connected, so nothing is
 * lost. `onChange` hears of every change, for what this process keeps of a member.
 */
export function createSwitchboard(onChange: (memberId: string) => void): Push & { connect(push: Push): void } {
  let target: Push | undefined
  return {
    connect(push) {
      target = push
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
