import * as z from 'zod/mini'
import { emailField, text, trackerId } from '../fields.ts'
import { route } from '../route.ts'
import { registerBody, sessionView, signedIn, signupPayload } from './identity.ts'

const linkToken = z.string().check(z.maxLength(512))
const done = z.strictObject({ result: z.literal('OK') })

/** The plain text of `utente` for an invited address: the sign-up payload, in which the token may stand too; email and password may be missing. */
export const invitedPayload = z.strictObject({ ...signupPayload.shape, token: z.optional(linkToken) })
export type InvitedPayload = z.infer<typeof invitedPayload>

/** What a page adds about the link that brought a member, in headers of `GET /users/{clickid}` (section 7). */
export const entryHeaders = z.object({
  'autologin-type': z.optional(z.literal('email')),
  'autologin-event': z.optional(z.string().check(z.regex(/^[a-z0-9_]{1,40}$/))),
  'remarketing-clickid': z.optional(trackerId),
})

/** Entry points by a link: autologin, and an invitation to an address. */
export const entryRoutes = {
  autoLogin: route({
    id: 'autoLogin',
    method: 'POST',
    path: '/api/users/autoLogin',
    tag: 'identity',
    access: 'visitor',
    summary:
      'Sign in with the token of a link, as bearer or `token`. Single use. An `email` has to be the one the link was sent to.',
    body: z.strictObject({
      token: z.optional(linkToken),
      email: z.optional(emailField),
      clickid: z.optional(trackerId),
      servizio: z.optional(text(255)),
    }),
    reply: signedIn,
    failures: [401, 403],
  }),
  autoLoginAgain: route({
    id: 'autoLoginAgain',
    method: 'POST',
    path: '/api/users/autoLogin/again',
    tag: 'identity',
    access: 'visitor',
    summary:
      'Send a new link to the address an ended one was sent to (limited). Answers the same whether there is one.',
    body: z.strictObject({ token: linkToken, red: z.optional(z.string().check(z.maxLength(2048))) }),
    reply: done,
  }),
  user: route({
    id: 'user',
    method: 'GET',
    path: '/api/users/:trackerId',
    tag: 'identity',
    access: 'member',
    summary:
      'The member as their own browser knows them. The headers Autologin-Type (email), Autologin-Event and Remarketing-Clickid say what brought them.',
    params: z.strictObject({ trackerId }),
    reply: sessionView,
    failures: [401, 404],
  }),
  invitation: route({
    id: 'invitation',
    method: 'POST',
    path: '/api/users/invitation',
    tag: 'identity',
    access: 'visitor',
    summary:
      'The address an invitation was sent to, and the page after registering. 404 for one that is unknown, used or ended.',
    body: z.strictObject({ token: linkToken }),
    reply: z.strictObject({ email: z.string(), red: z.string() }),
    failures: [404],
  }),
  extSignRegister: route({
    id: 'extSignRegister',
    method: 'POST',
    path: '/api/users/extSign_register',
    tag: 'identity',
    access: 'visitor',
    summary:
      'Register an invited address, which counts as confirmed: `utente` as in register, the invitation’s `token` in it or beside it.',
    body: z.strictObject({ ...registerBody.shape, token: z.optional(linkToken) }),
    reply: signedIn,
    failures: [403, 404, 409],
  }),
} as const
