import * as z from 'zod/mini'
import { text } from '../fields.ts'
import { route } from '../route.ts'

/**
 * Emails that members can unsubscribe from: notices about activity, and promotion. All others belong to a contract or
 * an account.
 */
export const mailLists = ['notices', 'promotion'] as const
export type MailList = (typeof mailLists)[number]

const done = z.strictObject({ result: z.literal('OK') })
const listSchema = z.enum(mailLists)

export const outreachRoutes = {
  unsubscribe: route({
    id: 'unsubscribe',
    method: 'POST',
    path: '/api/unsubscribe',
    tag: 'site',
    access: 'visitor',
    summary:
      'Take an address off a list: the one of the link’s `token`, or the signed-in member’s own off `list` (`promotion`).',
    body: z.strictObject({ token: z.optional(z.string().check(z.maxLength(512))), list: z.optional(listSchema) }),
    reply: z.strictObject({ result: z.literal('OK'), message: z.literal('disiscrizione_ok'), list: listSchema }),
    failures: [401],
  }),
  mailLists: route({
    id: 'mailLists',
    method: 'GET',
    path: '/api/mail-lists',
    tag: 'site',
    access: 'member',
    summary: 'Which lists still write to the member; `promotion` needs their consent besides.',
    reply: z.strictObject({ notices: z.boolean(), promotion: z.boolean() }),
    failures: [401],
  }),
  subscribe: route({
    id: 'subscribe',
    method: 'POST',
    path: '/api/mail-lists',
    tag: 'site',
    access: 'member',
    summary: 'Get the notices again. Promotion is a consent: `POST /api/consents`.',
    body: z.strictObject({ list: z.literal('notices') }),
    reply: done,
    failures: [401],
  }),
  mailRemove: route({
    id: 'mailRemove',
    method: 'POST',
    path: '/remarketing/mailRemove',
    tag: 'site',
    access: 'signed',
    summary:
      'The mail provider reports an event of a mail: the recipient unsubscribed or complained, it was delivered, waits or will not arrive. Signed as Mailgun signs; 404 where no key is set.',
    // The provider's own format, to which it may add fields.
    body: z.looseObject({
      signature: z.looseObject({
        timestamp: z.string().check(z.regex(/^\d{1,12}$/)),
        token: z.string().check(z.minLength(16), z.maxLength(128)),
        signature: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
      }),
      // Of a mail that the provider rejects, only the header names the recipient.
      'event-data': z.looseObject({ recipient: z.optional(text(320)) }),
    }),
    reply: done,
    failures: [401],
  }),
} as const
