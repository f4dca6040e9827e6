import * as z from 'zod/mini'
import { messageReactions, scamKinds } from '../codes.ts'
import { angelId, credits, line, partnerId, presence, text, time, trackerId } from '../fields.ts'
import { maxMessageLength } from '../limits.ts'
import { profileParts, reportReasons } from '../moderation-rules.ts'
import { thumbhash } from './photos.ts'
import { route } from '../route.ts'

/** Position of a message in its conversation. */
export const messageSeq = z.int().check(z.gte(1), z.lte(2147483647))
const reaction = z.enum(messageReactions)

const mediaKind = z.enum(['photo', 'voice'])
/** One byte for each part, in hexadecimal digits. */
const waveform = z.string().check(z.regex(/^(?:[0-9a-f]{2}){1,64}$/))

/**
 * The photo or recording of a message without text. All but `kind` is null where the reader may not see it, or after it
 * was deleted.
 */
const messageMedia = z.strictObject({
  kind: mediaKind,
  /** Its address, which only the two members of the conversation can open. */
  path: z.nullable(z.string()),
  /** Pixels of a photo. */
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  thumbhash,
  /** Of a recording. */
  durationMs: z.nullable(z.int()),
  /** Loudness of each equal part of a recording, 0 to 255. */
  waveform: z.nullable(z.array(z.int())),
})

/**
 * One message as its reader may see it. A blurred one has an empty `msg` and filler words in `blurredMessage`:
 * the clear text never leaves the server (rule 4.4).
 */
export const messageView = z.strictObject({
  id: z.uuid(),
  /** Place in the conversation, dense from 1: what a client asks from after a gap (rule 6.2). */
  seq: z.int(),
  /** `personal` was written by the caller, `messaggio` by the other member. */
  type: z.enum(['personal', 'messaggio']),
  angelId: partnerId,
  /**
   * Plain text; limited HTML (`p`, `ul`, `li`, `strong`, `em`, `br`, `a` to a path) where `idNotifica` is `benvenuto`.
   */
  msg: z.string(),
  blurredMessage: z.nullable(z.string()),
  /** With it `msg` is empty. */
  media: z.nullable(messageMedia),
  time,
  letto: z.boolean(),
  icebreaker: z.boolean(),
  clientMessageId: z.nullable(z.uuid()),
  /**
   * What a message of a system conversation is about, such as `benvenuto` or `renewal-notice`; null between members.
   */
  idNotifica: z.nullable(z.string()),
  /** The other member reads dots for links, addresses and telephone numbers until both have written (rule 6.4). */
  masked: z.boolean(),
  /** The kind of scam it is suspected of; null in the caller's own messages and in those they may not read. */
  warning: z.nullable(z.enum(scamKinds)),
  /** Withdrawn before it was read: only its position and time are left. */
  withdrawn: z.boolean(),
  edited: z.boolean(),
  /**
   * The first 120 characters of the message it answers; null also when that message was withdrawn, or deleted by the
   * reader.
   */
  replyTo: z.nullable(
    z.strictObject({
      seq: messageSeq,
      own: z.boolean(),
      msg: z.string(),
      /** What it carries instead of a text. */
      media: z.nullable(mediaKind),
      /** The reader may not read it; `msg` is empty. */ blurred: z.boolean(),
    }),
  ),
  ownReaction: z.nullable(reaction),
  otherReaction: z.nullable(reaction),
  /**
   * Set in the first message of a flow with `messaggi_inviti`: the sender may not write again until it is accepted. The
   * sender reads `pending` also after it was declined.
   */
  invite: z.nullable(z.enum(['pending', 'accepted', 'declined'])),
})
export type MessageView = z.infer<typeof messageView>

/** A message where a conversation is read. */
const conversationItem = z.extend(messageView, {
  /** The other member's; empty when they left, or one of the two blocked the other. */
  screenName: z.string(),
  /** The same as `screenName`: the specification has both. */
  name: z.string(),
})

/** A row of the chat list. */
const conversationView = z.strictObject({
  angelId: z.string(),
  screenName: z.string(),
  /** The same as `screenName`, under the name that the specification gives it in conversations. */
  name: z.string(),
  age: z.nullable(z.int()),
  default_photo: z.nullable(z.string()),
  type: z.enum(['messaggio', 'like']),
  /** At most 25 characters and an ellipsis; empty when the last message is blurred. */
  msg: z.string(),
  /** The same text with at most 120 characters, for a list that truncates by its width. */
  preview: z.string(),
  blurred: z.boolean(),
  /** What the last message carries instead of a text. */
  media: z.nullable(mediaKind),
  /**
   * Why there is no text: the last message was withdrawn, moderators removed it, or the caller deleted it for
   * themselves.
   */
  gone: z.nullable(z.enum(['withdrawn', 'deleted', 'removed'])),
  mine: z.boolean(),
  /** The other member's invite, which the caller has not answered. */
  invited: z.boolean(),
  time,
  letto: z.boolean(),
  unread: z.int(),
  /** Set when the other member has read everything that the caller sent. */
  readByOther: z.boolean(),
  online: z.boolean(),
  presence,
  /** Has a verified main photo. */
  verified: z.boolean(),
  writable: z.boolean(),
  sample: z.boolean(),
})
export type ConversationView = z.infer<typeof conversationView>

const oneMessage = z.strictObject({ angelId, seq: z.coerce.number().check(z.int(), z.gte(1), z.lte(2147483647)) })

export const chatRoutes = {
  uploadMessagePhoto: route({
    id: 'uploadMessagePhoto',
    method: 'POST',
    path: '/api/messages/:angelId/photo',
    tag: 'chat',
    access: 'member',
    summary:
      'Upload a photo for a conversation in which both have written, as `/api/upload/:trackerId` takes photos. It is not visible and it costs nothing until `chat` sends it as `mediaId`; after a day it is removed.',
    params: z.strictObject({ angelId }),
    reply: z.strictObject({ mediaId: z.uuid() }),
    failures: [401, 403, 404, 409, 413, 415],
  }),
  editMessage: route({
    id: 'editMessage',
    method: 'PUT',
    path: '/api/messages/:angelId/:seq',
    tag: 'chat',
    access: 'member',
    summary:
      'Give one’s own message another text, until the other member has read it (409 `already_read`). It costs nothing.',
    params: oneMessage,
    body: z.strictObject({ text: text(maxMessageLength) }),
    reply: z.strictObject({ message: messageView }),
    failures: [401, 403, 404, 409],
  }),
  withdrawMessage: route({
    id: 'withdrawMessage',
    method: 'DELETE',
    path: '/api/messages/:angelId/:seq',
    tag: 'chat',
    access: 'member',
    summary:
      'Withdraw one’s own message until the other member has read it (409 `already_read`). What it cost comes back; its text is erased.',
    params: oneMessage,
    reply: z.strictObject({ message: messageView, creditiIcebreaker: credits, creditiTotali: credits }),
    failures: [401, 403, 404, 409],
  }),
  hideMessage: route({
    id: 'hideMessage',
    method: 'PUT',
    path: '/api/messages/:angelId/:seq/hidden',
    tag: 'chat',
    access: 'member',
    summary: 'Delete a message for oneself alone, or undo that. The other member still has it.',
    params: oneMessage,
    body: z.strictObject({ hidden: z.boolean() }),
    reply: z.strictObject({ result: z.literal('OK') }),
    failures: [401, 404],
  }),
  reactToMessage: route({
    id: 'reactToMessage',
    method: 'PUT',
    path: '/api/messages/:angelId/:seq/reaction',
    tag: 'chat',
    access: 'member',
    summary: 'React to a message one may read, with one reaction in all; null takes it back. It costs nothing.',
    params: oneMessage,
    body: z.strictObject({ reaction: z.nullable(reaction) }),
    reply: z.strictObject({ message: messageView }),
    failures: [401, 403, 404],
  }),
  answerInvite: route({
    id: 'answerInvite',
    method: 'PUT',
    path: '/api/invites/:angelId',
    tag: 'chat',
    access: 'member',
    summary:
      'Accept or decline the invite of a member, which costs nothing. Once accepted both may write. Declined is final for its sender, who is not notified; the caller may still write. 409 `invite_answered` where it was answered otherwise.',
    params: z.strictObject({ angelId }),
    body: z.strictObject({ accepted: z.boolean() }),
    reply: z.strictObject({ message: messageView }),
    failures: [401, 403, 404, 409],
  }),
  uploadMessageVoice: route({
    id: 'uploadMessageVoice',
    method: 'POST',
    path: '/api/messages/:angelId/voice',
    tag: 'chat',
    access: 'member',
    summary:
      'Upload a voice message: multipart/form-data with the file in `avatar`, Opus in WebM or Ogg, or AAC in MP4, by its content, at most 60 seconds and 2 MB. Sent like a photo, by `chat`.',
    params: z.strictObject({ angelId }),
    query: z.strictObject({ waveform }),
    reply: z.strictObject({ mediaId: z.uuid() }),
    failures: [401, 403, 404, 409, 413, 415],
  }),
  conversations: route({
    id: 'conversations',
    method: 'GET',
    path: '/api/get/messages/:trackerId',
    tag: 'chat',
    access: 'member',
    summary:
      'The chat list, newest first, 50 a page, with the likes of those not written with yet. `before` is the `time` of the last row had.',
    params: z.strictObject({ trackerId }),
    query: z.strictObject({ before: z.optional(time) }),
    reply: z.strictObject({ messages: z.array(conversationView), totalUnreadMessages: z.int() }),
    failures: [401, 404],
  }),
  messages: route({
    id: 'messages',
    method: 'GET',
    path: '/api/get/messages/:trackerId/:partnerId',
    tag: 'chat',
    access: 'member',
    summary:
      'A conversation, oldest first. `after` gives what came since that `seq`, `before` the 50 before it; neither: the newest 50.',
    params: z.strictObject({ trackerId, partnerId: z.string().check(z.regex(/^[A-Za-z0-9-]{1,64}$/)) }),
    query: z.strictObject({
      after: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(2147483647))),
      before: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(2147483647))),
    }),
    reply: z.array(conversationItem),
    failures: [401, 404],
  }),
  findMessages: route({
    id: 'findMessages',
    method: 'POST',
    path: '/api/messages/:angelId/search',
    tag: 'chat',
    access: 'member',
    summary:
      'Messages of a conversation that contain a text, whatever its case and accents, newest first, at most 30. Only what the caller may read is searched, and so many messages at a time: `before` of the reply, unless null, goes on from there.',
    params: z.strictObject({ angelId }),
    body: z.strictObject({ text: line(60), before: z.optional(messageSeq) }),
    reply: z.strictObject({
      found: z.array(
        z.strictObject({
          seq: messageSeq,
          /** `personal` was written by the caller. */
          type: z.enum(['personal', 'messaggio']),
          time,
          /** The first match with at most 30 characters before it and 90 after it, on one line. */
          excerpt: z.strictObject({ before: z.string(), match: z.string(), after: z.string() }),
        }),
      ),
      before: z.nullable(messageSeq),
    }),
    failures: [401, 404],
  }),
  draft: route({
    id: 'draft',
    method: 'GET',
    path: '/api/draft/:angelId',
    tag: 'chat',
    access: 'member',
    summary: 'What the caller has written to this member and not sent; empty when nothing.',
    params: z.strictObject({ angelId }),
    reply: z.strictObject({ text: z.string() }),
    failures: [401],
  }),
  saveDraft: route({
    id: 'saveDraft',
    method: 'PUT',
    path: '/api/draft/:angelId',
    tag: 'chat',
    access: 'member',
    summary: 'Keep what is written and not sent; an empty text forgets it.',
    params: z.strictObject({ angelId }),
    body: z.strictObject({ text: text(2000) }),
    reply: z.strictObject({ result: z.literal('OK') }),
    failures: [401, 404],
  }),
  block: route({
    id: 'block',
    method: 'POST',
    path: '/api/block',
    tag: 'trust',
    access: 'member',
    summary: 'Block a member: neither sees the other any more.',
    body: z.strictObject({ angelId }),
    reply: z.strictObject({ result: z.literal('OK') }),
    failures: [401, 404],
  }),
  unblock: route({
    id: 'unblock',
    method: 'DELETE',
    path: '/api/block/:angelId',
    tag: 'trust',
    access: 'member',
    summary: 'Take a block back.',
    params: z.strictObject({ angelId }),
    reply: z.strictObject({ result: z.literal('OK') }),
    failures: [401, 404],
  }),
  blocks: route({
    id: 'blocks',
    method: 'GET',
    path: '/api/block',
    tag: 'trust',
    access: 'member',
    summary: 'Whom the caller blocked.',
    /** The name is empty of a member who has left. */
    reply: z.array(z.strictObject({ angelId, screenName: z.string(), time })),
    failures: [401],
  }),
  report: route({
    id: 'report',
    method: 'POST',
    path: '/api/report',
    tag: 'trust',
    access: 'member',
    summary: 'Report a member to the moderators.',
    body: z.strictObject({
      angelId,
      reason: z.enum(reportReasons),
      text: z.optional(text(2000)),
      /** The photo, name, text of the profile or message that it is about; left out, the member as such. */
      content: z.optional(
        z.strictObject({ kind: z.enum(['photo', ...profileParts, 'message']), id: z.optional(z.uuid()) }),
      ),
      messageIds: z.optional(z.array(z.uuid()).check(z.maxLength(50))),
    }),
    reply: z.strictObject({ result: z.literal('OK') }),
    failures: [401, 403, 404],
  }),
} as const
