import * as z from 'zod/mini'
import { contactTopics, maxContactLength } from '../contact-form.ts'
import { emailField, text } from '../fields.ts'
import { route } from '../route.ts'

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
} as const
