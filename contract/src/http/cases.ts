import * as z from 'zod/mini'
import { isVisible, localeSchema, text, time } from '../fields.ts'
import {
  clauseKeys,
  mostAppeal,
  profileParts,
  reportedContents,
  reportReasons,
  restrictedContents,
  restrictionGrounds,
  restrictionKinds,
} from '../moderation-rules.ts'
import { route } from '../route.ts'

/** The token of the link in the email about a decision: a suspended member has no session. */
const linkToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))

/** Of the link in the email about a notice: who sent it has no account. */
const noticeToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{80,512}$/))

const appealView = z.strictObject({
  text: z.string(),
  time,
  outcome: z.nullable(z.enum(['confirmed', 'reversed'])),
  answer: z.nullable(z.string()),
  decidedAt: z.nullable(time),
})

/** What can still be done about a decision. */
const appealable = {
  appeal: z.nullable(appealView),
  /** Until when it can be appealed against; null if it cannot. */
  appealUntil: z.nullable(time),
}

const restrictionView = z.strictObject({
  id: z.uuid(),
  kind: z.enum(restrictionKinds),
  from: time,
  until: z.nullable(time),
  liftedAt: z.nullable(time),
  /** Neither over nor lifted. */
  inForce: z.boolean(),
  ground: z.enum(restrictionGrounds),
  clause: z.enum(clauseKeys),
  /** Section of the terms, and its rule in the language of the page. */
  section: z.string(),
  rule: z.string(),
  facts: z.string(),
  contentType: z.enum(restrictedContents),
  contentDate: z.nullable(time),
  automatedDetection: z.boolean(),
  automatedDecision: z.boolean(),
  /** Country codes. */
  territory: z.array(z.string()),
  ...appealable,
})
export type RestrictionView = z.infer<typeof restrictionView>

const ownReportView = z.strictObject({
  id: z.uuid(),
  time,
  reason: z.enum(reportReasons),
  /** What it is about; null for the member as such. */
  contentKind: z.nullable(z.enum(reportedContents)),
  state: z.enum(['open', 'upheld', 'dismissed', 'gone']),
  decidedAt: z.nullable(time),
  ...appealable,
})
export type OwnReportView = z.infer<typeof ownReportView>

const done = z.strictObject({ result: z.literal('OK') })

export const caseRoutes = {
  cases: route({
    id: 'cases',
    method: 'GET',
    path: '/api/cases',
    tag: 'trust',
    access: 'visitor',
    summary:
      'The member’s own reports and the decisions about them, newest first: by their session, or by the `token` of the email about a decision. With the `notice` of the email about its outcome, that notice alone.',
    query: z.strictObject({
      token: z.optional(linkToken),
      notice: z.optional(noticeToken),
      l: z.optional(localeSchema),
    }),
    reply: z.strictObject({ reports: z.array(ownReportView), restrictions: z.array(restrictionView) }),
    failures: [401],
  }),
  appeal: route({
    id: 'appeal',
    method: 'POST',
    path: '/api/cases/:id/appeal',
    tag: 'trust',
    access: 'visitor',
    summary:
      'Appeals against a decision about the member, or against what was decided about their report, or with `notice` about their notice. Another person reads it.',
    params: z.strictObject({ id: z.uuid() }),
    body: z.strictObject({
      text: text(mostAppeal).check(z.refine(isVisible)),
      token: z.optional(linkToken),
      notice: z.optional(noticeToken),
    }),
    reply: done,
    failures: [401, 403, 409],
  }),
  notice: route({
    id: 'notice',
    method: 'POST',
    path: '/api/notice',
    tag: 'trust',
    access: 'visitor',
    summary:
      'Reports content without an account. A notifier who leaves an address gets a confirmation and the outcome by email.',
    body: z.strictObject({
      /** Address of the page, or where it is in words. */
      place: text(500),
      /** Of the profile at this address; left out, all of it, or the photo or review that the address names. */
      part: z.optional(z.enum(profileParts)),
      reason: z.optional(z.enum(reportReasons)),
      text: text(4000),
      name: z.optional(text(80)),
      email: z.optional(z.string().check(z.maxLength(400))),
      claimsIllegal: z.optional(z.boolean()),
      /** The notifier believes in good faith that what they say is true and complete. */
      goodFaith: z.optional(z.boolean()),
      /** Of the link of a trusted flagger: the notice comes first. */
      flagger: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
      altcha: z.optional(z.string().check(z.maxLength(4096))),
    }),
    reply: done,
    failures: [403],
  }),
} as const
