import type { EventHandlers } from '../../platform/socket/server.ts'
import type { ActivityDeps } from './deps.ts'
import { dislike, like, type Reacted } from './react.ts'

const answer = (reacted: Reacted) => reacted.ok
  ? { ok: true as const, creditiLike: reacted.likesLeft, mutual: reacted.mutual }
  : { ok: false as const, code: reacted.code, message: reacted.code === 'file_like' ? 'Out of likes' : 'Not found' }

export function activityEvents(deps: ActivityDeps): Pick<EventHandlers, 'like' | 'match'> {
  return {
    like: async (socket, data) => answer(await like(deps, socket.principal, data.angelId)),
    match: async (socket, data) => answer(await (data.type === 'like' ? like : dislike)(deps, socket.principal, data.angelId)),
  }
}
