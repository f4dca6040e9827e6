import type { Principal } from '#platform/caller.ts'
import { unreadOf } from '#modules/activity/index.ts'
import { markSystemRead } from '#modules/outreach/index.ts'
import { isSystemConversation } from './policy.ts'
import { markRead } from './queries.ts'
import type { ChatDeps } from './send.ts'

/** Marks the conversation as read up to `seq`, and notifies both sides' browsers if that changed anything. */
export async function read(deps: ChatDeps, member: Principal, memberId: string, seq: number): Promise<void> {
  if (isSystemConversation(memberId)) {
    if (await markSystemRead(deps.pool, member.memberId, memberId, seq)) await notifyUnread(deps, member)
    return
  }
  const marked = await markRead(deps.pool, member.memberId, memberId, seq)
  if (!marked) return
  if (marked.notify_other) deps.realtime.toMember(memberId, 'read', { memberId: member.memberId, seq: marked.read_seq })
  await notifyUnread(deps, member)
}

const notifyUnread = async (deps: ChatDeps, { memberId }: Principal): Promise<void> =>
  deps.realtime.toMember(memberId, 'unread', await unreadOf(deps.pool, memberId))
