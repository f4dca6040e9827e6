import * as z from 'zod/mini'
import { localeSchema, time } from '../fields.ts'
import { route } from '../route.ts'

/** Optional consents: a member can give and withdraw each at any time. */
export const optionalConsents = ['promotion', 'third_party', 'analytics', 'remarketing'] as const
export type OptionalConsent = (typeof optionalConsents)[number]

export const consentKinds = [
  'terms',
  'data',
  'clauses',
  'adult',
  'renewal',
  'immediate_start',
  ...optionalConsents,
] as const
const kind = z.enum(consentKinds)

/** One decision of a member, with the text they were shown, its language and the time. */
const consentView = z.strictObject({
  kind,
  granted: z.boolean(),
  textVersion: z.string(),
  locale: localeSchema,
  time,
})
export type ConsentView = z.infer<typeof consentView>

export const consentRoutes = {
  consents: route({
    id: 'consents',
    method: 'GET',
    path: '/api/consents',
    tag: 'site',
    access: 'member',
    summary:
      'What the member consented to, newest first (at most 200), and which of the optional consents this brand asks for.',
    reply: z.strictObject({
      optional: z.array(z.strictObject({ kind: z.enum(optionalConsents), granted: z.boolean() })),
      history: z.array(consentView),
    }),
    failures: [401],
  }),
  giveConsent: route({
    id: 'giveConsent',
    method: 'POST',
    path: '/api/consents',
    tag: 'site',
    access: 'member',
    summary: 'Give an optional consent or take it back; `l` is the language it was read in. The history keeps both.',
    body: z.strictObject({ kind: z.enum(optionalConsents), granted: z.boolean(), l: localeSchema }),
    reply: z.strictObject({ result: z.literal('OK') }),
    failures: [401],
  }),
} as const
