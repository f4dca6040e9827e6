import { routes, timeZoneOf } from '@incontro/contract'
import { systemInboxOf } from '#modules/outreach/index.ts'
import { isOnline, presenceOf } from '#modules/members/index.ts'
import { own, type Http } from '#platform/http/bind.ts'
import { notFound } from '#platform/http/problem.ts'
import { unreadOf } from '#modules/activity/index.ts'
import { hasContact, maskContacts } from '@incontro/contract/contacts'
import { isBlurred, isSystemConversation } from './policy.ts'
import {
  inboxOf,
  likesWithoutConversation,
  type LikeRow,
  messagesOf,
  nameOf,
  pageLength,
  sideOf,
  type InboxRow,
} from './queries.ts'
import { isReadIn } from './one-message.ts'
import { systemConversation, systemMessages, toConcierge, toSystemConversation } from './system-conversations.ts'
import type { ChatDeps } from './send.ts'
import { mayBeMasked, preview, toMessage } from './view.ts'
import type { Conversation, Message } from '@incontro/contract/domain'
import type { Principal } from '#platform/caller.ts'
import { isUuid } from '#platform/ids.ts'

const farFuture = new Date('9999-12-31T00:00:00Z')

export function chatRoutes(http: Http, deps: ChatDeps): void {
  http.bind(routes.conversations, async ({ params, query, member }) => {
    own(member, params.trackerId)
    const before = query.before === undefined ? farFuture : new Date(query.before)
    const [rows, likes, system, concierge, unread] = await Promise.all([
      inboxOf(deps.pool, member.memberId, before),
      likesWithoutConversation(deps.pool, member.memberId, before),
      systemInboxOf(deps.pool, member.memberId, before),
      deps.conciergeInList(member),
      unreadOf(deps.pool, member.memberId),
    ])
    const bothWrote = await deps.bothHaveWritten(
      rows.filter(({ body }) => hasContact(body)).map((row) => row.conversation_id),
    )
    const clear = await deps.clearReplies(
      member,
      deps.flows.of(member.brandId, member.flowId),
      // Oldest first: that one was answered first.
      rows
        .filter((row) => row.sender_id !== member.memberId && row.sender_level === 0)
        .map((row) => row.conversation_id)
        .toReversed(),
    )
    return {
      messages: [
        ...rows.map((row) =>
          toConversation(deps, member, row, {
            bothWrote: bothWrote.has(row.conversation_id),
            isClearReply: clear.get(row.conversation_id) === row.last_seq,
          }),
        ),
        ...likes.map((row) => toLike(deps, member, row)),
        ...system.map((row) => toSystemConversation(deps, member, row)),
        ...(concierge && new Date(concierge.time) < before ? [toConcierge(concierge)] : []),
      ]
        .sort((one, other) => (one.time < other.time ? 1 : one.time > other.time ? -1 : 0))
        .slice(0, pageLength),
      totalUnreadMessages: unread.totalUnreadMessages,
    }
  })

  http.bind(routes.messages, async ({ params, query, member }) => {
    own(member, params.trackerId)
    if (isSystemConversation(params.otherMemberId)) {
      const { memberName } = systemConversation(deps, member, params.otherMemberId)
      return named(await systemMessages(deps, member, params.otherMemberId, query), memberName)
    }
    if (!isUuid(params.otherMemberId)) throw notFound()
    const otherId = params.otherMemberId.toLowerCase()
    const side = await sideOf(deps.pool, member.memberId, otherId)
    if (!side) return []
    const flow = deps.flows.of(member.brandId, member.flowId)
    // Only going back: the newest messages are those a member has just been informed of.
    const reader = query.before === undefined ? deps.pool : deps.reads.of(member.memberId)
    const [rows, name] = await Promise.all([
      messagesOf(reader, side.conversation_id, member.memberId, query),
      nameOf(deps.pool, member.memberId, otherId),
    ])
    const bothWrote = rows.some(mayBeMasked) && (await deps.bothHaveWritten([side.conversation_id])).size === 1
    const clearSeq = (await deps.clearReplies(member, flow, [side.conversation_id])).get(side.conversation_id)
    await deps.notePlanUse(member, flow, side.conversation_id, rows)
    const messages = rows.map((row) =>
      toMessage(row, member, flow, otherId, { isRead: isReadIn(side, row, member), bothWrote, clearSeq }),
    )
    return named(messages, name)
  })
}

/** Messages with the name of whom they are written with, under both names that the specification has for it. */
const named = (messages: readonly Message[], memberName: string) =>
  messages.map((message) => ({ ...message, memberName, name: memberName }))

/** A member who sent a like and with whom there is no conversation: the row links to their page. */
const toLike = (deps: ChatDeps, member: Principal, row: LikeRow): Conversation => ({
  memberId: row.other_id,
  memberName: maskContacts(row.screen_name),
  name: maskContacts(row.screen_name),
  age: row.age,
  photo: row.photo_id ? deps.photos.url(row.photo_id, 'avatar') : null,
  type: 'like',
  msg: '',
  preview: '',
  blurred: false,
  media: null,
  gone: null,
  mine: false,
  invited: false,
  time: row.liked_at.toISOString(),
  isRead: row.is_read,
  unread: 0,
  readByOther: false,
  online: isOnline(row.last_active_at, deps.clock()),
  presence: presenceOf(row.last_active_at, deps.clock(), timeZoneOf(member.country)),
  verified: row.verified,
  writable: true,
  sample: row.sample === true,
})

/** A row of the list. A member who left or blocked appears under a neutral name (rule 11.14). */
function toConversation(
  deps: ChatDeps,
  member: Principal,
  row: InboxRow,
  { bothWrote, isClearReply }: { readonly bothWrote: boolean; readonly isClearReply: boolean },
): Conversation {
  const mine = row.sender_id === member.memberId
  const gone = row.removed !== null ? (row.removed ? 'removed' : 'deleted') : row.withdrawn ? 'withdrawn' : null
  const blurred =
    gone === null &&
    isBlurred(deps.flows.of(member.brandId, member.flowId), member, {
      sentByReader: mine,
      senderLevel: row.sender_level,
      isClearReply,
      isInvite: row.is_invite,
    })
  const name = row.open ? maskContacts(row.screen_name) : ''
  const body = row.media !== null ? '' : mine || bothWrote ? row.body : maskContacts(row.body)
  return {
    memberId: row.other_id,
    memberName: name,
    age: row.open ? row.age : null,
    photo: row.open && row.photo_id ? deps.photos.url(row.photo_id, 'avatar') : null,
    type: 'messaggio',
    msg: blurred || gone ? '' : preview(body),
    preview: blurred || gone ? '' : preview(body, 120),
    blurred,
    media: gone ? null : row.media,
    gone,
    mine,
    invited: row.open && row.invited,
    time: row.last_at.toISOString(),
    isRead: row.unread === 0,
    unread: row.unread,
    readByOther: mine && row.other_read_seq >= row.last_seq,
    online: row.open && isOnline(row.last_active_at, deps.clock()),
    presence: row.open ? presenceOf(row.last_active_at, deps.clock(), timeZoneOf(member.country)) : null,
    name,
    verified: row.open && row.verified,
    writable: row.open,
    sample: row.sample === true,
  }
}
