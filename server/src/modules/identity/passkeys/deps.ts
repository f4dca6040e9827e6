import type { Keys } from '../../../platform/ids.ts'
import type { IdentityDeps } from '../deps.ts'

export interface PasskeyDeps extends IdentityDeps {
  readonly challengeKeys: Keys
}

/** The standard's server part, brought in by the first passkey: with its certificates it would be a tenth of the start. */
export const webauthn = () => import('@simplewebauthn/server')

/** EdDSA, ES256, RS256: one of them every authenticator has, and every Node can check. */
export const algorithms = [-8, -7, -257]

/** The handle authenticators keep for a member: the bytes of the id. */
export const userHandleOf = (memberId: string): string =>
  Buffer.from(memberId.replaceAll('-', ''), 'hex').toString('base64url')
