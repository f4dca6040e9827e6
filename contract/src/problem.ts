import * as z from 'zod/mini'

/** An order that stands in the way of another one for the same kind of thing. */
const waitingOrder = z.strictObject({
  reference: z.uuid(),
  /** The plan's name in the member's language. */
  plan: z.string(),
  total: z.string(),
  currency: z.string(),
  /** The payment system, for `checkTransactionStatus`, and the name by which members know it. */
  system: z.string(),
  label: z.string(),
  time: z.string(),
  /**
   * `waiting`: the member can continue it where `checkTransactionStatus` says. `processing`: its outcome is not known yet.
   * `paid`: it was paid meanwhile.
   */
  state: z.enum(['waiting', 'processing', 'paid']),
  renewal: z.boolean(),
  /** Whether another order can take its place, with its reference as `replaces`. */
  replaceable: z.boolean(),
})
export type WaitingOrder = z.infer<typeof waitingOrder>

/** RFC 9457 problem document. `message` ends in `-<code>` where the specification gives a code (rule 1.4). */
export const problemSchema = z.strictObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.optional(z.string()),
  message: z.string(),
  field: z.optional(z.string()),
  /** With code 1006: the sign-up page of the brand that serves the country. */
  redirect: z.optional(z.string()),
  /** With `challenge_required`: the least `difficulty` to ask `/api/challenge` for. */
  difficulty: z.optional(z.int()),
  /** With `order_open` and `order_paid`: the other order. */
  order: z.optional(waitingOrder),
})
export type Problem = z.infer<typeof problemSchema>
