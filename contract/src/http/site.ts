import * as z from 'zod/mini'
import { localeSchema, text } from '../fields.ts'
import { route } from '../route.ts'

export const siteRoutes = {
  legal: route({
    id: 'legal',
    method: 'POST',
    path: '/api/legal',
    tag: 'site',
    access: 'visitor',
    summary: 'A legal page as HTML: `p` page, `d` domain, `l` language.',
    body: z.strictObject({
      p: z.enum(['faq', 'cookie', 'privacy', 'terms', 'features']),
      d: z.optional(text(255)),
      l: z.optional(text(35)),
    }),
    reply: z.strictObject({ html: z.string(), title: z.string(), version: z.string() }),
    failures: [404],
  }),
  cookieConsent: route({
    id: 'cookieConsent',
    method: 'POST',
    path: '/api/consents/cookies',
    tag: 'site',
    access: 'member',
    summary: 'Records what the member allows besides the necessary cookies; `l` is the language they read it in.',
    body: z.strictObject({ analytics: z.boolean(), remarketing: z.boolean(), l: localeSchema }),
    reply: z.strictObject({ result: z.literal('OK') }),
    failures: [401],
  }),
} as const
