import * as z from 'zod/mini'
import {
  cityId,
  credits,
  emailField,
  emailSuggestion,
  filledIn,
  line,
  localeSchema,
  password,
  premiumLevel,
  text,
  time,
  trackerId,
  angelId,
  visitFields,
  wireGender,
  countryCode,
} from '../fields.ts'
import { genderFields, genderSides } from '../gender.ts'
import { longestName } from '../limits.ts'
import { route } from '../route.ts'
import { flowView } from './flow.ts'

/** Body of `POST /users/register`: the sign-up payload as compact JWE (rule 11.2). */
export const registerBody = z.strictObject({
  utente: z.string().check(z.minLength(20), z.maxLength(16384)),
  altcha: z.optional(z.string().check(z.maxLength(4096))),
})

/** An optional choice of a form: `''` and `null` mean the same as a missing field (rule 12.19). */
export const choice = <S extends z.ZodMiniType>(schema: S) =>
  z.optional(
    z.union([
      z.pipe(
        z.union([z.literal(''), z.null()]),
        z.transform((): undefined => undefined),
      ),
      schema,
    ]),
  )

/**
 * The plain text of `utente`. Deliberately loose, with only types and lengths: the form's rules answer with their own
 * codes in their own order (`server/src/modules/identity/signup/form-rules.ts`).
 */
export const signupPayload = z.strictObject({
  ...visitFields,
  email: choice(emailField),
  password: choice(password),
  geo: choice(text(120)),
  provincia: choice(text(120)),
  cityId: choice(cityId),
  age: choice(z.number()),
  sono: choice(wireGender),
  cerco: choice(wireGender),
  ...genderFields,
  terms1: choice(z.boolean()),
  terms2: choice(z.boolean()),
  terms3: choice(z.boolean()),
  terms4: choice(z.boolean()),
  consents: z.optional(z.strictObject({ promotion: z.boolean(), thirdParty: z.boolean() })),
  username: z.optional(z.union([z.literal(''), line(longestName)])),
  language: z.optional(localeSchema),
})
export type SignupPayload = z.infer<typeof signupPayload>

/** A signed-in member as their own browser sees them: flat, with wire names (rule 11.3). */
export const sessionView = z.strictObject({
  clickid: trackerId,
  angelId,
  email: z.string(),
  screenName: z.string(),
  age: z.int(),
  sono: z.enum(['uomo', 'donna']),
  cerco: z.enum(['uomo', 'donna']),
  ...genderSides,
  country: countryCode,
  region: z.string(),
  city: z.string(),
  /** Where the member searches: their own place, unless they chose another (rule 12.1). */
  searchRegion: z.string(),
  searchCity: z.string(),
  source: z.string(),
  fluxId: z.string(),
  flusso: flowView,
  premiumLevel,
  creditiMessaggi: credits,
  creditiIcebreaker: credits,
  creditiLike: credits,
  creditiTotali: credits,
  valoreMessaggio: credits,
  confirmed_email: z.boolean(),
  account_active: z.boolean(),
  actonfile: z.boolean(),
  imageName: z.array(z.strictObject({ path: z.string(), name: z.string(), predefinita: z.boolean() })),
  regalo_messaggi: credits,
  sample: z.boolean(),
  /**
   * The member has no name yet: `screenName` is a neutral word of their language, and the browser asks for a name
   * (rule 12.17).
   */
  nameMissing: z.boolean(),
  /**
   * Whether the browser proposes a photo, if the flow allows it: the member has none, has not postponed it, and has
   * neither written to another member nor liked or disliked one.
   */
  asksForPhoto: z.boolean(),
})
export type SessionView = z.infer<typeof sessionView>

export const signedIn = z.strictObject({
  ...sessionView.shape,
  result: z.literal(true),
  login: z.boolean(),
  message: z.optional(z.string()),
  /** Registration only. */
  emailSuggestion,
  /** Only for API clients that sent `X-Session: bearer`. */
  token: z.optional(z.string()),
})
export type SignedIn = z.infer<typeof signedIn>

const done = z.strictObject({ result: z.literal('OK') })

export const identityRoutes = {
  register: route({
    id: 'register',
    method: 'POST',
    path: '/api/users/register',
    tag: 'identity',
    access: 'visitor',
    summary: 'Register. `utente` is the sign-up payload as compact JWE to a key of /.well-known/jwks.json.',
    body: registerBody,
    reply: signedIn,
    failures: [403, 409],
  }),
  authenticate: route({
    id: 'authenticate',
    method: 'POST',
    path: '/api/users/authenticate',
    tag: 'identity',
    access: 'visitor',
    summary: 'Sign in with email and password.',
    body: z.strictObject({
      ...visitFields,
      email: filledIn(emailField),
      password: filledIn(password),
      altcha: z.optional(z.string().check(z.maxLength(4096))),
    }),
    reply: signedIn,
    failures: [401, 403],
  }),
  verify: route({
    id: 'verify',
    method: 'POST',
    path: '/api/users/verify',
    tag: 'identity',
    access: 'visitor',
    summary: 'Who is signed in. `verify` is 0 when no one is; an account that is disabled answers with `error`.',
    body: z.strictObject({ token: z.optional(z.string().check(z.maxLength(512))), trackerId: z.optional(trackerId) }),
    reply: z.union([
      z.strictObject({ verify: z.literal(0) }),
      z.strictObject({ verify: z.literal(0), error: z.literal('utente_disabilitato') }),
      z.strictObject({
        ...sessionView.shape,
        verify: z.literal(1),
        /** Only for API clients that sent the token themselves, with `X-Session: bearer`. */
        token: z.optional(z.string()),
      }),
    ]),
  }),
  logout: route({
    id: 'logout',
    method: 'POST',
    path: '/api/users/logout',
    tag: 'identity',
    access: 'visitor',
    summary: 'Sign out: the session ends on the server, its sockets close.',
    body: z.strictObject({}),
    reply: done,
  }),
  confirmEmail: route({
    id: 'confirmEmail',
    method: 'POST',
    path: '/api/users/confirmEmail',
    tag: 'identity',
    access: 'visitor',
    summary:
      'Confirm an email with the token of the link, as bearer or `token`. Signs in. From another browser than the one that signed up, every session and the password of before end unless `password` proves them; a reset link follows.',
    body: z.strictObject({
      token: z.optional(z.string().check(z.maxLength(512))),
      /**
       * The password from sign-up, sent from any browser other than the one that signed up; without it the account's
       * set-up is discarded.
       */
      password: z.optional(password),
      clickid: z.optional(trackerId),
      servizio: z.optional(text(255)),
    }),
    reply: signedIn,
    failures: [401, 403],
  }),
  resendConfirmation: route({
    id: 'resendConfirmation',
    method: 'POST',
    path: '/api/users/resendConfirmation',
    tag: 'identity',
    access: 'member',
    summary: 'Send the confirmation email again (limited).',
    body: z.strictObject({}),
    reply: done,
    failures: [401, 409],
  }),
  getTokenForReset: route({
    id: 'getTokenForReset',
    method: 'POST',
    path: '/api/users/getTokenForReset',
    tag: 'identity',
    access: 'visitor',
    summary: 'Ask for a password reset. Answers the same whether the email is known or not.',
    body: z.strictObject({
      ...visitFields,
      email: filledIn(emailField),
      altcha: z.optional(z.string().check(z.maxLength(4096))),
    }),
    reply: z.strictObject({ result: z.literal('OK'), message: z.literal('email_inviata') }),
  }),
  changePassword: route({
    id: 'changePassword',
    method: 'POST',
    path: '/api/users/changePassword',
    tag: 'identity',
    access: 'visitor',
    summary:
      'Set a new password with the token of the reset link; ends every other session. `deletionPending`: the account is being deleted, and signing in offers to keep it.',
    body: z.strictObject({
      password: filledIn(password),
      email: z.optional(emailField),
      token: z.optional(z.string().check(z.maxLength(512))),
      servizio: z.optional(text(255)),
    }),
    reply: z.strictObject({
      result: z.literal('OK'),
      user: z.strictObject({ clickid: trackerId }),
      deletionPending: z.optional(z.literal(true)),
    }),
    failures: [401],
  }),
  resetLink: route({
    id: 'resetLink',
    method: 'POST',
    path: '/api/users/changePassword/link',
    tag: 'identity',
    access: 'visitor',
    summary: 'Whether the token of a reset link still sets a password; nothing is used up. 401 where it does not.',
    body: z.strictObject({ token: z.string().check(z.maxLength(512)) }),
    reply: z.strictObject({ result: z.literal('OK') }),
    failures: [401],
  }),
  sessions: route({
    id: 'sessions',
    method: 'GET',
    path: '/api/users/sessions',
    tag: 'identity',
    access: 'member',
    summary: 'The member’s own sessions.',
    reply: z.array(
      z.strictObject({
        id: z.uuid(),
        current: z.boolean(),
        createdAt: time,
        lastSeenAt: time,
        device: z.string(),
      }),
    ),
    failures: [401],
  }),
  revokeSession: route({
    id: 'revokeSession',
    method: 'DELETE',
    path: '/api/users/sessions/:id',
    tag: 'identity',
    access: 'member',
    summary: 'End one of the member’s own sessions.',
    params: z.strictObject({ id: z.uuid() }),
    reply: done,
    failures: [401, 404],
  }),
  challenge: route({
    id: 'challenge',
    method: 'GET',
    path: '/api/challenge',
    tag: 'identity',
    access: 'visitor',
    summary:
      'A proof-of-work challenge (ALTCHA) for a form that is near its limit; each step of `difficulty` doubles the work.',
    query: z.strictObject({ difficulty: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(6))) }),
    reply: z.strictObject({
      algorithm: z.string(),
      challenge: z.string(),
      maxnumber: z.int(),
      salt: z.string(),
      signature: z.string(),
    }),
  }),
  jwks: route({
    id: 'jwks',
    method: 'GET',
    path: '/.well-known/jwks.json',
    tag: 'identity',
    access: 'visitor',
    summary: 'Public keys for `utente`.',
    reply: z.strictObject({
      keys: z.array(
        z.strictObject({
          kty: z.literal('EC'),
          crv: z.literal('P-256'),
          x: z.string(),
          y: z.string(),
          kid: z.string(),
          use: z.literal('enc'),
          alg: z.literal('ECDH-ES+A256KW'),
        }),
      ),
    }),
  }),
} as const
