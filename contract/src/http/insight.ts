import * as z from 'zod/mini'
import { premiumLevel, text, time, trackerId } from '../fields.ts'
import { route } from '../route.ts'

/** The figures that texts may name. Each is measured; the registry in the insight module says how. */
export const claimKeys = [
  'photo_messages',
  'photo_likes',
  'prompt_messages',
  'intent_messages',
  'interests_messages',
  'reply_24h',
  'good_reviews',
  'confirmation_mail',
] as const
export type ClaimKey = (typeof claimKeys)[number]

const claimView = z.strictObject({
  key: z.enum(claimKeys),
  /** Rounded to its disadvantage: `2.4` times, `68` percent. */
  figure: z.number(),
  unit: z.enum(['times', 'percent']),
  /** How many were counted, and with how many they were compared. */
  sample: z.int(),
  compared: z.nullable(z.int()),
  from: time,
  to: time,
})
export type ClaimView = z.infer<typeof claimView>

/** What browsers report for the operators' figures (section 7). */
const kpiEventNames = [
  'initiate_checkout',
  'engage',
  'tentativo',
  'vista_profilo',
  'visita_profilo',
  'like_da_home',
  'ko_icebreaker',
  'ko_msg',
  'like',
  'dislike',
] as const

export const insightRoutes = {
  kpiEvent: route({
    id: 'kpiEvent',
    method: 'POST',
    path: '/kpi/log/event',
    tag: 'insight',
    access: 'visitor',
    summary:
      'Something that counts for the operators’ figures. Kept for members who allow analytics only; `unica` counts once for a member.',
    body: z.strictObject({
      clickid: trackerId,
      nome_evento: z.enum(kpiEventNames),
      valore_evento: z.optional(z.union([text(100), z.number()])),
      unica: z.optional(
        z.pipe(
          z.union([z.boolean(), z.literal([0, 1])]),
          z.transform((value): boolean => value === true || value === 1),
        ),
      ),
      service: z.optional(text(255)),
      premiumLevel: z.optional(premiumLevel),
      flux: z.optional(text(16)),
      email: z.optional(text(254)),
      country: z.optional(text(2)),
      ua: z.optional(text(500)),
      /** Dropped, like every field above that the server knows by itself; the specification does not say its form. */
      metadata: z.optional(
        z.union([text(500), z.record(text(64), z.nullable(z.union([text(500), z.number(), z.boolean()])))]),
      ),
    }),
    reply: z.strictObject({ result: z.literal('OK') }),
    failures: [404],
  }),
  claims: route({
    id: 'claims',
    method: 'GET',
    path: '/api/claims',
    tag: 'site',
    access: 'visitor',
    summary: 'The measured figures that texts may name: those with enough data behind them and an effect to speak of.',
    reply: z.array(claimView),
  }),
} as const
