import * as z from 'zod/mini'
import { route } from '../route.ts'
import { postbackEvents, postbackStates } from './campaign-words.ts'
import { brandParams, reason, time } from './fields.ts'
import { may } from './permissions.ts'

const tag = 'staff'
const failures = [401, 403]

const row = z.strictObject({
  id: z.uuid(),
  /** The affiliate’s id, or the key of a postback of `brand.json`. */
  postback: z.string(),
  /** The affiliate’s name, or that key. */
  name: z.string(),
  event: z.enum(postbackEvents),
  /** What the tracker was given as `event_id`: it names no member. */
  eventId: z.uuid(),
  state: z.enum(postbackStates),
  tries: z.int(),
  status: z.nullable(z.int()),
  why: z.nullable(z.string()),
  at: time,
  endedAt: z.nullable(time),
  /** When it is tried next; null once it has ended. */
  nextAt: z.nullable(time),
})
export type PostbackRow = z.infer<typeof row>

export const postbackRoutes = {
  postbacks: route({
    id: 'postbacks',
    method: 'GET',
    path: '/admin/api/:brand/postbacks',
    tag,
    access: may('readCampaigns'),
    summary: 'Calls to the trackers of affiliates and what became of each, the newest first; 50 a page.',
    params: brandParams,
    query: z.strictObject({
      state: z.optional(z.enum(postbackStates)),
      event: z.optional(z.enum(postbackEvents)),
      postback: z.optional(z.string().check(z.regex(/^[a-z0-9-]{1,36}$/))),
      afterAt: z.optional(time),
      afterId: z.optional(z.uuid()),
    }),
    reply: z.strictObject({ postbacks: z.array(row), more: z.boolean() }),
    failures,
  }),
  retryPostback: route({
    id: 'retryPostback',
    method: 'POST',
    path: '/admin/api/:brand/postbacks/:delivery/retry',
    tag,
    access: may('writeCampaigns'),
    summary:
      'Tries a call again that was given up (`postback_over`), as what it is about stands now. Without the member’s consent to measurement it is withheld.',
    params: z.strictObject({ brand: brandParams.shape.brand, delivery: z.uuid() }),
    body: z.strictObject({ reason }),
    reply: z.strictObject({ outcome: z.enum(['waiting', 'withheld']) }),
    failures: [...failures, 404, 409],
  }),
} as const
