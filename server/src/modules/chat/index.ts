import { bindJobs } from '#platform/jobs/job.ts'
import { createLru } from '#platform/flow-control/lru.ts'
import type { Principal } from '#platform/caller.ts'
import type { Module } from '#platform/module.ts'
import { systemMessagePosted, type SystemMessagePosted } from '#modules/outreach/index.ts'
import { draftRoutes } from './drafts.ts'
import { createClearReplies } from './clear-replies.ts'
import { createBothHaveWritten } from './both-have-written.ts'
import { changeRoutes } from './changes.ts'
import { chatEvents } from './events.ts'
import { createFreeFirstMessages } from './free-first-messages.ts'
import { findRoutes } from './find-messages.ts'
import { messageModerated, type MessageModerated } from './hide-message.ts'
import { chatViews } from './live.ts'
import { inviteRoutes } from './invites.ts'
import { chatJobs } from './jobs.ts'
import { mediaRoute } from './media/media-route.ts'
import { type UploadDeps, uploadMediaRoutes } from './media/upload-media.ts'
import { createNotePlanUse } from './plan-use.ts'
import { read } from './read.ts'
import { chatRoutes } from './routes.ts'
import { type ChatDeps, type NewMessage, send, type Sent } from './send.ts'
import { createStore, type StoreDeps } from './store.ts'
import { typing } from './typing.ts'

export { exportConversations, type Reader } from './export.ts'
export { type HiddenMessage, hideForRecipient, showForRecipient } from './hide-message.ts'
export { hasUsedPlan, messagesSent } from './plan-use.ts'
export { isKnown } from './known.ts'
export { scamOf } from './scam-rules.ts'
export { endFirstMessageLimit, liftFirstMessageLimits, limitFirstMessages } from './first-message-limits.ts'

export interface Chat extends Module {
  send(member: Principal, message: NewMessage): Promise<Sent>
  /** Whether the other member may be notified. */
  typing(member: Principal, otherId: string): Promise<boolean>
  read(member: Principal, otherId: string, seq: number): Promise<void>
}

/** Conversations: sending, reading, typing, blur, drafts, and system conversations. */
export function createChat(
  given: Omit<ChatDeps, 'store' | 'shown' | 'bothHaveWritten' | 'clearReplies' | 'freeFirstMessages' | 'notePlanUse'> &
    StoreDeps &
    UploadDeps,
): Chat {
  const bothHaveWritten = createBothHaveWritten(given.pool)
  const deps: ChatDeps = {
    ...given,
    store: createStore(given),
    shown: createLru(10_000),
    bothHaveWritten,
    freeFirstMessages: createFreeFirstMessages(given.db, given.clock),
    clearReplies: createClearReplies(given.pool, bothHaveWritten),
    notePlanUse: createNotePlanUse(given.pool, given.clock),
  }
  return {
    routes(http) {
      chatRoutes(http, deps)
      changeRoutes(http, deps)
      inviteRoutes(http, deps)
      draftRoutes(http, deps)
      findRoutes(http, deps)
      uploadMediaRoutes(http, given)
      mediaRoute(http, { ...deps, storage: given.storage })
    },
    jobs: bindJobs(chatJobs, given),
    events: chatEvents(deps),
    views: chatViews(deps),
    async onEvent({ topic, payload }) {
      if (topic === messageModerated) {
        const { recipientId, senderId, seq, hidden } = payload as MessageModerated
        if (hidden) deps.realtime.toMember(recipientId, 'messageHidden', { memberId: senderId, seq })
        else deps.realtime.show(recipientId, 'messageChanged', { otherId: senderId, seq })
      }
      if (topic !== systemMessagePosted) return
      const posted = payload as SystemMessagePosted
      deps.realtime.show(posted.memberId, 'systemMessage', posted)
    },
    send: (member, message) => send(deps, member, message),
    typing: (member, otherId) => typing(deps, member, otherId),
    read: (member, otherId, seq) => read(deps, member, otherId, seq),
  }
}
