import * as z from 'zod/mini'
import { isVisible, locales, text, time } from '../fields.ts'
import { shownGenders } from '../gender.ts'
import {
  clauseKeys,
  mostFacts,
  reportedContents,
  reportReasons,
  restrictedContents,
  restrictionGrounds,
  restrictionKinds,
} from '../moderation-rules.ts'
import { gestures, photoRefusals, verificationRefusals } from '../photo-rules.ts'
import { reviewRefusals } from '../review-rules.ts'
import { route } from '../route.ts'
import { caseKinds } from './case-words.ts'
import { author, brandParams, done } from './fields.ts'
import { accountStates } from './member-words.ts'
import { may } from './permissions.ts'
import { riskRow } from './risk.ts'

/** Owners see what was escalated, too. */
const moderators = may('moderate')

const caseKind = z.enum(caseKinds)
const { brand } = brandParams.shape
const ofBrand = brandParams
const ofCase = z.strictObject({ brand, id: z.uuid() })
const words = (max: number) => text(max).check(z.refine(isVisible))

/** What a moderator decides; which fields a verdict needs is a table on the server. */
const caseDecision = z.strictObject({
  verdict: z.enum([
    'dismiss',
    'approve',
    'refuse',
    'warn',
    'remove_content',
    'messaging_off',
    'suspend',
    'remove',
    /** Of a report: the account or the content no longer exists. */
    'gone',
    'confirm',
    'reverse',
    /** Of a second look, which is compared with the first. */
    'in_order',
    'not_in_order',
  ]),
  /** Of a photo, verification or review that is refused. */
  reason: z.optional(z.enum([...new Set([...photoRefusals, ...verificationRefusals, ...reviewRefusals])])),
  /** The rule that was broken, of a restriction. */
  clause: z.optional(z.enum(clauseKeys)),
  /** Left out, the rule's own. */
  ground: z.optional(z.enum(restrictionGrounds)),
  /** What happened, in the member's language; left out, the rule's saved answer. */
  facts: z.optional(words(mostFacts)),
  /** How long messages are off or the account is suspended. */
  days: z.optional(z.int().check(z.gte(1), z.lte(365))),
  /** To the member who appealed. */
  answer: z.optional(words(mostFacts)),
  /** A dismissed report that its author could see to be baseless; repeated ones have consequences. */
  unfounded: z.optional(z.boolean()),
  /** Of a name or texts: the version that was read. */
  version: z.optional(z.int().check(z.gte(1))),
})
export type CaseDecision = z.infer<typeof caseDecision>

/** What a member writes in their profile. */
const writtenFields = ['name', 'about', 'lookingFor', 'answer'] as const
export type WrittenField = (typeof writtenFields)[number]

/** The pictures that a verification compares, and those of the profile that a report may be about. */
export const caseFileLabels = ['gesture', 'main_photo', 'profile_photo'] as const
export type CaseFileLabel = (typeof caseFileLabels)[number]

/** A photo or recording of a case, at `/admin/api/:brand/cases/:id/files/:file`. */
const caseFile = z.strictObject({
  file: z.string(),
  kind: z.enum(['photo', 'voice']),
  label: z.nullable(z.enum(caseFileLabels)),
})

/** A case as its moderator sees it. */
export const caseView = z.strictObject({
  id: z.uuid(),
  kind: caseKind,
  source: z.enum(['member', 'public', 'flagger', 'authority', 'rule', 'appeal']),
  risk: z.int(),
  /** What made it urgent. */
  parts: z.array(z.string()),
  /** The same in counts, each with what it adds to the score. */
  signals: z.array(riskRow),
  openedAt: time,
  dueAt: time,
  escalated: z.boolean(),
  verdicts: z.array(caseDecision.shape.verdict),
  /** Grounds on which it can be refused. */
  refusals: z.array(z.string()),
  /** Whom it is about; null if no account is known. */
  member: z.nullable(
    z.strictObject({
      id: z.uuid(),
      name: z.string(),
      age: z.int(),
      /** What others read of their gender; null for those who do not say. */
      genderShown: z.nullable(z.enum(shownGenders)),
      locale: z.enum(locales),
      state: z.enum(accountStates),
      since: time,
      sample: z.boolean(),
      /** Reports about them, and of those the upheld ones. */
      reports: z.int(),
      upheld: z.int(),
      /** Restrictions until now, newest first. */
      restrictions: z.array(z.strictObject({ kind: z.enum(restrictionKinds), from: time, clause: z.enum(clauseKeys) })),
      about: z.string(),
      lookingFor: z.string(),
      answers: z.array(z.string()),
    }),
  ),
  report: z.nullable(
    z.strictObject({
      reason: z.enum(reportReasons),
      text: z.nullable(z.string()),
      claimsIllegal: z.boolean(),
      place: z.nullable(z.string()),
      contentKind: z.nullable(z.enum(reportedContents)),
      /** Dismissed reports of the same author that were baseless. */
      unfoundedBefore: z.int(),
      /** Name of the trusted flagger who sent it. */
      flagger: z.nullable(z.string()),
    }),
  ),
  review: z.nullable(z.strictObject({ stars: z.int(), text: z.string(), locale: z.enum(locales) })),
  gesture: z.nullable(z.enum(gestures)),
  appeal: z.nullable(
    z.strictObject({
      text: z.string(),
      kind: z.nullable(z.enum(restrictionKinds)),
      clause: z.nullable(z.enum(clauseKeys)),
      facts: z.nullable(z.string()),
      contentType: z.nullable(z.enum(restrictedContents)),
      /** Texts of the profile that were taken out, as they were. */
      removed: z.array(z.string()),
      decidedAt: time,
    }),
  ),
  /** A name, or texts of a profile, as they were before and are now; what did not change stands in `member`. */
  changed: z.nullable(
    z.strictObject({
      /** Goes up with each change: a decision is about the one that was read. */
      version: z.int(),
      fields: z.array(
        z.strictObject({
          field: z.enum(writtenFields),
          before: z.nullable(z.string()),
          after: z.nullable(z.string()),
        }),
      ),
    }),
  ),
  /** Of a second look: what was decided the first time is not shown. */
  sampleOf: z.nullable(caseKind),
  messages: z.array(z.strictObject({ at: time, own: z.boolean(), text: z.string(), file: z.nullable(z.string()) })),
  files: z.array(caseFile),
})
export type CaseView = z.infer<typeof caseView>

/** A case in the list: no word of what it is about. */
const caseRow = z.strictObject({
  id: z.uuid(),
  kind: caseKind,
  source: caseView.shape.source,
  risk: z.int(),
  parts: z.array(z.string()),
  openedAt: time,
  dueAt: time,
  escalated: z.boolean(),
  /** A colleague who looks at it now. */
  heldBy: z.nullable(z.string()),
})
export type CaseRow = z.infer<typeof caseRow>

export const caseAdminRoutes = {
  adminCases: route({
    id: 'adminCases',
    method: 'GET',
    path: '/admin/api/:brand/cases',
    tag: 'moderation',
    access: moderators,
    summary:
      'Cases that the caller may decide, by score and age, 50 a page; those that colleagues look at among them. `afterRisk`, `afterAt` and `afterId` are of the last one had.',
    params: ofBrand,
    query: z.strictObject({
      kind: z.optional(caseKind),
      afterRisk: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(100))),
      afterAt: z.optional(time),
      afterId: z.optional(z.uuid()),
    }),
    reply: z.strictObject({ cases: z.array(caseRow), more: z.boolean() }),
    failures: [401],
  }),
  adminCaseNext: route({
    id: 'adminCaseNext',
    method: 'POST',
    path: '/admin/api/:brand/cases/next',
    tag: 'moderation',
    access: moderators,
    summary: 'Claims the most urgent case that waits for the caller; null when there is none.',
    params: ofBrand,
    body: z.strictObject({
      kinds: z.optional(z.array(caseKind).check(z.maxLength(caseKinds.length))),
      /** Those that the page shows or has prepared. */
      except: z.optional(z.array(z.uuid()).check(z.maxLength(20))),
    }),
    reply: z.strictObject({ case: z.nullable(caseView) }),
    failures: [401],
  }),
  adminCaseClaim: route({
    id: 'adminCaseClaim',
    method: 'POST',
    path: '/admin/api/:brand/cases/:id/claim',
    tag: 'moderation',
    access: moderators,
    summary: 'Claims a case, or keeps it claimed for three minutes more while it is shown.',
    params: ofCase,
    body: z.strictObject({}),
    reply: z.strictObject({ case: caseView }),
    failures: [401, 409],
  }),
  adminCaseRelease: route({
    id: 'adminCaseRelease',
    method: 'POST',
    path: '/admin/api/:brand/cases/:id/release',
    tag: 'moderation',
    access: moderators,
    summary: 'Leaves a case to others.',
    params: ofCase,
    body: z.strictObject({}),
    reply: done,
    failures: [401],
  }),
  adminCaseSkip: route({
    id: 'adminCaseSkip',
    method: 'POST',
    path: '/admin/api/:brand/cases/:id/skip',
    tag: 'moderation',
    access: moderators,
    summary: 'Leaves a case to others and is not offered it again.',
    params: ofCase,
    body: z.strictObject({}),
    reply: done,
    failures: [401],
  }),
  adminCaseEscalate: route({
    id: 'adminCaseEscalate',
    method: 'POST',
    path: '/admin/api/:brand/cases/:id/escalate',
    tag: 'moderation',
    access: moderators,
    summary: 'Hands a claimed case to the owners.',
    params: ofCase,
    body: z.strictObject({}),
    reply: done,
    failures: [401, 409],
  }),
  adminCaseDecide: route({
    id: 'adminCaseDecide',
    method: 'POST',
    path: '/admin/api/:brand/cases/:id/decide',
    tag: 'moderation',
    access: moderators,
    summary: 'Decides a claimed case; carried out ten seconds later, unless it is undone.',
    params: ofCase,
    body: caseDecision,
    reply: z.strictObject({ undoUntil: time }),
    failures: [401, 409],
  }),
  adminCaseUndo: route({
    id: 'adminCaseUndo',
    method: 'POST',
    path: '/admin/api/:brand/cases/:id/undo',
    tag: 'moderation',
    access: moderators,
    summary: 'Takes the caller’s own decision back before it is carried out.',
    params: ofCase,
    body: z.strictObject({}),
    reply: done,
    failures: [401, 409],
  }),
  adminCaseFile: route({
    id: 'adminCaseFile',
    method: 'GET',
    path: '/admin/api/:brand/cases/:id/files/:file',
    tag: 'moderation',
    access: moderators,
    summary: 'A photo or recording of a case that the caller has claimed, in base64. Recorded in the audit.',
    params: z.strictObject({ brand, id: z.uuid(), file: z.string().check(z.regex(/^[a-z]+-[0-9a-f-]{36}$/)) }),
    reply: z.strictObject({ type: z.string(), data: z.string() }),
    failures: [401, 409],
  }),
  adminCaseFigures: route({
    id: 'adminCaseFigures',
    method: 'GET',
    path: '/admin/api/:brand/cases/figures',
    tag: 'moderation',
    access: moderators,
    summary:
      'How many cases wait, the oldest, the median time to a decision, decisions by author, agreement of second looks.',
    params: ofBrand,
    reply: z.strictObject({
      open: z.int(),
      oldestAt: z.nullable(time),
      medianMinutes: z.nullable(z.number()),
      decisions: z.array(z.strictObject({ by: author, count: z.int() })),
      agreed: z.int(),
      lookedAgain: z.int(),
    }),
    failures: [401],
  }),
  adminCasePolicy: route({
    id: 'adminCasePolicy',
    method: 'GET',
    path: '/admin/api/:brand/cases/policy',
    tag: 'moderation',
    access: moderators,
    summary:
      'The rules that a decision can name, each with its section of the terms and its saved answer in every language, and the rule behind each ground of a refusal.',
    params: ofBrand,
    reply: z.strictObject({
      clauses: z.array(
        z.strictObject({
          key: z.enum(clauseKeys),
          section: z.string(),
          ground: z.enum(restrictionGrounds),
          name: z.record(z.enum(locales), z.string()),
          facts: z.record(z.enum(locales), z.string()),
        }),
      ),
      /** The rule that a photo or review breaks which is refused on a ground. */
      refusals: z.strictObject({
        photo: z.record(z.enum(photoRefusals), z.enum(clauseKeys)),
        review: z.record(z.enum(reviewRefusals), z.enum(clauseKeys)),
      }),
      /** The words of the sections that the rules name, as the brand's terms have them. */
      sections: z.record(z.string(), z.record(z.enum(locales), z.string())),
    }),
    failures: [401],
  }),
} as const
