import type { MessageReaction } from '@incontro/contract'
import type { Message } from '@incontro/contract/domain'
import type { Flow } from '#modules/flows/index.ts'
import type { Principal } from '#platform/caller.ts'
import { fillerFor } from './blur.ts'
import { hasContact, maskContacts } from '@incontro/contract/contacts'
import { type MediaFile, type MediaKind, toMedia } from './media/message-media.ts'
import { isBlurred } from './policy.ts'
import { scamOf } from './scam-rules.ts'

export interface MessageRow {
  id: string
  seq: number
  sender_id: string
  client_message_id: string
  body: string
  icebreaker: boolean
  sender_level: number
  created_at: Date
  edited: boolean
  withdrawn: boolean
  /** The photo or voice message it carries instead of a text; the file is null if the reader can no longer have it. */
  media: MediaKind | null
  media_file: MediaFile | null
  /** The message it replies to, if that is still there. */
  quoted_seq: number | null
  quoted_sender_id: string | null
  quoted_body: string | null
  quoted_sender_level: number | null
  quoted_media: MediaKind | null
  quoted_invite: boolean
  own_reaction: MessageReaction | null
  other_reaction: MessageReaction | null
  invite: InviteState | null
}

export type InviteState = 'pending' | 'accepted' | 'declined'

/** Values of a new text message that is not a reply. */
export const unchanged = {
  edited: false,
  withdrawn: false,
  media: null,
  media_file: null,
  quoted_media: null,
  quoted_invite: false,
  quoted_seq: null,
  quoted_sender_id: null,
  quoted_body: null,
  quoted_sender_level: null,
  own_reaction: null,
  other_reaction: null,
  invite: null,
} as const

/** Whether the view depends on whether both have written. */
export const mayBeMasked = ({ body, quoted_body: quoted }: Pick<MessageRow, 'body' | 'quoted_body'>): boolean =>
  hasContact(body) || (quoted !== null && hasContact(quoted))

/**
 * One message as this reader may see it: a blurred one without its text, and until both have written the other member's
 * with contact details masked.
 */
export function toMessage(
  row: MessageRow,
  reader: Pick<Principal, 'memberId' | 'level'>,
  flow: Flow,
  otherId: string,
  {
    isRead,
    bothWrote,
    clearSeq,
  }: {
    readonly isRead: boolean
    readonly bothWrote: boolean
    /** `seq` of the one readable reply among the blurred ones. */
    readonly clearSeq: number | undefined
  },
): Message {
  const own = row.sender_id === reader.memberId
  const { withdrawn } = row
  const blurred =
    !withdrawn &&
    isBlurred(flow, reader, {
      sentByReader: own,
      senderLevel: row.sender_level,
      isClearReply: row.seq === clearSeq,
      isInvite: row.invite !== null,
    })
  const masked = !blurred && !bothWrote && !withdrawn && hasContact(row.body)
  return {
    id: row.id,
    seq: row.seq,
    type: own ? 'personal' : 'messaggio',
    memberId: otherId,
    msg: blurred || withdrawn || row.media !== null ? '' : masked && !own ? maskContacts(row.body) : row.body,
    blurredMessage: blurred ? fillerFor(row.body) : null,
    media: withdrawn || row.media === null ? null : toMedia(row.media, blurred ? null : row.media_file),
    time: row.created_at.toISOString(),
    isRead,
    icebreaker: row.icebreaker,
    clientMessageId: own ? row.client_message_id : null,
    notificationId: null,
    masked,
    warning: own || blurred || withdrawn ? null : scamOf(row.body),
    withdrawn,
    edited: row.edited && !withdrawn,
    replyTo: withdrawn ? null : quoteOf(row, reader, flow, { bothWrote, clearSeq }),
    ownReaction: row.own_reaction,
    otherReaction: row.other_reaction,
    // A declined member only sees that the invite is pending.
    invite: withdrawn ? null : own && row.invite === 'declined' ? 'pending' : row.invite,
  }
}

/** The quoted message as this reader may see it, by the same rules. */
function quoteOf(
  row: MessageRow,
  reader: Pick<Principal, 'memberId' | 'level'>,
  flow: Flow,
  { bothWrote, clearSeq }: { readonly bothWrote: boolean; readonly clearSeq: number | undefined },
): Message['replyTo'] {
  const { quoted_seq: seq, quoted_body: body, quoted_sender_level: senderLevel, quoted_media: media } = row
  if (seq === null || body === null || senderLevel === null) return null
  const own = row.quoted_sender_id === reader.memberId
  const blurred = isBlurred(flow, reader, {
    sentByReader: own,
    senderLevel,
    isClearReply: seq === clearSeq,
    isInvite: row.quoted_invite,
  })
  const words = blurred || media !== null ? '' : preview(own || bothWrote ? body : maskContacts(body), 120)
  return { seq, own, msg: words, media, blurred }
}

/** Preview of the chat list: 25 characters (section 2) and an ellipsis, on one line, cut between characters. */
export function preview(body: string, longest = 25): string {
  const line = body.replace(/\s+/g, ' ').trim()
  const characters = [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(line)]
  return characters.length <= longest
    ? line
    : `${characters
        .slice(0, longest)
        .map((part) => part.segment)
        .join('')
        .replace(/[\s.,;:!?…-]+$/, '')}…`
}
