import * as z from 'zod/mini'
import { emailField, emailSuggestion, filledIn, password, text, time, trackerId } from '../fields.ts'
import { route } from '../route.ts'

const done = z.strictObject({ result: z.literal('OK') })
/** The token of an email's link, which confirms the mailbox it was sent to. */
const linkToken = z.string().check(z.maxLength(512))

/** The account itself: its address, closing and deletion. */
export const accountRoutes = {
  account: route({
    id: 'account',
    method: 'GET',
    path: '/api/users/account',
    tag: 'account',
    access: 'member',
    summary:
      'The address of the account, the one that waits to be confirmed, and how the member reauthenticates for what changes or closes the account.',
    reply: z.strictObject({
      email: z.string(),
      /** The link was sent and is still valid. */
      pendingEmail: z.nullable(z.string()),
      /**
       * `password`: send the password. `session`: the account has none, so the session must have started within the
       * last ten minutes.
       */
      reauthentication: z.enum(['password', 'session']),
      /** Whether this session started recently enough. */
      fresh: z.boolean(),
    }),
    failures: [401],
  }),
  mailAddress: route({
    id: 'mailAddress',
    method: 'GET',
    path: '/api/users/mailAddress',
    tag: 'account',
    access: 'member',
    summary:
      'The member’s address, and whether it receives mail: after a mail has bounced, nothing is sent there until the address is changed or confirmed again.',
    reply: z.strictObject({ email: z.string(), reachable: z.boolean() }),
    failures: [401],
  }),
  checkMailAddress: route({
    id: 'checkMailAddress',
    method: 'POST',
    path: '/api/users/mailAddress',
    tag: 'account',
    access: 'member',
    summary:
      'Send a link to the member’s own address, from which mail has bounced. Using it (`POST /api/users/confirmNewEmail`, or `confirmEmail` if it was never confirmed) shows that it receives mail.',
    reply: z.strictObject({ result: z.literal('OK') }),
    failures: [401, 409],
  }),
  changeEmail: route({
    id: 'changeEmail',
    method: 'POST',
    path: '/api/users/changeEmail',
    tag: 'account',
    access: 'member',
    summary:
      'Change the email. One that was confirmed changes once the link sent to the new address is used, and asking takes the password (or a fresh session).',
    body: z.strictObject({
      oldEmail: emailField,
      newEmail: filledIn(emailField),
      password: z.optional(password),
      altcha: z.optional(z.string().check(z.maxLength(4096))),
      servizio: z.optional(text(255)),
    }),
    reply: z.strictObject({
      result: z.literal('OK'),
      /** `pending`: the old address stays until the new one is confirmed. */
      user: z.strictObject({
        email: z.string(),
        valid_email: z.boolean(),
        pending: z.boolean(),
        emailSuggestion,
      }),
    }),
    failures: [401, 409],
  }),
  confirmNewEmail: route({
    id: 'confirmNewEmail',
    method: 'POST',
    path: '/api/users/confirmNewEmail',
    tag: 'account',
    access: 'visitor',
    summary:
      'Confirm a new address with the token of its link; it takes the place of the old one, which gets a link to undo that.',
    body: z.strictObject({ token: linkToken }),
    reply: z.strictObject({ result: z.literal('OK'), user: z.strictObject({ email: z.string() }) }),
    failures: [401, 409],
  }),
  undoEmailChange: route({
    id: 'undoEmailChange',
    method: 'POST',
    path: '/api/users/undoEmailChange',
    tag: 'account',
    access: 'visitor',
    summary:
      'Undo a change of email with the token sent to the old address. Ends every session and removes the password and every other sign-in method; a reset link follows, or to an account that stays `closed` a mail that says so.',
    body: z.strictObject({ token: linkToken }),
    reply: z.strictObject({
      result: z.literal('OK'),
      user: z.strictObject({ email: z.string() }),
      closed: z.optional(z.enum(['suspended', 'deactivated'])),
    }),
    failures: [401, 409],
  }),
  disableProfile: route({
    id: 'disableProfile',
    method: 'POST',
    path: '/api/users/disableProfile',
    tag: 'account',
    access: 'member',
    summary:
      'Deactivate the profile: hidden at once, signed out everywhere, nothing renews. Only support reactivates it.',
    body: z.strictObject({ clickid: trackerId }),
    reply: done,
    failures: [401, 404],
  }),
  deletion: route({
    id: 'deletion',
    method: 'POST',
    path: '/api/users/deletion',
    tag: 'account',
    access: 'member',
    summary: 'Ask for the profile to be erased: hidden at once, erased after 30 days unless it is called off.',
    body: z.strictObject({ clickid: trackerId, password: z.optional(password) }),
    reply: z.strictObject({ result: z.literal('OK'), erasedOn: time }),
    failures: [401, 404],
  }),
  cancelDeletion: route({
    id: 'cancelDeletion',
    method: 'POST',
    path: '/api/users/cancelDeletion',
    tag: 'account',
    access: 'visitor',
    summary:
      'Call a deletion off, with the token of its link or with email and password. Does not sign in. `suspended`: the moderators suspended the account meanwhile.',
    body: z.union([
      z.strictObject({ token: linkToken }),
      z.strictObject({ email: emailField, password, altcha: z.optional(z.string().check(z.maxLength(4096))) }),
    ]),
    reply: z.strictObject({ result: z.literal('OK'), suspended: z.optional(z.literal(true)) }),
    failures: [401, 409],
  }),
} as const
