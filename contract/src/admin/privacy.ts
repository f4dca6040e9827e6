import * as z from 'zod/mini'
import { isVisible, line, text } from '../fields.ts'
import { route } from '../route.ts'
import { brandParams, done, reason, time } from './fields.ts'
import { may } from './permissions.ts'

const tag = 'staff'
const failures = [401, 403]

/** What a person can ask about their data (GDPR, articles 15 to 21). */
export const privacyRequestKinds = [
  'access',
  'correction',
  'erasure',
  'restriction',
  'portability',
  'objection',
] as const
export type PrivacyRequestKind = (typeof privacyRequestKinds)[number]

/** How it came. */
export const privacyRequestWays = ['mail', 'form', 'letter', 'phone', 'authority'] as const
export type PrivacyRequestWay = (typeof privacyRequestWays)[number]

export const privacyOutcomes = ['done', 'partly', 'refused', 'withdrawn'] as const
export type PrivacyOutcome = (typeof privacyOutcomes)[number]

/** How it was made sure who asks: the account they signed in to, its address, a document, or it gives nothing away. */
export const identifications = ['account', 'address', 'document', 'not_needed'] as const
export type Identification = (typeof identifications)[number]

const request = z.strictObject({
  id: z.uuid(),
  kind: z.enum(privacyRequestKinds),
  way: z.enum(privacyRequestWays),
  member: z.nullable(z.strictObject({ id: z.uuid(), name: z.string() })),
  requester: z.nullable(z.string()),
  asks: z.string(),
  receivedAt: time,
  /** One month after it was received, or three if that was extended; always a working day. */
  dueAt: time,
  extended: z.nullable(z.strictObject({ at: time, because: z.string() })),
  closed: z.nullable(
    z.strictObject({
      at: time,
      outcome: z.enum(privacyOutcomes),
      identifiedBy: z.nullable(z.enum(identifications)),
      answer: z.string(),
      by: z.string(),
    }),
  ),
})
export type PrivacyRequest = z.infer<typeof request>

const words = text(2000).check(z.refine(isVisible))
const ofRequest = z.strictObject({ ...brandParams.shape, id: z.uuid() })
const count = z.int().check(z.gte(0))

export const privacyRoutes = {
  privacyRequests: route({
    id: 'privacyRequests',
    method: 'GET',
    path: '/admin/api/:brand/privacy-requests',
    tag,
    access: may('readPrivacy'),
    summary:
      'What people asked about their data: open requests by their deadline, or closed ones, the latest first; 50 a page. Those about the caller’s own account are left out.',
    params: brandParams,
    query: z.strictObject({
      state: z.enum(['open', 'closed']),
      afterAt: z.optional(time),
      afterId: z.optional(z.uuid()),
    }),
    reply: z.strictObject({ requests: z.array(request), more: z.boolean() }),
    failures,
  }),
  recordPrivacyRequest: route({
    id: 'recordPrivacyRequest',
    method: 'POST',
    path: '/admin/api/:brand/privacy-requests',
    tag,
    access: may('answerPrivacy'),
    summary:
      'Records a request. The id is the caller’s, so that a repeated request changes nothing. 400 `about_unknown` if no member of the brand has this address or id.',
    params: brandParams,
    body: z.strictObject({
      id: z.uuid(),
      kind: z.enum(privacyRequestKinds),
      way: z.enum(privacyRequestWays),
      /** The email address or the id of the account. */
      about: z.optional(line(254)),
      /** Who asks, where no account is known. */
      requester: z.optional(line(200)),
      asks: words,
      receivedAt: time,
      reason,
    }),
    reply: z.strictObject({ dueAt: time }),
    failures,
  }),
  extendPrivacyRequest: route({
    id: 'extendPrivacyRequest',
    method: 'POST',
    path: '/admin/api/:brand/privacy-requests/:id/extend',
    tag,
    access: may('answerPrivacy'),
    summary:
      'Takes two months more for a complex request (GDPR, article 12(3)), once and within the first month. 409 `month_over`, `extended_already`, `request_closed`.',
    params: ofRequest,
    body: z.strictObject({
      /** As it was said to the person. */
      because: words,
      reason,
    }),
    reply: z.strictObject({ dueAt: time }),
    failures: [...failures, 404, 409],
  }),
  closePrivacyRequest: route({
    id: 'closePrivacyRequest',
    method: 'POST',
    path: '/admin/api/:brand/privacy-requests/:id/close',
    tag,
    access: may('answerPrivacy'),
    summary:
      'Closes a request with its answer. What gives data away says how the person was identified: 400 for `identifiedBy`. 409 `request_closed`.',
    params: ofRequest,
    body: z.strictObject({
      outcome: z.enum(privacyOutcomes),
      identifiedBy: z.optional(z.enum(identifications)),
      /** What was answered; why, if it was refused. */
      answer: words,
      reason,
    }),
    reply: done,
    failures: [...failures, 404, 409],
  }),
  privacyState: route({
    id: 'privacyState',
    method: 'GET',
    path: '/admin/api/:brand/privacy',
    tag,
    access: may('readPrivacy'),
    summary:
      'How many requests are open and late, what members do by themselves in the app, legal holds, and what the retention job deleted in the last fourteen nights (of the whole database).',
    params: brandParams,
    reply: z.strictObject({
      open: count,
      late: count,
      /** Exports and deletions that members asked for in the app. */
      byThemselves: z.strictObject({
        exportsOfMonth: count,
        exportsWaiting: count,
        exportWaitsSince: z.nullable(time),
        deletionsScheduled: count,
        erasuresRunning: count,
        erasureRunsSince: z.nullable(time),
      }),
      holds: z.array(
        z.strictObject({
          member: z.strictObject({ id: z.uuid(), name: z.string() }),
          reason: z.string(),
          since: time,
          until: z.nullable(time),
          by: z.string(),
        }),
      ),
      retention: z.array(
        z.strictObject({
          table: z.string(),
          holds: z.string(),
          days: z.int(),
          why: z.string(),
          lastRanAt: z.nullable(time),
          lastRemoved: count,
          removed: count,
        }),
      ),
    }),
    failures,
  }),
} as const
