import { maskContacts } from '@incontro/contract/contacts'
import { isVisible, withoutTurns } from '@incontro/contract'
import type { Message } from '@incontro/contract/domain'
import type { LRUCache } from 'lru-cache'
import type pg from 'pg'
import type { Brands } from '#modules/brands/index.ts'
import type { Flows } from '#modules/flows/index.ts'
import { creditTotal, type PhotoUrls } from '#modules/members/index.ts'
import type { Principal } from '#platform/caller.ts'
import type { Database } from '#platform/database/database.ts'
import { conversationId, isUuid, newId } from '#platform/ids.ts'
import type { LaggingReads } from '#platform/database/replica.ts'
import type { Realtime } from '#platform/live/realtime.ts'
import type { ClearReplies } from './clear-replies.ts'
import type { FreeFirstMessages } from './free-first-messages.ts'
import { kindOf, noText } from './media/message-media.ts'
import type { BothHaveWritten } from './both-have-written.ts'
import type { NotePlanUse } from './plan-use.ts'
import { isSystemConversation, mediaPriceFor, outOfCredits, priceFor } from './policy.ts'
import { messageOf } from './queries.ts'
import type { SendRow, Store } from './store.ts'
import type { ServiceRow } from './system-conversations.ts'
import { mayBeMasked, toMessage, unchanged, type MessageRow } from './view.ts'

export interface ChatDeps {
  readonly db: Database
  readonly pool: pg.Pool
  /** For messages further back. */
  readonly reads: Pick<LaggingReads, 'of'>
  readonly brands: Brands
  readonly flows: Flows
  readonly photos: PhotoUrls
  readonly realtime: Realtime
  readonly clock: () => Date
  readonly store: Store
  readonly bothHaveWritten: BothHaveWritten
  readonly clearReplies: ClearReplies
  readonly notePlanUse: NotePlanUse
  readonly freeFirstMessages: FreeFirstMessages
  /** The concierge's row in the chat list; undefined if the member has none. */
  readonly conciergeInList: (member: Principal) => Promise<ServiceRow | undefined>
  /** Ids of the last ten thousand messages that this process has delivered to both sides. */
  readonly shown: LRUCache<string, true>
}

export interface NewMessage {
  readonly recipientId: string
  readonly body: string
  readonly clientMessageId: string
  /** The socket the message came from. */
  readonly socketId?: string
  /** `seq` of the message in the same conversation that it replies to. */
  readonly replyTo?: number | undefined
  /** An upload of the sender's for this conversation, in place of a text. */
  readonly mediaId?: string | undefined
}

export type Sent =
  | { readonly ok: true; readonly message: Message; readonly icebreakers: number; readonly total: number }
  | {
      readonly ok: false
      readonly code:
        | 'fine_crediti'
        | 'not_verified'
        | 'empty_message'
        | 'media_and_text'
        | 'writing_disabled'
        | 'not_accepted'
        | 'invite_pending'
        | 'not_answered'
        | 'messaging_off'
        | 'too_many'
        | 'first_message_limit'
        | 'not_found'
        | 'duplicate_id'
        | 'stale'
    }

/**
 * Sends a message: checks the policy, stores it (all or nothing), acknowledges it, then notifies both sides' browsers.
 * A repeated client message id returns the first message and costs nothing. `stale` means that the member's level has
 * changed since the session was read: read it again and repeat.
 */
export async function send(deps: ChatDeps, member: Principal, input: NewMessage): Promise<Sent> {
  const { mediaId } = input
  const text = withoutTurns(input.body).trim()
  if (mediaId === undefined ? !isVisible(text) : text !== '')
    return { ok: false, code: mediaId === undefined ? 'empty_message' : 'media_and_text' }
  const body = mediaId === undefined ? text : noText
  if (isSystemConversation(input.recipientId)) return { ok: false, code: 'writing_disabled' }
  const recipientId = input.recipientId.toLowerCase()
  if (!isUuid(recipientId) || recipientId === member.memberId) return { ok: false, code: 'not_found' }
  const flow = deps.flows.of(member.brandId, member.flowId)
  if (!member.mayReachOthers) return { ok: false, code: 'not_verified' }
  const kind = mediaId === undefined ? undefined : await kindOf(deps.pool, member.memberId, mediaId)
  if (mediaId !== undefined && kind === undefined) return { ok: false, code: 'not_found' }
  const clientMessageId = input.clientMessageId.toLowerCase()
  const conversation = conversationId(member.memberId, recipientId)
  const price = kind === undefined ? priceFor(flow, member) : mediaPriceFor(flow, member, kind)
  if (price.firstCost === 0 && !deps.freeFirstMessages.mayBegin(member.memberId) && !(await exists(deps, conversation)))
    return { ok: false, code: 'too_many' }
  const row = await deps.store({
    conversation,
    message: newId(),
    brand: member.brandId,
    pool: member.poolId,
    sender: member.memberId,
    recipient: recipientId,
    clientMessage: clientMessageId,
    body,
    level: member.level,
    price,
    replyTo: input.replyTo,
    invites: flow.inviteMode,
    mediaId,
  })
  if (row.status !== 'sent' && row.status !== 'repeated') return { ok: false, code: refusals[row.status] }
  if (row.status === 'sent' && row.icebreaker && price.firstCost === 0)
    await deps.freeFirstMessages.begun(member.memberId)
  // The quote and the invite state come from the stored message, and so does one that was edited since.
  const answered =
    row.status === 'sent' &&
    input.replyTo === undefined &&
    mediaId === undefined &&
    !(flow.inviteMode && row.icebreaker)
      ? undefined
      : await messageOf(deps.pool, conversation, member.memberId, row.seq)
  const stored: MessageRow = answered ?? {
    ...unchanged,
    id: row.message_id,
    seq: row.seq,
    sender_id: member.memberId,
    client_message_id: clientMessageId,
    body,
    icebreaker: row.icebreaker,
    sender_level: member.level,
    created_at: row.sent_at,
  }
  const bothWrote = !mayBeMasked(stored) || (await deps.bothHaveWritten([conversation])).has(conversation)
  const message = toMessage(stored, member, flow, recipientId, {
    isRead: false,
    bothWrote,
    // In one's own message only the quote can be blurred.
    clearSeq: answered && (await deps.clearReplies(member, flow, [conversation])).get(conversation),
  })
  if (row.status === 'sent') setImmediate(() => notifyBoth(deps, member, recipientId, stored, row, input.socketId))
  // The process that stored it may have ended before notifying; browsers ignore a message they already have.
  else if (!deps.shown.has(stored.id)) showBoth(deps, member, recipientId, stored, undefined, input.socketId)
  return { ok: true, message, icebreakers: row.icebreakers_left, total: creditTotal(member.level, row.messages_left) }
}

async function exists({ pool }: ChatDeps, conversation: string): Promise<boolean> {
  const { rows } = await pool.query({
    name: 'conversation exists',
    text: 'select from conversations where id = $1',
    values: [conversation],
  })
  return rows.length > 0
}

const refusals = {
  no_credits: outOfCredits,
  key_reused: 'duplicate_id',
  stale: 'stale',
  closed: 'writing_disabled',
  not_accepted: 'not_accepted',
  invite_pending: 'invite_pending',
  not_answered: 'not_answered',
  messaging_off: 'messaging_off',
  slowed: 'first_message_limit',
  gone: 'not_found',
} as const satisfies Record<Exclude<SendRow['status'], 'sent' | 'repeated'>, string>

/** Delivers to both sides' open browsers. `socketId` is left out: it has the message from the acknowledgement. */
function notifyBoth(
  deps: ChatDeps,
  member: Principal,
  recipientId: string,
  stored: MessageRow,
  row: SendRow,
  socketId: string | undefined,
): void {
  const balances = {
    icebreakerCredits: row.icebreakers_left,
    totalCredits: creditTotal(member.level, row.messages_left),
    likeCredits: row.likes_left,
    premiumLevel: member.level,
  }
  deps.realtime.toMember(member.memberId, 'creditiResidui', balances, { except: socketId })
  showBoth(deps, member, recipientId, stored, row, socketId)
}

/** Without `row`, the recipient's process reads what its browsers show of the sender. */
function showBoth(
  { realtime, shown }: ChatDeps,
  { memberId }: Principal,
  recipientId: string,
  stored: MessageRow,
  row: SendRow | undefined,
  socketId: string | undefined,
): void {
  const facts = { ...stored, created_at: stored.created_at.toISOString() }
  const from = row && {
    id: memberId,
    screen_name: maskContacts(row.sender_name),
    photo_id: row.sender_photo,
    sample: row.sender_sample,
  }
  shown.set(stored.id, true)
  realtime.show(recipientId, 'message', {
    ...facts,
    own_reaction: stored.other_reaction,
    other_reaction: stored.own_reaction,
    otherId: memberId,
    other: from,
    totalUnread: row?.recipient_unread,
  })
  realtime.show(
    memberId,
    'message',
    { ...facts, otherId: recipientId, other: undefined, totalUnread: undefined },
    { except: socketId },
  )
}
