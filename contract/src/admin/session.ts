import * as z from 'zod/mini'
import { passkeyRoutes } from '../http/passkeys.ts'
import { route } from '../route.ts'
import { done, localeSchema, roleSchema, staffEmail, staffName, time, typedPassword } from './fields.ts'

/**
 * `factor`: the password was right, the second factor is asked for. `enrol`: there is none yet. `in`: signed in.
 */
const sessionState = z.strictObject({
  state: z.enum(['none', 'factor', 'enrol', 'in']),
  /** What completes the sign-in. */
  methods: z.array(z.enum(['totp', 'passkey', 'recovery'])),
  /** The code of this moment, in the demo only, whose sample staff have no phone. */
  demoCode: z.nullable(z.string()),
})
export type StaffSessionState = z.infer<typeof sessionState>

/** Six digits of an authenticator app. */
const code = z.string().check(z.regex(/^\d{6}$/))
const recoveryCode = z.string().check(z.minLength(16), z.maxLength(40))
const { credential } = passkeyRoutes.authenticateWithPasskey.body.shape

const tag = 'staff'
const linkToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))

export const sessionRoutes = {
  staffSession: route({
    id: 'staffSession',
    method: 'GET',
    path: '/admin/api/session',
    tag,
    access: 'console',
    summary: 'How far this browser has signed in.',
    reply: sessionState,
  }),
  staffSignIn: route({
    id: 'staffSignIn',
    method: 'POST',
    path: '/admin/api/session',
    tag,
    access: 'console',
    summary:
      'The first step: address and password. The second factor follows, or is set up: `staffSession` says which.',
    body: z.strictObject({ email: staffEmail, password: typedPassword }),
    reply: done,
    failures: [401],
  }),
  staffSignOut: route({
    id: 'staffSignOut',
    method: 'DELETE',
    path: '/admin/api/session',
    tag,
    access: 'console',
    summary: 'Ends this session; without one nothing happens.',
    reply: done,
  }),
  staffPasskeyOptions: route({
    id: 'staffPasskeyOptions',
    method: 'POST',
    path: '/admin/api/session/passkey',
    tag,
    access: 'console',
    summary: 'What to call `navigator.credentials.get` with, for five minutes and this session.',
    body: z.strictObject({}),
    reply: z.strictObject({
      ...passkeyRoutes.passkeyRequestOptions.reply.shape,
      allowCredentials: z.array(
        z.strictObject({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()) }),
      ),
    }),
    failures: [401],
  }),
  staffFactor: route({
    id: 'staffFactor',
    method: 'POST',
    path: '/admin/api/session/factor',
    tag,
    access: 'console',
    summary:
      'Shows the second factor, one of `code`, `credential` and `recoveryCode`: completes the sign-in, and in a signed-in session renews the proof that money and conversations ask for.',
    body: z.strictObject({
      code: z.optional(code),
      recoveryCode: z.optional(recoveryCode),
      credential: z.optional(credential),
    }),
    reply: done,
    failures: [401],
  }),
  staffLink: route({
    id: 'staffLink',
    method: 'POST',
    path: '/admin/api/link',
    tag,
    access: 'console',
    summary: 'Whom an invitation or a reset is for. Opening it changes nothing.',
    body: z.strictObject({ token: linkToken }),
    reply: z.strictObject({
      purpose: z.enum(['invitation', 'reset']),
      email: z.string(),
      name: z.string(),
      /** What using the link accepts. */
      invitation: z.nullable(z.strictObject({ title: z.string(), roles: z.array(roleSchema) })),
    }),
    failures: [404],
  }),
  staffUseLink: route({
    id: 'staffUseLink',
    method: 'POST',
    path: '/admin/api/link/use',
    tag,
    access: 'console',
    summary: 'Sets the password of an invitation or a reset and begins the set-up of the second factor.',
    body: z.strictObject({ token: linkToken, name: staffName, password: typedPassword }),
    reply: done,
    failures: [404],
  }),
  staffMe: route({
    id: 'staffMe',
    method: 'GET',
    path: '/admin/api/me',
    tag,
    access: { staff: 'any' },
    summary: 'Who is signed in, with a row for each role at a brand.',
    reply: z.strictObject({
      id: z.uuid(),
      email: z.string(),
      name: z.string(),
      locale: localeSchema,
      roles: z.array(z.strictObject({ brand: z.string(), role: roleSchema })),
      /** Their brands, for names. */
      brands: z.array(z.strictObject({ key: z.string(), title: z.string() })),
      /** Until when the second factor counts as just shown. */
      provedUntil: z.nullable(time),
      demo: z.boolean(),
    }),
    failures: [401],
  }),
} as const
