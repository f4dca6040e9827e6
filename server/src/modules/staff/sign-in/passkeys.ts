import type { PasskeyAssertion, PasskeyRegistration } from '@incontro/contract'
import { sql } from 'kysely'
import {
  algorithms,
  authenticatorName,
  challengeIn,
  challengeMs,
  makeChallenge,
  useChallenge,
  userHandleOf,
  webauthn,
  type Ceremony,
} from '#modules/identity/index.ts'
import type { Executor, Tx } from '#platform/database/database.ts'
import { Failure } from '#platform/http/problem.ts'
import { newId } from '#platform/ids.ts'
import type { StaffDeps } from '#modules/staff/deps.ts'
import type { StaffSession } from '#modules/staff/sessions/sessions.ts'

const mostPasskeys = 10
/** The name under which a browser keeps the passkey: the host without its port. */
const rpId = ({ console }: Pick<StaffDeps, 'console'>): string => console.host.replace(/:\d+$/, '')

const ceremonyOf = (
  { console }: Pick<StaffDeps, 'console'>,
  purpose: Ceremony['purpose'],
  { sessionId }: Pick<StaffSession, 'sessionId'>,
): Ceremony => ({
  purpose,
  site: { brandId: '*', poolId: '*', host: console.host, origin: console.origin },
  holder: `staff ${sessionId}`,
})

/** What a browser asks the authenticator with: only passkeys of this person. */
export async function assertionOptions(deps: StaffDeps, db: Executor, session: StaffSession) {
  const known = await db
    .selectFrom('staff_passkeys')
    .select(['credential_id', 'transports'])
    .where('staff_id', '=', session.staffId)
    .execute()
  return {
    challenge: makeChallenge(deps.challengeKeys, ceremonyOf(deps, 'get', session), deps.clock()),
    rpId: rpId(deps),
    timeout: challengeMs,
    userVerification: 'required' as const,
    allowCredentials: known.map((one) => ({
      id: one.credential_id.toString('base64url'),
      type: 'public-key' as const,
      transports: one.transports,
    })),
  }
}

/** Whether the passkey belongs to the person of the session and signed its challenge; each challenge counts once. */
export async function usePasskey(
  deps: StaffDeps,
  tx: Tx,
  session: StaffSession,
  credential: PasskeyAssertion,
): Promise<boolean> {
  const at = deps.clock()
  const challenge = challengeIn(credential.response.clientDataJSON)
  if (!(await useChallenge(tx, deps.challengeKeys, ceremonyOf(deps, 'get', session), challenge, at))) return false
  const known = await tx
    .selectFrom('staff_passkeys')
    .select(['id', 'public_key', 'counter'])
    .where('staff_id', '=', session.staffId)
    .where('credential_id', '=', Buffer.from(credential.id, 'base64url'))
    .executeTakeFirst()
  if (!known) return false
  const { verifyAuthenticationResponse } = await webauthn()
  const verified = await verifyAuthenticationResponse({
    response: { ...credential, clientExtensionResults: {} } as Parameters<
      typeof verifyAuthenticationResponse
    >[0]['response'],
    expectedChallenge: challenge,
    expectedOrigin: deps.console.origin,
    expectedRPID: rpId(deps),
    requireUserVerification: true,
    // Compared below, in one statement with its change.
    credential: { id: credential.id, publicKey: new Uint8Array(known.public_key), counter: 0 },
  }).catch(() => ({ verified: false, authenticationInfo: undefined })) // It throws for every kind of invalid response.
  if (!verified.verified || !verified.authenticationInfo) return false
  const { newCounter } = verified.authenticationInfo
  const counted = await tx
    .updateTable('staff_passkeys')
    .set({ counter: newCounter, last_used_at: at })
    .where('id', '=', known.id)
    .where(sql<boolean>`(counter < ${newCounter}::bigint or (counter = 0 and ${newCounter}::bigint = 0))`)
    .executeTakeFirst()
  return counted.numUpdatedRows === 1n
}

export async function creationOptions(deps: StaffDeps, db: Executor, session: StaffSession) {
  const known = await db
    .selectFrom('staff_passkeys')
    .select(['credential_id', 'transports'])
    .where('staff_id', '=', session.staffId)
    .execute()
  return {
    challenge: makeChallenge(deps.challengeKeys, ceremonyOf(deps, 'create', session), deps.clock()),
    rp: { id: rpId(deps), name: rpId(deps) },
    user: { id: userHandleOf(session.staffId), name: session.email, displayName: session.name },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key' as const, alg })),
    timeout: challengeMs,
    attestation: 'none' as const,
    authenticatorSelection: {
      residentKey: 'required' as const,
      requireResidentKey: true as const,
      userVerification: 'required' as const,
    },
    excludeCredentials: known.map((one) => ({
      type: 'public-key' as const,
      id: one.credential_id.toString('base64url'),
      transports: one.transports,
    })),
    extensions: { credProps: true as const },
    hints: [],
  }
}

/** @throws Failure 400 `passkey_expired`, `passkey_invalid`; 409 `passkey_known`, `too_many_passkeys` */
export async function addPasskey(
  deps: StaffDeps,
  tx: Tx,
  session: StaffSession,
  { credential, name }: { readonly credential: PasskeyRegistration; readonly name?: string | undefined },
): Promise<void> {
  const at = deps.clock()
  const challenge = challengeIn(credential.response.clientDataJSON)
  if (!(await useChallenge(tx, deps.challengeKeys, ceremonyOf(deps, 'create', session), challenge, at)))
    throw new Failure(400, 'passkey_expired', { message: 'These options have expired or were used: request new ones' })
  const { verifyRegistrationResponse } = await webauthn()
  const { registrationInfo: made } = await verifyRegistrationResponse({
    response: { ...credential, clientExtensionResults: {} } as Parameters<
      typeof verifyRegistrationResponse
    >[0]['response'],
    expectedChallenge: challenge,
    expectedOrigin: deps.console.origin,
    expectedRPID: rpId(deps),
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch((): { registrationInfo?: undefined } => ({})) // It throws for every kind of invalid response.
  if (!made || made.credential.id !== credential.id || made.credential.publicKey.length > 4096)
    throw new Failure(400, 'passkey_invalid', {
      field: 'credential',
      message: 'This passkey cannot be accepted: request new options and try again',
    })
  const { n } = await tx
    .selectFrom('staff_passkeys')
    .select((select) => select.fn.countAll<number>().as('n'))
    .where('staff_id', '=', session.staffId)
    .executeTakeFirstOrThrow()
  if (n >= mostPasskeys)
    throw new Failure(409, 'too_many_passkeys', { message: `At most ${mostPasskeys} passkeys, remove one first` })
  const added = await tx
    .insertInto('staff_passkeys')
    .values({
      id: newId(),
      staff_id: session.staffId,
      credential_id: Buffer.from(made.credential.id, 'base64url'),
      public_key: Buffer.from(made.credential.publicKey),
      counter: made.credential.counter,
      transports: credential.response.transports ?? [],
      name: authenticatorName(made.aaguid) ?? name?.trim() ?? '',
      created_at: at,
      last_used_at: null,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirst()
  if (added.numInsertedOrUpdatedRows !== 1n)
    throw new Failure(409, 'passkey_known', { field: 'credential', message: 'This passkey is already registered' })
}
