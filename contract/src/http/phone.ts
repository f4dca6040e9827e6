import * as z from 'zod/mini'
import { angelId, text } from '../fields.ts'
import { phoneAudiences } from '../profile-choices.ts'
import { route } from '../route.ts'

const ownPhone = z.strictObject({
  /** E.164, or null where none is given. */
  number: z.nullable(z.string()),
  shownTo: z.enum(phoneAudiences),
  /** Whether the main photo is verified. Until it is, the number is shown to no one, whatever `shownTo` is. */
  isVerified: z.boolean(),
  /** How many members have been shown the present number. */
  viewers: z.int().check(z.nonnegative()),
})
export type OwnPhone = z.infer<typeof ownPhone>

/** The member's phone number, and who may see it (rule 12.11). */
export const phoneRoutes = {
  ownPhone: route({
    id: 'ownPhone',
    method: 'GET',
    path: '/api/users/phone',
    tag: 'identity',
    access: 'member',
    summary: 'The member’s own phone number and who is shown it.',
    reply: ownPhone,
    failures: [401],
  }),
  changePhone: route({
    id: 'changePhone',
    method: 'PUT',
    path: '/api/users/phone',
    tag: 'identity',
    access: 'member',
    summary:
      'Keep a phone number, with or without the country’s prefix; null deletes it. A new one is shown to no one until `shownTo` says so.',
    body: z.strictObject({
      number: z.optional(z.nullable(text(40))),
      /** `written`: paying members with whom both have written. `paying`: every paying member who may see the profile. */
      shownTo: z.optional(z.enum(phoneAudiences)),
    }),
    reply: ownPhone,
    failures: [401],
  }),
  showPhone: route({
    id: 'showPhone',
    method: 'POST',
    path: '/dispenser/:angelId/phone',
    tag: 'discovery',
    access: 'member',
    summary:
      'The phone number of a member who shows it to the caller; it is noted that the caller was shown it. 404 for everyone else, 429 after 30 numbers in an hour.',
    params: z.strictObject({ angelId }),
    reply: z.strictObject({ number: z.string() }),
    failures: [401, 403, 404],
  }),
} as const
