import * as z from 'zod/mini'
import { password, text, time, visitFields } from '../fields.ts'
import { route } from '../route.ts'
import { signedIn, signupPayload } from './identity.ts'

/** A path of the site to go to afterwards; anything else leads to the search. */
const next = z.string()

/** Body of `POST /users/auth/google` (section 3), with the `state` that binds the answer to this browser. */
const googleAnswer = z.strictObject({
  ...visitFields,
  code: z.string().check(z.minLength(1), z.maxLength(2048)),
  state: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,128}$/)),
  /** As the issuer returned it, if it did (RFC 9207). */
  iss: z.optional(text(255)),
})

/** A member signed in; the reply contains `login` (section 4). */
const cameIn = z.strictObject({ ...signedIn.shape, login: z.literal(true), next })
/** The Google account is new to the brand: the reply has no `login`, and the browser asks for the rest of the form. */
const newcomer = z.strictObject({ result: z.literal(true), email: z.string(), username: z.string() })
/** A signed-in member linked the Google account to their own. */
const linked = z.strictObject({ result: z.literal(true), linked: z.literal(true), next })

const answered = z.union([cameIn, newcomer, linked])
const failures = [401, 403, 409, 503] as const

const { email: _email, password: _password, ...formFields } = signupPayload.shape

/**
 * The rest of the sign-up form. Loose, like the sign-up payload: the form's rules answer with their own codes in their
 * own order.
 */
const googleCompletion = z.strictObject({
  ...formFields,
  altcha: z.optional(z.string().check(z.maxLength(4096))),
})
export type GoogleCompletion = z.infer<typeof googleCompletion>

export const googleRoutes = {
  googleStart: route({
    id: 'googleStart',
    method: 'POST',
    path: '/api/users/auth/google/start',
    tag: 'identity',
    access: 'visitor',
    summary:
      'Begin a sign-in with Google: where to send the browser, which gets a short-lived cookie. `link` links the account to the signed-in member; it asks for the password (`password_needed`) unless the session was opened in the last ten minutes. 404 where Google is not set up.',
    body: z.strictObject({
      ...visitFields,
      next: z.optional(text(2048)),
      link: z.optional(z.boolean()),
      password: z.optional(password),
    }),
    reply: z.strictObject({ url: z.url() }),
    failures: [401, 403, 409, 503],
  }),
  google: route({
    id: 'google',
    method: 'POST',
    path: '/api/users/auth/google',
    tag: 'identity',
    access: 'visitor',
    summary:
      'Sign in with the code Google sent the browser back with. Without `login` in the reply the person is new: /complete asks for the rest.',
    body: googleAnswer,
    reply: answered,
    failures,
  }),
  googleHome: route({
    id: 'googleHome',
    method: 'POST',
    path: '/api/users/auth/google/home',
    tag: 'identity',
    access: 'visitor',
    summary: 'The same for a button on the home page.',
    body: googleAnswer,
    reply: answered,
    failures,
  }),
  googleNewcomer: route({
    id: 'googleNewcomer',
    method: 'GET',
    path: '/api/users/auth/google/complete',
    tag: 'identity',
    access: 'visitor',
    summary: 'Who is about to register with Google in this browser, for half an hour. 404 when no one is.',
    reply: z.strictObject({ email: z.string(), username: z.string() }),
  }),
  googleComplete: route({
    id: 'googleComplete',
    method: 'POST',
    path: '/api/users/auth/google/complete',
    tag: 'identity',
    access: 'visitor',
    summary:
      'Register a new member with the rest of the sign-up form: region, age, whom they look for, the four consents. Only now there is an account.',
    body: googleCompletion,
    reply: cameIn,
    failures: [401, 403, 409],
  }),
  googleLink: route({
    id: 'googleLink',
    method: 'GET',
    path: '/api/users/auth/google',
    tag: 'identity',
    access: 'member',
    summary:
      'The Google account linked to the member’s own, and whether something else opens it too. 404 where Google is not set up.',
    reply: z.strictObject({
      linked: z.nullable(z.strictObject({ email: z.string(), since: time })),
      otherSignInMethod: z.boolean(),
    }),
    failures: [401],
  }),
  googleUnlink: route({
    id: 'googleUnlink',
    method: 'DELETE',
    path: '/api/users/auth/google',
    tag: 'identity',
    access: 'member',
    summary: 'Unlink the Google account; the last way of signing in stays (`last_sign_in_method`).',
    reply: z.strictObject({ result: z.literal('OK') }),
    failures: [401, 409],
  }),
} as const
