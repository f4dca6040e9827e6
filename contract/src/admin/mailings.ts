import * as z from 'zod/mini'
import { isVisible, line, localeSchema, text } from '../fields.ts'
import { route } from '../route.ts'
import { brandParams, done, reason, time } from './fields.ts'
import { journeyNames, longestBody, longestSubject, segments, unknownPlaceholders } from './mailing-words.ts'
import { may } from './permissions.ts'

const tag = 'staff'
const failures = [401, 403]
const { brand } = brandParams.shape
const ofMailing = z.strictObject({ brand, mailing: z.uuid() })
const inLanguage = z.strictObject({ brand, mailing: z.uuid(), locale: localeSchema })
const digest = z.string().check(z.regex(/^[0-9a-f]{64}$/))

const known = z.refine((value) => unknownPlaceholders(String(value)).length === 0, 'a placeholder that there is not')
const words = z.strictObject({
  subject: line(longestSubject).check(known),
  /** Paragraphs, divided by an empty line. */
  body: text(longestBody).check(z.refine(isVisible), known),
})
const content = {
  /** For colleagues. */
  name: line(80),
  segment: z.enum(segments),
  /** By language, with `{name}` and `{brand}`; all of the brand's when it is submitted. */
  texts: z.partialRecord(localeSchema, words),
  /** Null: as soon as it is approved. */
  startsAt: z.nullable(time),
}
const states = ['draft', 'submitted', 'approved', 'sending', 'sent', 'stopped'] as const

const row = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  segment: z.enum(segments),
  startsAt: z.nullable(time),
  state: z.enum(states),
  changedBy: z.string(),
  changedAt: time,
})
export type MailingRow = z.infer<typeof row>
export type MailingState = MailingRow['state']

const mailing = z.strictObject({
  ...row.shape,
  texts: z.partialRecord(localeSchema, z.strictObject({ subject: z.string(), body: z.string() })),
  languages: z.array(localeSchema),
  madeBy: z.string(),
  approvedBy: z.nullable(z.string()),
  approvedAt: z.nullable(time),
  /** Whether the person who asks may approve it: neither made nor last changed it. */
  mayApprove: z.boolean(),
  begunAt: z.nullable(time),
  endedAt: z.nullable(time),
  /** What is approved: it differs once anything was changed. */
  digest,
  figures: z.strictObject({
    waiting: z.int(),
    queued: z.int(),
    sent: z.int(),
    failed: z.int(),
    dropped: z.int(),
    bounced: z.int(),
    complained: z.int(),
    /** Left the list within a week of it. */
    unsubscribed: z.int(),
  }),
})
export type MailingView = z.infer<typeof mailing>
export type MailingTexts = MailingView['texts']

const reasonsNot = ['sample', 'unconfirmed', 'restricted', 'no_consent', 'bounced', 'paused', 'this_week'] as const
export type ReasonNot = (typeof reasonsNot)[number]

const journey = z.strictObject({
  journey: z.enum(journeyNames),
  isOn: z.boolean(),
  changedBy: z.nullable(z.string()),
  changedAt: z.nullable(time),
  /** Of the last 30 days. */
  waiting: z.int(),
  sent: z.int(),
  failed: z.int(),
  dropped: z.int(),
})
export type JourneyView = z.infer<typeof journey>

const reading = may('readMailings')
const writing = may('writeMailings')

export const mailingRoutes = {
  mailings: route({
    id: 'mailings',
    method: 'GET',
    path: '/admin/api/:brand/mailings',
    tag,
    access: reading,
    summary: 'Mailings of the brand, last changed first; 50 a page.',
    params: brandParams,
    query: z.strictObject({ beforeAt: z.optional(time), beforeId: z.optional(z.uuid()) }),
    reply: z.strictObject({ mailings: z.array(row), more: z.boolean() }),
    failures,
  }),
  makeMailing: route({
    id: 'makeMailing',
    method: 'POST',
    path: '/admin/api/:brand/mailings',
    tag,
    access: writing,
    summary: 'Makes a draft, with an id of the caller’s: sent again, it is made once (`id_taken` with other values).',
    params: brandParams,
    body: z.strictObject({ id: z.uuid(), name: content.name, segment: content.segment }),
    reply: done,
    failures: [...failures, 409],
  }),
  mailing: route({
    id: 'mailing',
    method: 'GET',
    path: '/admin/api/:brand/mailings/:mailing',
    tag,
    access: reading,
    summary: 'A mailing with its texts and what became of it.',
    params: ofMailing,
    reply: mailing,
    failures: [...failures, 404],
  }),
  changeMailing: route({
    id: 'changeMailing',
    method: 'PUT',
    path: '/admin/api/:brand/mailings/:mailing',
    tag,
    access: writing,
    summary:
      'Changes what has this digest (`mailing_changed`) before it is sent (`mailing_over`): it is a draft then, also if it was approved.',
    params: ofMailing,
    body: z.strictObject({ ...content, digest }),
    reply: z.strictObject({ digest }),
    failures: [...failures, 404, 409],
  }),
  deleteMailing: route({
    id: 'deleteMailing',
    method: 'DELETE',
    path: '/admin/api/:brand/mailings/:mailing',
    tag,
    access: writing,
    summary: 'Deletes a draft (`mailing_over`).',
    params: ofMailing,
    reply: done,
    failures: [...failures, 404, 409],
  }),
  countMailing: route({
    id: 'countMailing',
    method: 'GET',
    path: '/admin/api/:brand/mailings/:mailing/count',
    tag,
    access: reading,
    summary:
      'How many members are in the segment now, how many of them may be written to, and why not the others. Looks at members for five seconds at most: `whole` is false if there are more.',
    params: ofMailing,
    reply: z.strictObject({
      members: z.int(),
      reached: z.int(),
      not: z.partialRecord(z.enum(reasonsNot), z.int()),
      whole: z.boolean(),
    }),
    failures: [...failures, 404],
  }),
  previewMailing: route({
    id: 'previewMailing',
    method: 'GET',
    path: '/admin/api/:brand/mailings/:mailing/preview/:locale',
    tag,
    access: reading,
    summary: 'The mail in a language as a page for a sandboxed frame. Nothing is sent.',
    params: inLanguage,
    reply: z.unknown(),
    failures: [...failures, 404],
  }),
  testMailing: route({
    id: 'testMailing',
    method: 'POST',
    path: '/admin/api/:brand/mailings/:mailing/test',
    tag,
    access: writing,
    summary: 'Sends the mail in a language to the caller’s own address.',
    params: ofMailing,
    body: z.strictObject({ locale: localeSchema }),
    reply: z.strictObject({ to: z.string() }),
    failures: [...failures, 404],
  }),
  submitMailing: route({
    id: 'submitMailing',
    method: 'POST',
    path: '/admin/api/:brand/mailings/:mailing/submit',
    tag,
    access: writing,
    summary:
      'Asks another person to approve what has this digest (`mailing_changed`); it has every language of the brand (`languages_missing`).',
    params: ofMailing,
    body: z.strictObject({ digest }),
    reply: done,
    failures: [...failures, 404, 409],
  }),
  decideMailing: route({
    id: 'decideMailing',
    method: 'POST',
    path: '/admin/api/:brand/mailings/:mailing/decide',
    tag,
    access: may('approveMailings'),
    summary:
      'Approves exactly what has this digest (`mailing_changed`), so that it is sent when it is time, or gives it back. Never by who made or last changed it (`own_mailing`).',
    params: ofMailing,
    body: z.strictObject({ approve: z.boolean(), digest, reason }),
    reply: done,
    failures: [...failures, 404, 409],
  }),
  stopMailing: route({
    id: 'stopMailing',
    method: 'POST',
    path: '/admin/api/:brand/mailings/:mailing/stop',
    tag,
    access: writing,
    summary: 'Stops it at once: what is not with the mail server is not sent. It cannot go on.',
    params: ofMailing,
    body: z.strictObject({ reason }),
    reply: done,
    failures: [...failures, 404, 409],
  }),
  journeys: route({
    id: 'journeys',
    method: 'GET',
    path: '/admin/api/:brand/journeys',
    tag,
    access: reading,
    summary: 'The journeys, whether they run at the brand, and what they sent in 30 days.',
    params: brandParams,
    reply: z.strictObject({ journeys: z.array(journey), languages: z.array(localeSchema) }),
    failures,
  }),
  switchJourney: route({
    id: 'switchJourney',
    method: 'PUT',
    path: '/admin/api/:brand/journeys/:journey',
    tag,
    access: may('approveMailings'),
    summary: 'Turns a journey on or off; what waits of it is not sent once it is off.',
    params: z.strictObject({ brand, journey: z.enum(journeyNames) }),
    body: z.strictObject({ isOn: z.boolean(), reason }),
    reply: done,
    failures,
  }),
  previewJourney: route({
    id: 'previewJourney',
    method: 'GET',
    path: '/admin/api/:brand/journeys/:journey/preview/:locale',
    tag,
    access: reading,
    summary: 'The mail of a journey in a language as a page for a sandboxed frame.',
    params: z.strictObject({ brand, journey: z.enum(journeyNames), locale: localeSchema }),
    reply: z.unknown(),
    failures: [...failures, 404],
  }),
} as const
