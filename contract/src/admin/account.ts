import * as z from 'zod/mini'
import { passkeyRoutes } from '../http/passkeys.ts'
import { route } from '../route.ts'
import { brandKey, done, localeSchema, roleSchema, staffName, time, typedPassword } from './fields.ts'

const tag = 'staff'
const recoveryCodes = z.array(z.string())
const id = z.strictObject({ id: z.uuid() })
/** The codes are shown once, with the first factor; null if the account has some already. */
const enrolled = z.strictObject({ recoveryCodes: z.nullable(recoveryCodes) })

/** The caller's own account. What changes a factor is also open to a session that has yet to set one up. */
export const accountRoutes = {
  staffProof: route({
    id: 'staffProof',
    method: 'GET',
    path: '/admin/api/account/proof',
    tag,
    access: { staff: 'any', fresh: true },
    summary:
      'Answers once the second factor counts as just shown: asked before a file is downloaded that needs it, as the browser asks for that by itself.',
    reply: done,
    failures: [401, 403],
  }),
  staffAccount: route({
    id: 'staffAccount',
    method: 'GET',
    path: '/admin/api/account',
    tag,
    access: 'console',
    summary: 'The own factors and sessions, and invitations that wait for an answer.',
    reply: z.strictObject({
      email: z.string(),
      name: z.string(),
      locale: localeSchema,
      totp: z.boolean(),
      passkeys: z.array(
        z.strictObject({ id: z.uuid(), name: z.string(), createdAt: time, lastUsedAt: z.nullable(time) }),
      ),
      recoveryCodesLeft: z.int(),
      /** Roles at brands that wait for the caller's answer. */
      invitations: z.array(
        z.strictObject({ brand: z.string(), title: z.string(), roles: z.array(roleSchema), invitedAt: time }),
      ),
      sessions: z.array(
        z.strictObject({
          id: z.uuid(),
          device: z.string(),
          network: z.string(),
          createdAt: time,
          expiresAt: time,
          current: z.boolean(),
        }),
      ),
    }),
    failures: [401],
  }),
  staffUpdateAccount: route({
    id: 'staffUpdateAccount',
    method: 'PUT',
    path: '/admin/api/account',
    tag,
    access: { staff: 'any' },
    summary: 'Changes the own name and language.',
    body: z.strictObject({ name: staffName, locale: localeSchema }),
    reply: done,
    failures: [401],
  }),
  staffChangePassword: route({
    id: 'staffChangePassword',
    method: 'PUT',
    path: '/admin/api/account/password',
    tag,
    access: { staff: 'any', fresh: true },
    summary: 'Sets another password and ends every other session.',
    body: z.strictObject({ password: typedPassword, newPassword: typedPassword }),
    reply: done,
    failures: [401, 403],
  }),
  staffAnswerInvitation: route({
    id: 'staffAnswerInvitation',
    method: 'POST',
    path: '/admin/api/account/invitations',
    tag,
    access: { staff: 'any', fresh: true },
    summary:
      'Accepts the roles to which a brand has invited the caller, or declines them. The account of who declines the last invitation and works nowhere is closed.',
    body: z.strictObject({ brand: brandKey, accepts: z.boolean() }),
    reply: done,
    failures: [401, 403, 404],
  }),
  staffTotpBegin: route({
    id: 'staffTotpBegin',
    method: 'POST',
    path: '/admin/api/account/totp',
    tag,
    access: 'console',
    summary: 'A new secret for an authenticator app, as text and QR code. It counts once a code of it was confirmed.',
    body: z.strictObject({}),
    reply: z.strictObject({
      secret: z.string(),
      uri: z.string(),
      /** A drawing of the QR code: rows of 0 and 1. */
      modules: z.array(z.string()),
    }),
    failures: [401, 403],
  }),
  staffTotpConfirm: route({
    id: 'staffTotpConfirm',
    method: 'POST',
    path: '/admin/api/account/totp/confirm',
    tag,
    access: 'console',
    summary: 'Confirms the secret by a code of it; an earlier app stops working.',
    body: z.strictObject({ code: z.string().check(z.regex(/^\d{6}$/)) }),
    reply: enrolled,
    failures: [401, 403],
  }),
  staffPasskeyCreate: route({
    id: 'staffPasskeyCreate',
    method: 'POST',
    path: '/admin/api/account/passkeys/options',
    tag,
    access: 'console',
    summary: 'What to call `navigator.credentials.create` with, for five minutes and this session.',
    body: z.strictObject({}),
    reply: passkeyRoutes.passkeyCreationOptions.reply,
    failures: [401, 403],
  }),
  staffPasskeyAdd: route({
    id: 'staffPasskeyAdd',
    method: 'POST',
    path: '/admin/api/account/passkeys',
    tag,
    access: 'console',
    summary: 'Adds the passkey that was created with those options.',
    body: passkeyRoutes.addPasskey.body,
    reply: enrolled,
    failures: [401, 403, 409],
  }),
  staffPasskeyRemove: route({
    id: 'staffPasskeyRemove',
    method: 'DELETE',
    path: '/admin/api/account/passkeys/:id',
    tag,
    access: { staff: 'any', fresh: true },
    summary: 'Removes an own passkey; the last factor stays (`last_factor`).',
    params: id,
    reply: done,
    failures: [401, 403, 404, 409],
  }),
  staffRecoveryCodes: route({
    id: 'staffRecoveryCodes',
    method: 'POST',
    path: '/admin/api/account/recoveryCodes',
    tag,
    access: { staff: 'any', fresh: true },
    summary: 'Ten new codes, shown once; the earlier ones stop working.',
    body: z.strictObject({}),
    reply: z.strictObject({ recoveryCodes }),
    failures: [401, 403],
  }),
  staffEndSession: route({
    id: 'staffEndSession',
    method: 'DELETE',
    path: '/admin/api/account/sessions/:id',
    tag,
    access: { staff: 'any' },
    summary: 'Ends one of the own sessions.',
    params: id,
    reply: done,
    failures: [401, 404],
  }),
} as const
