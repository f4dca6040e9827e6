import type { Keys } from '#platform/ids.ts'
import type { IdentityDeps } from '../deps.ts'

export interface PasskeyDeps extends IdentityDeps {
  readonly challengeKeys: Keys
}

/** Loaded with the first passkey: it would take a tenth of the start-up time. */
export const webauthn = () => import('@simplewebauthn/server')

/** EdDSA, ES256, RS256: every authenticator has one of them, and Node can verify all. */
export const algorithms = [-8, -7, -257]

/** The user handle authenticators store: the bytes of the member's id. */
export const userHandleOf = (memberId: string): string =>
  Buffer.from(memberId.replaceAll('-', ''), 'hex').toString('base64url')
