import * as z from 'zod/mini'
import { line, password, text, time } from '../fields.ts'
import { longestPasskeyName } from '../limits.ts'
import { route } from '../route.ts'
import { identityRoutes } from './identity.ts'

/** Bytes in WebAuthn's JSON format: base64url without padding. */
const bytes = (max: number) => z.string().check(z.minLength(1), z.maxLength(max), z.regex(/^[A-Za-z0-9_-]+$/))
/** At most 1023 bytes according to the standard. */
const credentialId = bytes(1364)
const transports = z.array(z.string().check(z.regex(/^[a-z-]{1,32}$/))).check(z.maxLength(8))
const attachment = z.optional(z.enum(['platform', 'cross-platform']))
/** The results of extensions; the server ignores them. */
const extensionResults = z.optional(z.record(z.string().check(z.maxLength(64)), z.unknown()))
const credential = z.strictObject({
  id: credentialId,
  type: z.literal('public-key'),
  transports: z.optional(transports),
})

/** `RegistrationResponseJSON` of WebAuthn level 3, as browsers send it. */
const registrationResponse = z.strictObject({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.strictObject({
    clientDataJSON: bytes(4096),
    attestationObject: bytes(16_384),
    transports: z.optional(transports),
    publicKeyAlgorithm: z.optional(z.int()),
    publicKey: z.optional(bytes(8192)),
    authenticatorData: z.optional(bytes(8192)),
  }),
  authenticatorAttachment: attachment,
  clientExtensionResults: extensionResults,
})
export type PasskeyRegistration = z.infer<typeof registrationResponse>

/** `AuthenticationResponseJSON` of WebAuthn level 3. */
const authenticationResponse = z.strictObject({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.strictObject({
    clientDataJSON: bytes(4096),
    authenticatorData: bytes(4096),
    signature: bytes(4096),
    userHandle: z.optional(bytes(128)),
  }),
  authenticatorAttachment: attachment,
  clientExtensionResults: extensionResults,
})
export type PasskeyAssertion = z.infer<typeof authenticationResponse>

const passkey = z.strictObject({
  id: z.uuid(),
  /** Empty if neither the authenticator nor the member provided one. */
  name: z.string(),
  /** Lets the browser inform the authenticator which of its passkeys is no longer accepted. */
  credentialId: z.string(),
  createdAt: time,
  lastUsedAt: z.nullable(time),
  /** Whether a provider synchronises the passkey between devices. */
  synced: z.boolean(),
})
export type PasskeyView = z.infer<typeof passkey>

const id = z.strictObject({ id: z.uuid() })

export const passkeyRoutes = {
  passkeys: route({
    id: 'passkeys',
    method: 'GET',
    path: '/api/users/passkeys',
    tag: 'identity',
    access: 'member',
    summary: 'The member’s own passkeys, the newest first.',
    reply: z.array(passkey),
    failures: [401],
  }),
  passkeyCreationOptions: route({
    id: 'passkeyCreationOptions',
    method: 'POST',
    path: '/api/users/passkeys/options',
    tag: 'identity',
    access: 'member',
    summary:
      'What to call `navigator.credentials.create` with, for five minutes and this session. Asks for the password (`password_needed`) unless the session was opened in the last ten minutes.',
    body: z.strictObject({ password: z.optional(password) }),
    reply: z.strictObject({
      challenge: z.string(),
      rp: z.strictObject({ id: z.string(), name: z.string() }),
      user: z.strictObject({ id: z.string(), name: z.string(), displayName: z.string() }),
      pubKeyCredParams: z.array(z.strictObject({ type: z.literal('public-key'), alg: z.int() })),
      timeout: z.int(),
      attestation: z.literal('none'),
      authenticatorSelection: z.strictObject({
        residentKey: z.literal('required'),
        requireResidentKey: z.literal(true),
        userVerification: z.literal('required'),
      }),
      excludeCredentials: z.array(credential),
      extensions: z.strictObject({ credProps: z.literal(true) }),
      hints: z.array(z.enum(['security-key', 'client-device', 'hybrid'])),
    }),
    failures: [401, 403, 409],
  }),
  addPasskey: route({
    id: 'addPasskey',
    method: 'POST',
    path: '/api/users/passkeys',
    tag: 'identity',
    access: 'member',
    summary:
      'Add the passkey that was created with those options. `name` counts where the authenticator is not a known one.',
    body: z.strictObject({ credential: registrationResponse, name: z.optional(text(longestPasskeyName)) }),
    reply: passkey,
    failures: [401, 409],
  }),
  renamePasskey: route({
    id: 'renamePasskey',
    method: 'PUT',
    path: '/api/users/passkeys/:id',
    tag: 'identity',
    access: 'member',
    summary: 'Rename one of the member’s passkeys.',
    params: id,
    body: z.strictObject({ name: line(longestPasskeyName) }),
    reply: passkey,
    failures: [401, 404],
  }),
  removePasskey: route({
    id: 'removePasskey',
    method: 'DELETE',
    path: '/api/users/passkeys/:id',
    tag: 'identity',
    access: 'member',
    summary: 'Remove one of the member’s passkeys; the last way of signing in stays (`last_sign_in_method`).',
    params: id,
    reply: z.strictObject({ result: z.literal('OK') }),
    failures: [401, 404, 409],
  }),
  passkeyRequestOptions: route({
    id: 'passkeyRequestOptions',
    method: 'POST',
    path: '/api/users/authenticate/passkey/options',
    tag: 'identity',
    access: 'visitor',
    summary:
      'What to call `navigator.credentials.get` with, for five minutes and this browser (by a cookie). Names no one’s passkeys.',
    body: z.strictObject({}),
    reply: z.strictObject({
      challenge: z.string(),
      rpId: z.string(),
      timeout: z.int(),
      userVerification: z.literal('required'),
    }),
  }),
  authenticateWithPasskey: route({
    id: 'authenticateWithPasskey',
    method: 'POST',
    path: '/api/users/authenticate/passkey',
    tag: 'identity',
    access: 'visitor',
    summary: 'Sign in with a passkey.',
    body: z.strictObject({ credential: authenticationResponse }),
    reply: identityRoutes.authenticate.reply,
    failures: [401, 403],
  }),
} as const
