import * as z from 'zod/mini'
import { contactTopics, maxContactLength } from '../contact-form.ts'
import { emailField, text, time } from '../fields.ts'
import { route } from '../route.ts'

const ofRequest = z.strictObject({ id: z.uuid() })

const request = z.strictObject({
  id: z.uuid(),
  topic: z.enum(contactTopics),
  /** The beginning of the first message. */
  subject: z.string(),
  /** `waiting`: answered, and nothing came since. */
  state: z.enum(['open', 'waiting', 'closed']),
  openedAt: time,
  lastAt: time,
})
export type SupportRequest = z.infer<typeof request>

export const supportRoutes = {
  contact: route({
    id: 'contact',
    method: 'POST',
    path: '/api/contact',
    tag: 'site',
    access: 'visitor',
    summary: 'Write to the brand’s support. A signed-in sender is identified to it; the answer comes by email.',
    body: z.strictObject({
      name: text(80),
      email: emailField,
      topic: z.optional(z.enum(contactTopics)),
      message: text(maxContactLength),
      altcha: z.optional(z.string().check(z.maxLength(4096))),
    }),
    reply: z.strictObject({ result: z.literal('OK') }),
    failures: [403],
  }),
  supportRequests: route({
    id: 'supportRequests',
    method: 'GET',
    path: '/api/support/requests',
    tag: 'site',
    access: 'member',
    summary: 'The member’s requests to support, the latest first; 50 of them.',
    reply: z.array(request),
    failures: [401],
  }),
  supportRequest: route({
    id: 'supportRequest',
    method: 'GET',
    path: '/api/support/requests/:id',
    tag: 'site',
    access: 'member',
    summary: 'A request of the member with what was written and answered, oldest first. Notes of staff are not in it.',
    params: ofRequest,
    reply: z.strictObject({
      ...request.shape,
      messages: z.array(
        z.strictObject({
          id: z.uuid(),
          fromSupport: z.boolean(),
          byMail: z.boolean(),
          /** A mail from an address that is neither the request's nor the account's: who wrote it is not known. */
          fromAnotherAddress: z.boolean(),
          time,
          text: z.string(),
        }),
      ),
    }),
    failures: [401, 404],
  }),
  replyToSupport: route({
    id: 'replyToSupport',
    method: 'POST',
    path: '/api/support/requests/:id/reply',
    tag: 'site',
    access: 'member',
    summary: 'Adds to a request of the member, which is open again with it. 40 a day.',
    params: ofRequest,
    body: z.strictObject({ text: text(maxContactLength) }),
    reply: z.strictObject({ result: z.literal('OK') }),
    failures: [400, 401, 404, 429],
  }),
} as const
