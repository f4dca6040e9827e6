import * as z from 'zod/mini'
import { route } from '../route.ts'
import { brandParams, done, localeSchema, reason, time } from './fields.ts'
import { may } from './permissions.ts'

const tag = 'staff'
const ofDifference = z.strictObject({ ...brandParams.shape, difference: z.uuid() })
const amount = z.strictObject({ minor: z.int(), currency: z.string() })

const whats = ['amount', 'reference', 'state', 'refund'] as const
export type DifferenceWhat = (typeof whats)[number]

const row = z.strictObject({
  id: z.uuid(),
  order: z.uuid(),
  number: z.string(),
  plan: z.string(),
  planName: z.nullable(z.record(localeSchema, z.string())),
  provider: z.string(),
  what: z.enum(whats),
  /** As they were when it was found. For `refund` the amounts are what was paid back. */
  ours: z.strictObject({ state: z.string(), amount }),
  theirs: z.strictObject({ state: z.string(), amount: z.nullable(amount), reference: z.nullable(z.string()) }),
  foundAt: time,
  /** The last comparison that found it like this. */
  seenAt: time,
  settled: z.nullable(z.strictObject({ at: time, by: z.string(), reason: z.string() })),
})
export type DifferenceRow = z.infer<typeof row>

export const differenceRoutes = {
  differences: route({
    id: 'differences',
    method: 'GET',
    path: '/admin/api/:brand/money/differences',
    tag,
    access: may('readMoney'),
    summary:
      'What the nightly comparison found to differ from the providers’ books, 50 a page: those that wait, longest first, or the settled ones, newest first.',
    params: brandParams,
    query: z.strictObject({
      settled: z._default(z.enum(['yes', 'no']), 'no'),
      afterAt: z.optional(time),
      afterId: z.optional(z.uuid()),
    }),
    reply: z.strictObject({ differences: z.array(row), more: z.boolean() }),
    failures: [401, 403],
  }),
  settleDifference: route({
    id: 'settleDifference',
    method: 'POST',
    path: '/admin/api/:brand/money/differences/:difference/settle',
    tag,
    access: may('resolvePayments'),
    summary:
      'Closes a difference once it was looked after, and the flag that it put on its payment. Found again as it is, it stays closed.',
    params: ofDifference,
    body: z.strictObject({ reason }),
    reply: done,
    failures: [401, 403, 404, 409],
  }),
  reopenDifference: route({
    id: 'reopenDifference',
    method: 'POST',
    path: '/admin/api/:brand/money/differences/:difference/reopen',
    tag,
    access: may('resolvePayments'),
    summary: 'Undoes that a difference was settled: it waits again, with the flag on its payment if that has no other.',
    params: ofDifference,
    body: z.strictObject({ reason }),
    reply: done,
    failures: [401, 403, 404, 409],
  }),
} as const
