import * as z from 'zod/mini'
import { time } from '../fields.ts'
import { route } from '../route.ts'

/** The figures that texts may name. Each is measured; the registry in the insight module says how. */
export const claimKeys = ['photo_messages', 'photo_likes', 'reply_24h', 'good_reviews', 'confirmation_mail'] as const
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

export const insightRoutes = {
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
