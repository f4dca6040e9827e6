import type { EventHandlers } from '#platform/live/socket/server.ts'
import type { ActivityDeps } from './deps.ts'
import { dislike, like, type Reacted } from './react.ts'
import { undo } from './undo.ts'

const messages = {
  file_like: 'Out of likes',
  not_verified: 'Confirm your email first',
  not_found: 'Not found',
} as const

const answer = (reacted: Reacted) =>
  reacted.ok
    ? { ok: true as const, likeCredits: reacted.likesLeft, mutual: reacted.mutual }
    : { ok: false as const, code: reacted.code, message: messages[reacted.code] }

export function activityEvents(deps: ActivityDeps): Pick<EventHandlers, 'like' | 'match' | 'unmatch'> {
  return {
    like: async (socket, data) => answer(await like(deps, socket.principal, data.memberId, data.prompt)),
    match: async (socket, data) =>
      answer(await (data.type === 'like' ? like : dislike)(deps, socket.principal, data.memberId)),
    unmatch: async (socket, data) => answer(await undo(deps, socket.principal, data.memberId)),
  }
}
