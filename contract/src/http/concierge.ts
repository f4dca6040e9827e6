import * as z from 'zod/mini'
import { text, time } from '../fields.ts'
import { maxMessageLength } from '../limits.ts'
import { route } from '../route.ts'

/** A member's question to the concierge and what the program answered. */
export const conciergeExchange = z.strictObject({
  /** Place in the conversation, growing. */
  seq: z.int(),
  clientMessageId: z.uuid(),
  question: z.string(),
  /** Plain text: what came so far while it is `writing`, empty where it `failed`. */
  answer: z.string(),
  state: z.enum(['writing', 'answered', 'failed']),
  /** When it was asked. */
  time,
})
export type ConciergeExchange = z.infer<typeof conciergeExchange>

/** Questions that the member can still ask: one comes back 24 hours after it was asked. */
const left = z.int()

export const conciergeRoutes = {
  concierge: route({
    id: 'concierge',
    method: 'GET',
    path: '/api/concierge',
    tag: 'concierge',
    access: 'member',
    summary:
      'The conversation with the concierge, a program that answers questions about the service: 50 exchanges, oldest first, the newest or those before a `seq`. 404 where the member’s flow has none.',
    query: z.strictObject({ before: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(2147483647))) }),
    reply: z.strictObject({ exchanges: z.array(conciergeExchange), hasMore: z.boolean(), left, perDay: z.int() }),
    failures: [401, 404],
  }),
  askConcierge: route({
    id: 'askConcierge',
    method: 'POST',
    path: '/api/concierge',
    tag: 'concierge',
    access: 'member',
    summary:
      'Ask the concierge, which is free. The reply comes when the answer is whole or has failed; meanwhile `concierge` events show it as it is written. The same `clientMessageId` again asks again where it failed, at most three times, and else gives what there is. 409 `still_writing`, `concierge_limit` (the member’s day is used up), `concierge_busy` (the limit for all members is reached, or too many ask at once), `too_many_tries`, `duplicate_id`.',
    body: z.strictObject({ text: text(maxMessageLength), clientMessageId: z.uuid() }),
    reply: z.strictObject({ exchange: conciergeExchange, left }),
    failures: [401, 404, 409],
  }),
} as const
