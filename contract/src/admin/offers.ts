import * as z from 'zod/mini'
import { hookCodes } from '../codes.ts'
import { currency, text } from '../fields.ts'
import { route } from '../route.ts'
import { brandParams, done, localeSchema, reason, time } from './fields.ts'
import { longestNote, longestOffer, offerBuyers, offerKinds, offerStates } from './offer-words.ts'
import { may } from './permissions.ts'

const tag = 'staff'
const failures = [401, 403, 404]
const changing = [...failures, 409]
const { brand } = brandParams.shape
const kind = z.enum(offerKinds)
const key = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,40}$/))
const ofOffer = z.strictObject({ brand, kind, key })
const digest = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const version = z.int().check(z.positive(), z.lte(1_000_000))

const fault = z.strictObject({
  /** Inside the file: `plans`, `0`, `prezzi`. Empty for what concerns the whole. */
  path: z.array(z.string()),
  reason: z.string(),
})
export type OfferFault = z.infer<typeof fault>

const change = z.strictObject({
  /** Plans by their id. For a text, the paragraph after which it stands. */
  path: z.array(z.string()),
  /** JSON of the value, or a paragraph; null for what is added. */
  before: z.nullable(z.string()),
  /** Null for what is removed. */
  after: z.nullable(z.string()),
})
export type OfferChange = z.infer<typeof change>

const open = z.strictObject({
  version: z.int(),
  state: z.enum(offerStates),
  changedBy: z.string(),
  changedAt: time,
  publishAt: z.nullable(time),
})

const row = z.strictObject({
  kind,
  key,
  /** The live version; null while the file counts. */
  live: z.nullable(z.strictObject({ version: z.int(), publishedBy: z.string(), publishedAt: time })),
  open: z.nullable(open),
})
export type OfferRow = z.infer<typeof row>

const draft = z.strictObject({
  ...open.shape,
  content: z.string(),
  note: z.string(),
  /** Why it is a draft again. */
  answer: z.nullable(z.string()),
  madeBy: z.string(),
  approvedBy: z.nullable(z.string()),
  approvedAt: z.nullable(time),
  /** Whether the person who asks may approve it: neither made nor last changed it. */
  mayApprove: z.boolean(),
  /** What is approved: it differs once anything was changed. */
  digest,
  /** What keeps it from being submitted. */
  faults: z.array(fault),
})
export type OfferDraft = z.infer<typeof draft>

const past = z.strictObject({
  version: z.int(),
  state: z.enum(offerStates),
  note: z.string(),
  madeBy: z.string(),
  approvedBy: z.string(),
  publishedBy: z.string(),
  publishedAt: time,
})
export type OfferVersion = z.infer<typeof past>

const offer = z.strictObject({
  ...row.shape,
  /** What counts now, in the file's own format. */
  content: z.string(),
  draft: z.nullable(draft),
  /** Those that were published, newest first; 50 at most. */
  versions: z.array(past),
  /** Where a roll back leads: a version, or null for the file. */
  rollBackTo: z.nullable(z.int()),
  /** Those in which the brand sells, its own first. */
  currencies: z.array(currency),
})
export type OfferView = z.infer<typeof offer>

const affected = z.strictObject({
  /** Open accounts in this flow. */
  members: z.int(),
  /** Terms that run, by plan: each goes on as it was bought. */
  terms: z.array(
    z.strictObject({
      plan: z.string(),
      count: z.int(),
      /** Whether the plan can still be bought. */
      isSold: z.boolean(),
    }),
  ),
  prices: z.array(
    z.strictObject({
      plan: z.string(),
      currency,
      beforeMinor: z.nullable(z.int()),
      afterMinor: z.nullable(z.int()),
      /** The lowest price of the last 30 days; null for a plan that was not sold. */
      lowestMinor: z.nullable(z.int()),
      /** Whether it is shown as the old price: sold for 30 days, and never for less. */
      isShown: z.boolean(),
    }),
  ),
})
export type OfferAffected = z.infer<typeof affected>

const words = z.nullable(z.strictObject({ it: z.string(), es: z.string(), fr: z.string(), en: z.string() }))
const plan = z.strictObject({
  id: z.string(),
  name: z.string(),
  unitPrice: z.string(),
  totalPrice: z.string(),
  oldPrice: z.nullable(z.string()),
  unitText: z.string(),
  badge: z.string(),
  description: z.string(),
  suggestion: z.string(),
  renews: z.boolean(),
  period: z.nullable(z.strictObject({ unit: z.enum(['day', 'month']), count: z.int() })),
})
const preview = z.strictObject({
  lists: z.array(z.strictObject({ buyer: z.enum(offerBuyers), currency, plans: z.array(plan) })),
  hooks: z.array(z.strictObject({ hook: z.enum(hookCodes), title: words, text: words })),
})
export type OfferPreview = z.infer<typeof preview>
export type OfferPlan = z.infer<typeof plan>

const reading = may('readOffers')
const writing = may('writeOffers')
const publishing = may('publishOffers')

export const offerRoutes = {
  offers: route({
    id: 'offers',
    method: 'GET',
    path: '/admin/api/:brand/offers',
    tag,
    access: reading,
    summary: 'What the brand offers, by kind: whether a version or the file counts, and what is proposed.',
    params: brandParams,
    reply: z.strictObject({ offers: z.array(row) }),
    failures: [401, 403],
  }),
  offer: route({
    id: 'offer',
    method: 'GET',
    path: '/admin/api/:brand/offers/:kind/:key',
    tag,
    access: reading,
    summary: 'What counts, what is proposed with its faults, and what was published before.',
    params: ofOffer,
    reply: offer,
    failures,
  }),
  saveOffer: route({
    id: 'saveOffer',
    method: 'PUT',
    path: '/admin/api/:brand/offers/:kind/:key/draft',
    tag,
    access: writing,
    summary:
      'Writes the draft that has this digest, or a first one with null (`offer_changed`, which names who changed it). It is a draft then, also if it was approved. Faults are kept and named; what is no JSON is refused (`offer_unreadable`).',
    params: ofOffer,
    body: z.strictObject({ content: text(longestOffer), note: text(longestNote), digest: z.nullable(digest) }),
    reply: z.strictObject({ digest, faults: z.array(fault) }),
    failures: changing,
  }),
  discardOffer: route({
    id: 'discardOffer',
    method: 'DELETE',
    path: '/admin/api/:brand/offers/:kind/:key/draft',
    tag,
    access: writing,
    summary: 'Discards a draft (`offer_over` for what was submitted).',
    params: ofOffer,
    reply: done,
    failures: changing,
  }),
  offerDiff: route({
    id: 'offerDiff',
    method: 'GET',
    path: '/admin/api/:brand/offers/:kind/:key/diff',
    tag,
    access: reading,
    summary: 'What the draft changes, field by field, or what has changed since an earlier version.',
    params: ofOffer,
    query: z.strictObject({ version: z.optional(z.string().check(z.regex(/^[1-9]\d{0,5}$/))) }),
    reply: z.strictObject({ changes: z.array(change) }),
    failures,
  }),
  offerAffected: route({
    id: 'offerAffected',
    method: 'GET',
    path: '/admin/api/:brand/offers/:kind/:key/affected',
    tag,
    access: reading,
    summary: 'Whom the draft of a flow concerns: members, running terms, and prices with the lowest of 30 days.',
    params: ofOffer,
    reply: affected,
    failures: changing,
  }),
  offerPreview: route({
    id: 'offerPreview',
    method: 'GET',
    path: '/admin/api/:brand/offers/:kind/:key/preview/:locale',
    tag,
    access: reading,
    summary: 'The draft of a flow as its members see it, or what counts if there is none. Nothing is charged or sent.',
    params: z.strictObject({ ...ofOffer.shape, locale: localeSchema }),
    reply: preview,
    failures: changing,
  }),
  offerPage: route({
    id: 'offerPage',
    method: 'GET',
    path: '/admin/api/:brand/offers/:kind/:key/page',
    tag,
    access: reading,
    summary: 'The draft of a legal page, or what counts if there is none, as a page for a sandboxed frame.',
    params: ofOffer,
    reply: z.unknown(),
    failures: changing,
  }),
  offerVersion: route({
    id: 'offerVersion',
    method: 'GET',
    path: '/admin/api/:brand/offers/:kind/:key/versions/:version',
    tag,
    access: reading,
    summary: 'The content of a version that was published.',
    params: z.strictObject({ ...ofOffer.shape, version: z.string().check(z.regex(/^[1-9]\d{0,5}$/)) }),
    reply: z.strictObject({ content: z.string() }),
    failures,
  }),
  offerFile: route({
    id: 'offerFile',
    method: 'GET',
    path: '/admin/api/:brand/offers/:kind/:key/file',
    tag,
    access: reading,
    summary: 'What counts as a file for `brands/`, to download. Recorded in the audit.',
    params: ofOffer,
    reply: z.unknown(),
    failures,
  }),
  submitOffer: route({
    id: 'submitOffer',
    method: 'POST',
    path: '/admin/api/:brand/offers/:kind/:key/submit',
    tag,
    access: writing,
    summary:
      'Asks another person to approve what has this digest (`offer_changed`); it has no fault (`offer_faulty`) and changes something (`unchanged`).',
    params: ofOffer,
    body: z.strictObject({ digest }),
    reply: done,
    failures: changing,
  }),
  withdrawOffer: route({
    id: 'withdrawOffer',
    method: 'POST',
    path: '/admin/api/:brand/offers/:kind/:key/withdraw',
    tag,
    access: writing,
    summary: 'Takes back what was submitted or approved: it is a draft again, and nothing is published.',
    params: ofOffer,
    body: z.strictObject({ reason }),
    reply: done,
    failures: changing,
  }),
  decideOffer: route({
    id: 'decideOffer',
    method: 'POST',
    path: '/admin/api/:brand/offers/:kind/:key/decide',
    tag,
    access: may('approveOffers'),
    summary:
      'Approves exactly what has this digest (`offer_changed`), or gives it back with the reason. Never by who made or last changed it (`own_offer`).',
    params: ofOffer,
    body: z.strictObject({ approve: z.boolean(), digest, reason }),
    reply: done,
    failures: changing,
  }),
  publishOffer: route({
    id: 'publishOffer',
    method: 'POST',
    path: '/admin/api/:brand/offers/:kind/:key/publish',
    tag,
    access: publishing,
    summary:
      'Publishes what was approved with this digest, now or at a time within a year (`offer_time`). It is decided again then: still approved, by a person who still may (`offer_unapproved`), without fault (`offer_faulty`).',
    params: ofOffer,
    body: z.strictObject({ digest, at: z.nullable(time), reason }),
    reply: done,
    failures: changing,
  }),
  rollBackOffer: route({
    id: 'rollBackOffer',
    method: 'POST',
    path: '/admin/api/:brand/offers/:kind/:key/roll-back',
    tag,
    access: publishing,
    summary:
      'Takes this live version back (`offer_over` if another one is live): the one before it counts again, or the file.',
    params: ofOffer,
    body: z.strictObject({ version, reason }),
    reply: done,
    failures: changing,
  }),
} as const
