import * as z from 'zod/mini'
import { time, trackerId } from '../fields.ts'
import { route } from '../route.ts'

const statementAccounts = ['messages', 'icebreakers', 'likes'] as const

/** Why a balance moved. */
const statementCauses = [
  'registration',
  'welcome_gift',
  'refill',
  'purchase',
  'withdrawal',
  'dispute',
  'message',
  'message_withdrawn',
  'like_undone',
  'like',
  'recipient_removed',
  'other',
] as const

export const statementEntry = z.strictObject({
  id: z.uuid(),
  time,
  account: z.enum(statementAccounts),
  /**
   * Messages, first messages or likes, by `account`; of messages one decimal at most. Positive where the member received
   * them, negative where they were spent or taken back.
   */
  amount: z.number(),
  cause: z.enum(statementCauses),
  /** The order, for purchases, withdrawals and disputes. */
  order: z.nullable(z.uuid()),
})
export type StatementEntry = z.infer<typeof statementEntry>

export const statementRoutes = {
  statement: route({
    id: 'statement',
    method: 'GET',
    path: '/api/credits/statement/:trackerId',
    tag: 'activity',
    access: 'member',
    summary:
      'Every movement of the member’s messages, first messages and likes, newest first. `before` is the `id` of the last one had.',
    params: z.strictObject({ trackerId }),
    query: z.strictObject({ before: z.optional(z.uuid()), account: z.optional(z.enum(statementAccounts)) }),
    reply: z.strictObject({ entries: z.array(statementEntry), hasMore: z.boolean() }),
    failures: [401, 404],
  }),
} as const
