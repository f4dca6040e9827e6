import type pg from 'pg'
import { unreadOf } from '#modules/activity/index.ts'
import type { Brands } from '#modules/brands/index.ts'
import { oneCard, type CardRow } from '#modules/discovery/index.ts'
import type { Flows } from '#modules/flows/index.ts'
import type { PhotoUrls } from '#modules/members/index.ts'
import type { SystemMessagePosted } from '#modules/outreach/index.ts'
import type { Views } from '#platform/live/realtime.ts'
import { systemConversation, systemMessages } from './system-conversations.ts'
import { conversationId } from '#platform/ids.ts'
import type { ClearReplies } from './clear-replies.ts'
import type { BothHaveWritten } from './both-have-written.ts'
import { oneMessage } from './one-message.ts'
import { mayBeMasked, toMessage, type MessageRow } from './view.ts'

export type OtherMember = Pick<CardRow, 'id' | 'screen_name' | 'photo_id' | 'sample'>

/** A stored message, delivered to one of the two. */
export interface StoredMessage extends Omit<MessageRow, 'created_at'> {
  /** ISO 8601. */
  readonly created_at: string
  /** The other member of the reader's conversation. */
  readonly otherId: string
  /** Their card, if already known; saves a query. */
  readonly other: OtherMember | undefined
  /** The reader's total, if already known. */
  readonly totalUnread: number | undefined
}

declare module '#platform/live/realtime.ts' {
  interface LiveFacts {
    message: StoredMessage
    systemMessage: SystemMessagePosted
    /** Edited, withdrawn or reacted to: each reader's browsers get the message by their own rules. */
    messageChanged: { readonly otherId: string; readonly seq: number }
  }
}

interface Deps {
  readonly pool: pg.Pool
  readonly brands: Brands
  readonly bothHaveWritten: BothHaveWritten
  readonly clearReplies: ClearReplies
  readonly flows: Flows
  readonly photos: PhotoUrls
}

/** What a member's open browsers show of a new message: blur is decided from the reader's session. */
export function chatViews({ pool, brands, flows, photos, bothHaveWritten, clearReplies }: Deps): Views {
  return {
    async messageChanged(reader, { otherId, seq }) {
      const message = await oneMessage({ pool, flows, bothHaveWritten, clearReplies }, reader, otherId, seq)
      return message && { event: 'messageChanged', data: { memberId: otherId, message } }
    },
    async systemMessage(reader, { conversation, seq }) {
      const [[message], { totalUnreadMessages }] = await Promise.all([
        systemMessages({ pool, brands }, reader, conversation, { after: seq - 1, before: seq + 1 }),
        unreadOf(pool, reader.memberId),
      ])
      if (!message) return undefined
      return {
        event: 'chat',
        data: {
          type: 'messaggio',
          delayed: false,
          offset: 0,
          ...systemConversation({ brands }, reader, conversation),
          message,
          totalUnreadMessages,
        },
      }
    },
    async message(reader, { otherId, other: known, totalUnread, created_at, ...stored }) {
      const [other, total] = await Promise.all([
        known ?? oneCard(pool, reader.memberId, otherId, reader.poolId),
        totalUnread ?? unreadOf(pool, reader.memberId).then(({ totalUnreadMessages }) => totalUnreadMessages),
      ])
      if (!other) return undefined
      const row = { ...stored, created_at: new Date(created_at) }
      const conversation = (): string => conversationId(reader.memberId, otherId)
      const bothWrote = !mayBeMasked(row) || (await bothHaveWritten([conversation()])).has(conversation())
      const flow = flows.of(reader.brandId, reader.flowId)
      const mayBeCovered = (row.sender_id !== reader.memberId && row.sender_level === 0) || row.quoted_seq !== null
      const clearSeq = mayBeCovered
        ? (await clearReplies(reader, flow, [conversation()])).get(conversation())
        : undefined
      return {
        event: 'chat',
        data: {
          type: 'messaggio',
          delayed: false,
          offset: 0,
          memberId: other.id,
          memberName: other.screen_name,
          photo: other.photo_id ? photos.url(other.photo_id, 'avatar') : null,
          sample: other.sample === true,
          message: toMessage(row, reader, flow, otherId, { isRead: false, bothWrote, clearSeq }),
          totalUnreadMessages: total,
        },
      }
    },
  }
}
