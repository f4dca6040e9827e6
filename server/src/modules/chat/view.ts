import type { Message } from '@incontro/contract/domain'
import type { Flow } from '../flows/index.ts'
import type { Principal } from '../../platform/caller.ts'
import { fillerFor } from './blur.ts'
import { hasContact, maskContacts } from './contacts.ts'
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
}

/**
 * One message as this reader may see it: a blurred one leaves without its text, and until both have written one of the other's leaves
 * without what leads elsewhere.
 */
export function toMessage(
  row: MessageRow,
  reader: Pick<Principal, 'memberId' | 'level'>,
  flow: Flow,
  otherId: string,
  read: boolean,
  bothWrote: boolean,
): Message {
  const own = row.sender_id === reader.memberId
  const blurred = isBlurred(flow, reader, { sentByReader: own, senderLevel: row.sender_level })
  const masked = !blurred && !bothWrote && hasContact(row.body)
  return {
    id: row.id,
    seq: row.seq,
    type: own ? 'personal' : 'messaggio',
    memberId: otherId,
    msg: blurred ? '' : masked && !own ? maskContacts(row.body) : row.body,
    blurredMessage: blurred ? fillerFor(row.body) : null,
    time: row.created_at.toISOString(),
    isRead: read,
    icebreaker: row.icebreaker,
    clientMessageId: own ? row.client_message_id : null,
    notificationId: null,
    masked,
    warning: own || blurred ? null : scamOf(row.body),
  }
}

/** Preview of the chat list: 25 characters (section 2) and an ellipsis, cut between characters, on one line. */
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
