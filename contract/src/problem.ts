import * as z from 'zod/mini'

/** RFC 9457 problem document. `message` ends in `-<code>` where the spec gives a code (decision 1.4). */
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
})
export type Problem = z.infer<typeof problemSchema>
