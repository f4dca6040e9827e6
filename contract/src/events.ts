import * as z from 'zod/mini'
import { angelId, country, credits, partnerId, text, time, trackerId } from './fields.ts'
import { messageSeq, messageView } from './http/chat.ts'
import { conciergeExchange } from './http/concierge.ts'
import { notificationItem } from './http/activity.ts'
import { paymentCodes } from './codes.ts'
import { promptIds } from './profile-choices.ts'
import { maxMessageLength } from './limits.ts'
import type { Access } from './route.ts'

/**
 * Events a client sends over the socket at `/chat-socket` (rule 11.5). Each is acknowledged. Beyond 40 at once or 15
 * a second, one is refused as `busy`, later ones are not answered, and the connection is closed.
 */
export const clientEvents = {
  /** On every connection; `softwareVersion` is the version of the page. */
  clickid: z.strictObject({ clickid: trackerId, softwareVersion: z.optional(text(40)) }),
  /** A sign of life: on every connection, and when the member returns to a hidden page. The rest is not trusted. */
  brain: z.strictObject({
    trackerId,
    tipologia: z.optional(text(40)),
    country: z.optional(country),
    domain: z.optional(text(255)),
    landedTime: z.optional(z.union([text(40), z.number()])),
    fluxid: z.optional(text(16)),
    premiumLevel: z.optional(z.int()),
    region: z.optional(text(120)),
    provenienza_richiesta: z.optional(text(40)),
    use_ai: z.optional(z.union([z.boolean(), z.int(), text(8)])),
  }),
  chat: z.strictObject({
    msg: text(maxMessageLength),
    trackerId,
    angelId: z.string().check(z.regex(/^[A-Za-z0-9-]{1,64}$/)),
    clientMessageId: z.uuid(),
    screenName: z.optional(text(80)),
    servizio: z.optional(text(255)),
    country: z.optional(country),
    time: z.optional(z.union([text(40), z.number()])),
    blurredMessage: z.optional(z.boolean()),
    precompilato: z.optional(z.union([z.boolean(), z.int(), text(200)])),
    icebreaker: z.optional(z.boolean()),
    provider: z.optional(text(40)),
    /** The `seq` of the message of this conversation that it answers. */
    replyTo: z.optional(messageSeq),
    /** An upload of the sender's for this conversation, sent instead of a text: `msg` is empty. */
    mediaId: z.optional(z.uuid()),
  }),
  like: z.strictObject({
    trackerId,
    angelId,
    /** The answer on their profile that is liked; the notification names it. */
    prompt: z.optional(z.enum(promptIds)),
    servizio: z.optional(text(255)),
    country: z.optional(country),
    screenName: z.optional(text(80)),
  }),
  match: z.strictObject({
    trackerId,
    angelId,
    type: z.enum(['like', 'dislike']),
    mongoId: z.optional(text(64)),
  }),
  /**
   * Undoes a dislike that was the member's last answer, or a like of the last seconds that the other member neither
   * answered nor read about.
   */
  unmatch: z.strictObject({ trackerId, angelId }),
  typing: z.strictObject({ angelId }),
  read: z.strictObject({ angelId: partnerId, seq: messageSeq }),
} as const
export type ClientEvent = keyof typeof clientEvents

/** Who may send each event, like the `access` of a route. */
export const eventAccess: Readonly<Record<ClientEvent, Access>> = {
  clickid: 'member',
  brain: 'member',
  chat: 'member',
  like: 'member',
  match: 'member',
  unmatch: 'member',
  typing: 'member',
  read: 'member',
}

const refused = z.strictObject({
  ok: z.literal(false),
  code: z.string(),
  message: z.string(),
  /** With `busy`: nothing was done; milliseconds after which to try again. */
  retryAfterMs: z.optional(z.int()),
})

/** Acknowledgements of the events above. */
export const acknowledgements = {
  clickid: z.union([z.strictObject({ ok: z.literal(true), softwareVersion: z.string() }), refused]),
  brain: z.union([z.strictObject({ ok: z.literal(true) }), refused]),
  chat: z.union([
    z.strictObject({ ok: z.literal(true), message: messageView, creditiIcebreaker: credits, creditiTotali: credits }),
    refused,
  ]),
  like: z.union([z.strictObject({ ok: z.literal(true), creditiLike: credits, mutual: z.boolean() }), refused]),
  match: z.union([z.strictObject({ ok: z.literal(true), creditiLike: credits, mutual: z.boolean() }), refused]),
  unmatch: z.union([z.strictObject({ ok: z.literal(true), creditiLike: credits, mutual: z.boolean() }), refused]),
  typing: z.union([z.strictObject({ ok: z.literal(true) }), refused]),
  read: z.union([z.strictObject({ ok: z.literal(true) }), refused]),
} as const
export type Acknowledgement<E extends ClientEvent> = z.infer<(typeof acknowledgements)[E]>

/** Events the server sends. */
export const serverEvents = {
  /**
   * A message, to the sockets of both members. `ritardo` is always false: the server never delays a message to look
   * busy.
   */
  chat: z.strictObject({
    type: z.literal('messaggio'),
    ritardo: z.literal(false),
    offset: z.int(),
    angelId: partnerId,
    screenName: z.string(),
    default_photo: z.nullable(z.string()),
    sample: z.boolean(),
    message: messageView,
    totalUnreadMessages: z.int(),
  }),
  creditiResidui: z.strictObject({
    creditiIcebreaker: credits,
    creditiTotali: credits,
    creditiLike: credits,
    premiumLevel: z.int(),
  }),
  /** The member's own like after it was counted, to their other sockets. */
  like: z.strictObject({ angelId, creditiLike: credits }),
  notification: notificationItem,
  /** A moderator approved or refused a photo of the member's. */
  photo: z.strictObject({ name: z.string(), state: z.enum(['approved', 'refused']) }),
  /** An order was decided after its page stopped showing it: the bank took long, or the member closed the page. */
  payment: z.strictObject({
    reference: z.uuid(),
    status: z.enum(['ok', 'ko']),
    message: z.enum(paymentCodes),
    returnTo: z.nullable(z.string()),
  }),
  /** The two members like each other. */
  mutual: z.strictObject({
    angelId,
    screenName: z.string(),
    default_photo: z.nullable(z.string()),
    sample: z.boolean(),
    time,
  }),
  /** What the concierge answers, as far as it is written; to all of the member’s browsers. */
  concierge: conciergeExchange,
  /** The member blocked or unblocked another member, to all of their own browsers; the other member is sent nothing. */
  block: z.strictObject({ angelId, blocked: z.boolean() }),
  typing: z.strictObject({ angelId }),
  /** A message was edited, withdrawn or reacted to: its present state, to the sockets of both members. */
  messageChanged: z.strictObject({ angelId, message: messageView }),
  /**
   * The member deleted a message for themselves, or moderators removed one that was sent to them; to all of their own
   * browsers. `messageChanged` brings it back.
   */
  messageHidden: z.strictObject({ angelId, seq: z.int() }),
  /** The other member has read up to `seq`. */
  read: z.strictObject({ angelId, seq: z.int() }),
  /** A change made in one tab, for the member's other tabs, or by others: a withdrawn message, a like undone. */
  unread: z.strictObject({ totalUnreadMessages: z.int(), unreadLikes: z.int(), unreadVisits: z.int() }),
  /**
   * The pages have another version than a page of this member's. With `reload` the page must load again, else it offers
   * to.
   */
  softwareVersion: z.strictObject({ softwareVersion: z.string(), reload: z.boolean() }),
  /** Of the specification; never sent, and clients ignore it. */
  pausePressing: z.strictObject({}),
  /**
   * Events may have been missed: fetch what came after the last known sequence numbers, after a random delay of up to
   * three seconds.
   */
  catchUp: z.strictObject({}),
  /** The server shuts down: the connection closes soon, and the client reconnects to this server or another. */
  restart: z.strictObject({}),
  oldSocketRemoved: z.strictObject({ reason: z.enum(['session_ended', 'too_many', 'account']) }),
} as const
export type ServerEvent = keyof typeof serverEvents
export type ServerEventData<E extends ServerEvent> = z.infer<(typeof serverEvents)[E]>
