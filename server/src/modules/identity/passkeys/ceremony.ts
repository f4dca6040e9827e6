import type { PasskeyAssertion, PasskeyRegistration } from '@incontro/contract'
import { Failure } from '#platform/http/problem.ts'
import { challengeMs } from './challenge.ts'

/** Loaded with the first passkey: it would take a tenth of the start-up time. */
const webauthn = () => import('@simplewebauthn/server')

/** EdDSA, ES256, RS256: every authenticator has one of them, and Node can verify all. */
const algorithms = [-8, -7, -257]

/** Where a passkey is valid. */
export interface RelyingParty {
  readonly origin: string
  /** The host without its port: the name under which a browser keeps the passkey. */
  readonly id: string
}

/** A stored passkey, as much as a browser has to know of it. */
export interface KnownPasskey {
  readonly credential_id: Buffer
  readonly transports: string[]
}

/** The user handle authenticators store: the bytes of the id of a member or of staff. */
export const userHandleOf = (id: string): string => Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')

export const credentialsOf = (known: readonly KnownPasskey[]) =>
  known.map((one) => ({
    type: 'public-key' as const,
    id: one.credential_id.toString('base64url'),
    transports: one.transports,
  }))

/** Options for creating a passkey: discoverable, so that signing in needs no email, and with user verification. */
export const optionsToCreate = ({
  challenge,
  rp,
  user,
  known,
}: {
  readonly challenge: string
  readonly rp: { readonly id: string; readonly name: string }
  readonly user: { readonly id: string; readonly name: string; readonly displayName: string }
  readonly known: readonly KnownPasskey[]
}) => ({
  challenge,
  rp,
  user: { ...user, id: userHandleOf(user.id) },
  pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key' as const, alg })),
  timeout: challengeMs,
  // We do not need to know the authenticator's make.
  attestation: 'none' as const,
  authenticatorSelection: {
    residentKey: 'required' as const,
    requireResidentKey: true as const,
    userVerification: 'required' as const,
  },
  excludeCredentials: credentialsOf(known),
  extensions: { credProps: true as const },
  hints: [],
})

/** @throws Failure 400 `passkey_invalid` */
export async function verifyCreation(credential: PasskeyRegistration, challenge: string, { origin, id }: RelyingParty) {
  const { verifyRegistrationResponse } = await webauthn()
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...credential, clientExtensionResults: {} } as Parameters<
      typeof verifyRegistrationResponse
    >[0]['response'],
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch((): { registrationInfo?: undefined } => ({})) // The library throws for every kind of invalid response.
  // The id inside the signed data is the one it will present at sign-in.
  if (
    !registrationInfo ||
    registrationInfo.credential.id !== credential.id ||
    registrationInfo.credential.publicKey.length > 4096
  )
    throw new Failure(400, 'passkey_invalid', {
      field: 'credential',
      message: 'This passkey cannot be accepted: request new options and try again',
    })
  return registrationInfo
}

/**
 * What a valid assertion says, among it the new counter; undefined for an invalid one. The counter is compared by the
 * caller, in one statement with its change, so that of a passkey and its concurrent copy one is refused.
 */
export async function verifyAssertion(
  credential: PasskeyAssertion,
  challenge: string,
  { origin, id }: RelyingParty,
  publicKey: Buffer,
) {
  const { verifyAuthenticationResponse } = await webauthn()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...credential, clientExtensionResults: {} } as Parameters<
      typeof verifyAuthenticationResponse
    >[0]['response'],
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    credential: { id: credential.id, publicKey: Uint8Array.from(publicKey), counter: 0 },
  }).catch(() => ({ verified: false, authenticationInfo: undefined })) // It throws for every kind of invalid response.
  return verified ? authenticationInfo : undefined
}
