import * as z from 'zod/mini'
import { text } from '../fields.ts'
import { genderSides, shownGenders } from '../gender.ts'
import { statementEntry } from '../http/statement.ts'
import { consentKinds } from '../http/consents.ts'
import { clauseKeys, reportReasons, restrictionKinds } from '../moderation-rules.ts'
import { route } from '../route.ts'
import { askedReply, requestAmount, requestId } from './approvals.ts'
import { author, brandParams, done, localeSchema, reason, time } from './fields.ts'
import { held } from './held.ts'
import { accountChanges, accountStates, photoStates, reportStates } from './member-words.ts'
import { memberNote } from './notes.ts'
import { ticketStates } from './tickets.ts'
import { may } from './permissions.ts'

const tag = 'staff'
const oneOf = z.strictObject({ ...brandParams.shape, id: z.uuid() })

/** By what a search found a member. */
const memberMatches = ['email', 'id', 'trackerId', 'order', 'phone', 'device', 'network', 'name'] as const
export type MemberMatch = (typeof memberMatches)[number]

const found = z.strictObject({
  id: z.uuid(),
  name: z.nullable(z.string()),
  /** Null where several may be meant: then the address is in the file, whose opening is recorded. */
  email: z.nullable(z.string()),
  state: z.enum(accountStates),
  createdAt: time,
  matched: z.enum(memberMatches),
})

/** How two accounts of a brand are linked. */
const linkReasons = ['card', 'device', 'phone', 'photo', 'network'] as const
export type LinkReason = (typeof linkReasons)[number]

const links = z.strictObject({
  accounts: z.array(
    z.strictObject({
      id: z.uuid(),
      name: z.nullable(z.string()),
      state: z.enum(accountStates),
      createdAt: time,
      reasons: z.array(z.strictObject({ reason: z.enum(linkReasons), at: time })),
    }),
  ),
  /** Networks of many accounts say nothing: they are left out. */
  sharedNetworks: z.int(),
  /** Whether there are more than are listed. */
  more: z.boolean(),
})

const report = z.strictObject({
  id: z.uuid(),
  reason: z.enum(reportReasons),
  state: z.enum(reportStates),
  at: time,
  otherId: z.nullable(z.uuid()),
  /** How many messages it names. */
  messages: z.int(),
})

const file = z.strictObject({
  id: z.uuid(),
  name: z.nullable(z.string()),
  email: z.string(),
  emailConfirmedAt: z.nullable(time),
  state: z.enum(accountStates),
  sample: z.boolean(),
  level: z.int(),
  levelUntil: z.nullable(time),
  country: z.string(),
  locale: localeSchema,
  age: z.int(),
  /** What others read of the member's gender; null for those who do not say. */
  genderShown: z.nullable(z.enum(shownGenders)),
  ...genderSides,
  home: z.strictObject({ region: z.string(), city: z.string() }),
  flow: z.string(),
  source: z.string(),
  createdAt: time,
  lastActiveAt: time,
  deletionDueAt: z.nullable(time),
  verifiedAt: z.nullable(time),
  hold: z.nullable(z.strictObject({ reason: z.string(), by: author, at: time })),
  credits: z.strictObject({ messages: z.int(), icebreakers: z.int(), likes: z.int() }),
  /** In their order, the main one first. */
  photos: z.array(z.strictObject({ id: z.uuid(), state: z.enum(photoStates), isMain: z.boolean(), at: time })),
  consents: z.array(z.strictObject({ kind: z.enum(consentKinds), granted: z.boolean(), at: time })),
  sessions: z.array(z.strictObject({ device: z.string(), createdAt: time, lastSeenAt: time })),
  /** The browsers of sign-ins, newest first: `id` finds other members who used it. */
  browsers: z.array(
    z.strictObject({
      id: z.nullable(z.string()),
      /** A /24 or a /48, for 30 days. */
      network: z.nullable(z.string()),
      firstSeenAt: time,
      lastSeenAt: time,
    }),
  ),
  phone: z.nullable(z.string()),
  orders: z.array(
    z.strictObject({
      id: z.uuid(),
      plan: z.string(),
      state: z.string(),
      provider: z.string(),
      amountMinor: z.int(),
      refundedMinor: z.int(),
      currency: z.string(),
      at: time,
      /** What can still be refunded: nothing before the provider knows it. */
      leftMinor: z.int(),
      /** What a provider was asked to pay back and has not answered for good. */
      underWayMinor: z.int(),
      /** What needs a decision, as a flag of the payments. */
      flagged: z.nullable(z.string()),
      furtherFlags: z.array(z.string()),
    }),
  ),
  /** The paid term that runs: the plan, and the one of its next renewal. */
  plan: z.nullable(
    z.strictObject({
      plan: z.string(),
      state: z.enum(['active', 'past_due', 'cancelled']),
      until: time,
      renews: z.boolean(),
      next: z.string(),
    }),
  ),
  /** Where notices reach the member besides mail. */
  channels: z.strictObject({
    push: z.array(z.strictObject({ createdAt: time, lastOkAt: z.nullable(time) })),
    telegramSince: z.nullable(time),
  }),
  /** What the member wrote to support; null for those who do not answer it. */
  tickets: z.nullable(
    z.array(z.strictObject({ id: z.uuid(), subject: z.string(), state: z.enum(ticketStates), at: time })),
  ),
  restrictions: z.array(
    z.strictObject({
      id: z.uuid(),
      kind: z.enum(restrictionKinds),
      clause: z.enum(clauseKeys),
      facts: z.string(),
      from: time,
      /** Null without an end. */
      until: z.nullable(time),
      liftedAt: z.nullable(time),
      inForce: z.boolean(),
      by: author,
    }),
  ),
  notes: z.array(memberNote),
  reportsAbout: z.array(report),
  reportsBy: z.array(report),
  changes: z.array(z.strictObject({ change: z.enum(accountChanges), by: author, reason: z.string(), at: time })),
})
export type MemberFile = z.infer<typeof file>

export const memberRoutes = {
  findMembers: route({
    id: 'findMembers',
    method: 'POST',
    path: '/admin/api/:brand/members/search',
    tag,
    access: may('readMembers'),
    summary:
      'Members of the brand with exactly this email, id, tracker id, order, phone number or browser, in this network (`10.20.30.0/24`), or whose name begins so; 50 of them.',
    params: brandParams,
    body: z.strictObject({ query: text(254), reason }),
    reply: z.strictObject({ members: z.array(found), more: z.boolean() }),
    failures: [400, 401, 403],
  }),
  openMember: route({
    id: 'openMember',
    method: 'POST',
    path: '/admin/api/:brand/members/:id/open',
    tag,
    access: may('readMembers'),
    summary: 'What is known about a member. Each opening is recorded with its reason.',
    params: oneOf,
    body: z.strictObject({ reason }),
    reply: file,
    failures: [401, 403, 404],
  }),
  memberLinks: route({
    id: 'memberLinks',
    method: 'POST',
    path: '/admin/api/:brand/members/:id/links',
    tag,
    access: may('readLinks'),
    summary:
      'Other accounts of the brand with the same card, browser, phone number, photo or network, with the reason. A hint for a person, on which nothing acts; recorded.',
    params: oneOf,
    body: z.strictObject({ reason }),
    reply: links,
    failures: [401, 403, 404],
  }),
  reportedMessages: route({
    id: 'reportedMessages',
    method: 'POST',
    path: '/admin/api/:brand/members/:id/reports/:report/messages',
    tag,
    access: may('readConversations'),
    summary:
      'The messages that a report about the member or by them names, and the five before and after each. It is recorded, and in the export of both members.',
    params: z.strictObject({ ...oneOf.shape, report: z.uuid() }),
    body: z.strictObject({ reason }),
    reply: z.array(
      z.strictObject({
        at: time,
        /** Whether the member whose file it is wrote it. */
        isTheirs: z.boolean(),
        isReported: z.boolean(),
        isWithdrawn: z.boolean(),
        /** Empty where it was withdrawn, or is a photo or a recording. */
        text: z.string(),
        media: z.nullable(z.enum(['photo', 'voice'])),
      }),
    ),
    failures: [401, 403, 404, 409],
  }),
  openMemberPhoto: route({
    id: 'openMemberPhoto',
    method: 'POST',
    path: '/admin/api/:brand/members/:id/photos/:photo',
    tag,
    access: may('readPhotos'),
    summary: 'One photo of a member, in base64, also one that waits or was refused. Recorded in the audit.',
    params: z.strictObject({ ...oneOf.shape, photo: z.uuid() }),
    body: z.strictObject({ reason }),
    reply: z.strictObject({ type: z.string(), data: z.string() }),
    failures: [401, 403, 404],
  }),
  memberLedger: route({
    id: 'memberLedger',
    method: 'POST',
    path: '/admin/api/:brand/members/:id/ledger',
    tag,
    access: may('readMembers'),
    summary:
      'Movements of a member’s messages, first messages and likes, newest first, a hundred a page. `before` is the `id` of the last one had. Recorded in the audit.',
    params: oneOf,
    body: z.strictObject({ before: z.optional(z.uuid()), reason }),
    reply: z.strictObject({ entries: z.array(statementEntry), hasMore: z.boolean() }),
    failures: [401, 403, 404],
  }),
  reactivateMember: route({
    id: 'reactivateMember',
    method: 'POST',
    path: '/admin/api/:brand/members/:id/reactivate',
    tag,
    access: may('reactivateMembers'),
    summary:
      'Opens an account that was deactivated, suspended or waits to be erased; a suspended one is opened by another person (`suspended_by_same`).',
    params: oneOf,
    body: z.strictObject({ reason }),
    reply: held,
    failures: [401, 403, 404, 409],
  }),
  sendMemberReset: route({
    id: 'sendMemberReset',
    method: 'POST',
    path: '/admin/api/:brand/members/:id/reset',
    tag,
    access: may('sendResets'),
    summary:
      'Mails the member of an open account (`closed`) a link for a new password, to their own address and up to three times an hour. Staff never see the link.',
    params: oneOf,
    body: z.strictObject({ reason }),
    reply: held,
    failures: [401, 403, 404, 409, 429],
  }),
  holdMember: route({
    id: 'holdMember',
    method: 'PUT',
    path: '/admin/api/:brand/members/:id/hold',
    tag,
    access: may('holdMembers'),
    summary: 'Keeps a member’s data from being erased while the law requires it, or ends that.',
    params: oneOf,
    body: z.strictObject({ held: z.boolean(), reason }),
    reply: done,
    failures: [401, 403, 404, 409],
  }),
  grantMemberCredits: route({
    id: 'grantMemberCredits',
    method: 'POST',
    path: '/admin/api/:brand/members/:id/credits',
    tag,
    access: may('grantCredits'),
    summary:
      'Grants messages, first messages or likes, once for each reference. Above what the role may grant a member in a day it waits for a second person.',
    params: oneOf,
    body: z.strictObject({
      id: requestId,
      account: z.enum(['messages', 'icebreakers', 'likes']),
      count: z.int().check(z.gte(1), z.lte(1000)),
      reference: z.string().check(z.regex(/^[\w.#-]{1,64}$/)),
      reason,
    }),
    reply: askedReply,
    failures: [401, 403, 404, 409],
  }),
  refundOrder: route({
    id: 'refundOrder',
    method: 'POST',
    path: '/admin/api/:brand/members/:id/orders/:order/refund',
    tag,
    access: may('refundOrders'),
    summary:
      'Pays an order back, whole or in part; the provider is asked within a minute, and the purchase stays. Above what the role may pay a member back in a day it waits for a second person.',
    params: z.strictObject({ ...oneOf.shape, order: z.uuid() }),
    body: z.strictObject({ id: requestId, amountMinor: requestAmount, reason }),
    reply: askedReply,
    failures: [401, 403, 404, 409],
  }),
} as const
