import * as z from 'zod/mini'
import { localeSchema, text, time } from '../fields.ts'
import { reviewBars, reviewLength, reviewRefusals } from '../review-rules.ts'
import { route } from '../route.ts'

const stars = z.int().check(z.gte(1), z.lte(5))

const reviewView = z.strictObject({
  /** For a notice about it. */
  id: z.uuid(),
  Utente: z.string(),
  Genere: z.enum(['F', 'M']),
  Età: z.int(),
  Recensione: z.string(),
  Stelle: stars,
  /** The language it was written in. */
  lingua: localeSchema,
  time,
  sample: z.boolean(),
})
export type ReviewView = z.infer<typeof reviewView>

/** All published reviews of a brand in figures, the low ones included. */
export const reviewSummary = z.strictObject({
  count: z.int().check(z.nonnegative()),
  /** One decimal; null without reviews. */
  average: z.nullable(z.number()),
  /** How many gave 1, 2, 3, 4 and 5 stars. */
  stars: z.array(z.int()),
  /** How many of them belong to the demo. */
  samples: z.int(),
})
export type ReviewSummary = z.infer<typeof reviewSummary>

/** A member's own review, and whether they may write or change it. */
export const ownReview = z.strictObject({
  state: z.enum(['none', 'pending', 'published', 'refused']),
  /** Why it was refused. */
  reason: z.nullable(z.enum(reviewRefusals)),
  stars: z.nullable(stars),
  text: z.string(),
  may: z.boolean(),
  why: z.array(z.enum(reviewBars)),
  /** When the account is old enough to write one. */
  from: time,
})
export type OwnReview = z.infer<typeof ownReview>

const done = z.strictObject({ result: z.literal('OK') })

export const reviewRoutes = {
  reviews: route({
    id: 'reviews',
    method: 'GET',
    path: '/api/reviews',
    tag: 'site',
    access: 'visitor',
    summary: 'Published reviews at random; 6, or `count`.',
    query: z.strictObject({ count: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(24)), 6) }),
    reply: z.array(reviewView),
  }),
  reviewSummary: route({
    id: 'reviewSummary',
    method: 'GET',
    path: '/api/reviews/summary',
    tag: 'site',
    access: 'visitor',
    summary: 'Number, average and distribution of all published reviews.',
    reply: reviewSummary,
  }),
  ownReview: route({
    id: 'ownReview',
    method: 'GET',
    path: '/api/reviews/own',
    tag: 'site',
    access: 'member',
    summary: 'The member’s own review and its state, and whether they may write one or why not.',
    reply: ownReview,
    failures: [401],
  }),
  writeReview: route({
    id: 'writeReview',
    method: 'PUT',
    path: '/api/reviews/own',
    tag: 'site',
    access: 'member',
    summary: 'Writes the member’s one review, or rewrites it; a person reads it before it is published.',
    body: z.strictObject({ stars, text: text(4 * reviewLength.most), servizio: z.optional(text(255)) }),
    reply: done,
    failures: [401, 403],
  }),
  withdrawReview: route({
    id: 'withdrawReview',
    method: 'DELETE',
    path: '/api/reviews/own',
    tag: 'site',
    access: 'member',
    summary: 'Takes the member’s review back, whatever its state; without one nothing happens.',
    reply: done,
    failures: [401],
  }),
} as const
