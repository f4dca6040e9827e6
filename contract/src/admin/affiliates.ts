import * as z from 'zod/mini'
import { isVisible, line } from '../fields.ts'
import { route } from '../route.ts'
import { oldKeyDays, postbackEvents } from './campaign-words.ts'
import { author, brandParams, done, reason, time } from './fields.ts'
import { may } from './permissions.ts'

const tag = 'staff'
const failures = [401, 403]
const { brand } = brandParams.shape
const ofAffiliate = z.strictObject({ brand, affiliate: z.uuid() })
const ofKey = z.strictObject({ brand, affiliate: z.uuid(), key: z.uuid() })
const ofEvent = z.strictObject({ brand, affiliate: z.uuid(), event: z.enum(postbackEvents) })
const name = line(80).check(z.refine(isVisible))
/** Shown once: only its hash is kept, and what signs with it. */
const newKey = z.strictObject({ key: z.string() })
/** With values in braces; what is wrong with it is said by the server (`bad_address`). */
const address = line(1000)

const row = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  /** The `src` of its links. */
  source: z.string(),
  addedAt: time,
  endedAt: z.nullable(time),
  /** What its tracker is called for. */
  events: z.array(z.enum(postbackEvents)),
  /** Calls of the last 30 days that were given up. */
  failed: z.int(),
})
export type AffiliateRow = z.infer<typeof row>

/** From `brand.json`: changed there. */
const filed = z.strictObject({
  key: z.string(),
  events: z.array(z.enum(postbackEvents)),
  address: z.string(),
  source: z.nullable(z.string()),
  campaign: z.nullable(z.string()),
})
export type FiledPostback = z.infer<typeof filed>

const affiliate = z.strictObject({
  ...row.shape,
  addedBy: author,
  /** That count now, the newest first. */
  keys: z.array(
    z.strictObject({
      id: z.uuid(),
      /** Its last four characters. */
      ending: z.string(),
      madeBy: author,
      madeAt: time,
      /** Null for the newest. */
      endsAt: z.nullable(time),
    }),
  ),
  postbacks: z.array(
    z.strictObject({ event: z.enum(postbackEvents), address: z.string(), changedBy: author, changedAt: time }),
  ),
})
export type AffiliateView = z.infer<typeof affiliate>

const outcome = z.strictObject({
  state: z.enum(['delivered', 'failed', 'waiting']),
  /** The status that the tracker answered with. */
  status: z.nullable(z.int()),
  why: z.nullable(z.string()),
  /** What was called. */
  address: z.string(),
})
export type PostbackTest = z.infer<typeof outcome>

const reading = may('readCampaigns')
const managing = may('manageAffiliates')

export const affiliateDeskRoutes = {
  affiliates: route({
    id: 'affiliates',
    method: 'GET',
    path: '/admin/api/:brand/affiliates',
    tag,
    access: reading,
    summary: 'The brand’s affiliates, ended ones last; 200 at most. What its `brand.json` has is beside them.',
    params: brandParams,
    reply: z.strictObject({
      affiliates: z.array(row),
      files: z.strictObject({ hasKey: z.boolean(), postbacks: z.array(filed) }),
    }),
    failures,
  }),
  affiliate: route({
    id: 'affiliate',
    method: 'GET',
    path: '/admin/api/:brand/affiliates/:affiliate',
    tag,
    access: reading,
    summary:
      'An affiliate with its keys, of which only the last characters are known, and the addresses that are called.',
    params: ofAffiliate,
    reply: affiliate,
    failures: [...failures, 404],
  }),
  addAffiliate: route({
    id: 'addAffiliate',
    method: 'POST',
    path: '/admin/api/:brand/affiliates',
    tag,
    access: managing,
    summary:
      'Adds an affiliate with its first key. A source belongs to one (`source_taken`); 100 at a time. The same `id` again, after a lost answer, gives another key in place of the first.',
    params: brandParams,
    body: z.strictObject({ id: z.uuid(), name, source: line(200), reason }),
    reply: newKey,
    failures: [...failures, 409],
  }),
  renameAffiliate: route({
    id: 'renameAffiliate',
    method: 'PUT',
    path: '/admin/api/:brand/affiliates/:affiliate',
    tag,
    access: managing,
    summary: 'Another name. The source stays: figures and links go by it.',
    params: ofAffiliate,
    body: z.strictObject({ name, reason }),
    reply: done,
    failures: [...failures, 404],
  }),
  endAffiliate: route({
    id: 'endAffiliate',
    method: 'POST',
    path: '/admin/api/:brand/affiliates/:affiliate/end',
    tag,
    access: managing,
    summary: 'Ends it: its keys count no more and nothing is reported to it. Its log and figures stay.',
    params: ofAffiliate,
    body: z.strictObject({ reason }),
    reply: done,
    failures: [...failures, 404],
  }),
  renewAffiliateKey: route({
    id: 'renewAffiliateKey',
    method: 'POST',
    path: '/admin/api/:brand/affiliates/:affiliate/keys',
    tag,
    access: managing,
    summary: 'Another key; the one before counts for so many days beside it.',
    params: ofAffiliate,
    body: z.strictObject({ oldKeyDays: z.enum(oldKeyDays), reason }),
    reply: newKey,
    failures: [...failures, 404, 409],
  }),
  endAffiliateKey: route({
    id: 'endAffiliateKey',
    method: 'POST',
    path: '/admin/api/:brand/affiliates/:affiliate/keys/:key/end',
    tag,
    access: managing,
    summary: 'Ends a key at once.',
    params: ofKey,
    body: z.strictObject({ reason }),
    reply: done,
    failures: [...failures, 404],
  }),
  setAffiliatePostback: route({
    id: 'setAffiliatePostback',
    method: 'PUT',
    path: '/admin/api/:brand/affiliates/:affiliate/postbacks/:event',
    tag,
    access: managing,
    summary:
      'The address that is called for an event, from now on, if it is still `before` (`postback_changed`); null for none. Public https addresses only, which may name values in their query (`bad_address`).',
    params: ofEvent,
    body: z.strictObject({ address: z.nullable(address), before: z.nullable(address), reason }),
    reply: done,
    failures: [...failures, 400, 404, 409],
  }),
  previewAffiliatePostback: route({
    id: 'previewAffiliatePostback',
    method: 'POST',
    path: '/admin/api/:brand/affiliates/:affiliate/postbacks/:event/preview',
    tag,
    access: reading,
    summary: 'The address with made-up values. Nothing is called (`bad_address`).',
    params: ofEvent,
    body: z.strictObject({ address }),
    reply: z.strictObject({ address: z.string() }),
    failures: [...failures, 400, 404],
  }),
  testAffiliatePostback: route({
    id: 'testAffiliatePostback',
    method: 'POST',
    path: '/admin/api/:brand/affiliates/:affiliate/postbacks/:event/test',
    tag,
    access: may('writeCampaigns'),
    summary:
      'Calls the stored address with made-up values, `test` as click and campaign, signed like every other; 60 an hour.',
    params: ofEvent,
    reply: outcome,
    failures: [...failures, 404, 409, 429],
  }),
} as const
