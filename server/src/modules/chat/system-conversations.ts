import type { Conversation, Message } from '@incontro/contract/domain'
import type pg from 'pg'
import type { Principal } from '#platform/caller.ts'
import type { Brand, Brands } from '#modules/brands/index.ts'
import {
  type SystemConversation,
  systemConversationName,
  type SystemInboxRow,
  systemMessagesOf,
  type SystemMessageRow,
  systemMessageWords,
} from '#modules/outreach/index.ts'
import { catchUpLength, pageLength } from './queries.ts'
import { preview } from './view.ts'

type Reader = Pick<Principal, 'memberId' | 'brandId' | 'locale' | 'country'>
interface Deps {
  readonly brands: Brands
}

/** A page of system messages, in the form of `messagesOf`: oldest first, in the reader's language. */
export async function systemMessages(
  deps: Deps & { readonly pool: pg.Pool },
  reader: Reader,
  conversation: SystemConversation,
  range: { readonly after?: number | undefined; readonly before?: number | undefined },
): Promise<Message[]> {
  const limit = range.after === undefined ? pageLength : catchUpLength
  const rows = await systemMessagesOf(deps.pool, reader.memberId, conversation, { ...range, limit })
  return rows.map((row) => toMessage(deps, reader, conversation, row))
}

const toMessage = (
  deps: Deps,
  reader: Reader,
  conversation: SystemConversation,
  row: SystemMessageRow & { readonly read_seq: number },
): Message => ({
  id: row.id,
  seq: row.seq,
  type: 'messaggio',
  memberId: conversation,
  msg: systemMessageWords(row, brandOf(deps, reader), reader).body,
  blurredMessage: null,
  media: null,
  time: row.created_at.toISOString(),
  isRead: row.seq <= row.read_seq,
  icebreaker: false,
  clientMessageId: null,
  notificationId: row.kind,
  masked: false,
  warning: null,
  withdrawn: false,
  edited: false,
  replyTo: null,
  ownReaction: null,
  otherReaction: null,
  invite: null,
})

const brandPicture = '/brand/icon.png?size=192&maskable=1'

/** The conversation's header, as in the event of a new message. */
export const systemConversation = (deps: Deps, reader: Reader, conversation: SystemConversation) => ({
  memberId: conversation,
  memberName: systemConversationName(conversation, brandOf(deps, reader), reader.locale),
  photo: brandPicture,
  sample: false,
})

/** A row of the list. */
export function toSystemConversation(deps: Deps, reader: Reader, row: SystemInboxRow): Conversation {
  const { heading } = systemMessageWords(row, brandOf(deps, reader), reader)
  const unread = row.last_seq - row.read_seq
  const { memberId, memberName } = systemConversation(deps, reader, row.conversation)
  const time = row.last_at.toISOString()
  return { ...ofService({ memberId, memberName, time, preview: heading }), isRead: unread === 0, unread }
}

/** The same for the concierge, which is never unread: a member only gets answers to what they asked. */
export const toConcierge = (row: ServiceRow): Conversation => ofService(row)

/** What a conversation with the service shows of its own in the list. */
export type ServiceRow = Pick<Conversation, 'memberId' | 'memberName' | 'time' | 'preview'>

const ofService = ({ memberId, memberName, time, preview: words }: ServiceRow): Conversation => ({
  memberId,
  memberName,
  photo: brandPicture,
  sample: false,
  verified: false,
  name: memberName,
  age: null,
  type: 'messaggio',
  msg: preview(words),
  preview: preview(words, 120),
  blurred: false,
  media: null,
  gone: null,
  mine: false,
  invited: false,
  time,
  isRead: true,
  unread: 0,
  readByOther: false,
  online: false,
  presence: null,
  writable: false,
})

function brandOf({ brands }: Deps, { brandId }: Reader): Brand {
  const brand = brands.byKey(brandId)
  if (!brand) throw new Error(`no brand ${brandId}`)
  return brand
}
