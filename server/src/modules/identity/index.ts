import type { FastifyRequest } from 'fastify'
import type { Principal, Site } from '#platform/caller.ts'
import { bindJobs } from '#platform/jobs/job.ts'
import type { Module } from '#platform/module.ts'
import type { Keys } from '#platform/ids.ts'
import type { IdentityDeps } from './deps.ts'
import type { IdentityIssuer } from './google/port.ts'
import { googleRoutes } from './google/routes.ts'
import { identityJobs } from './jobs.ts'
import { passkeyRoutes } from './passkeys/routes.ts'
import { identityRoutes } from './routes.ts'
import { principalOf, sessionNow } from './sessions/credentials.ts'
import { inPageLanguage } from './sessions/page-language.ts'
import { createSignupKeys, type SignupKeys } from './signup/keys.ts'

export { brandOf, type IdentityDeps } from './deps.ts'
export type { Claims, IdentityIssuer } from './google/port.ts'
export { confirmAddress } from './links/confirm-address.ts'
export { linkExpired } from './links/presented-token.ts'
export { sendResetLink } from './links/reset-password.ts'
export { sendConfirmation } from './links/send-confirmation.ts'
export { linkEnds, makeLinkToken, memberOfLink, renewLink, useLinkToken } from './links/tokens.ts'
export { clearSessionCookie, sessionCookie } from './sessions/credentials.ts'
export { deviceCookie, sweepBrowsers } from './sessions/known-browsers.ts'
export { authenticatorName } from './passkeys/authenticators.ts'
export { challengeIn, challengeMs, makeChallenge, useChallenge, type Ceremony } from './passkeys/challenge.ts'
export {
  credentialsOf,
  optionsToCreate,
  type RelyingParty,
  verifyAssertion,
  verifyCreation,
} from './passkeys/ceremony.ts'
export { createSessions, type Sessions } from './sessions/sessions.ts'
export { revokeSignInMethods } from './sign-in/methods.ts'
export {
  openToUnconfirmed,
  refuseUnconfirmed,
  refuseUnconfirmedEvents,
  type MemberRoute,
} from './sessions/unconfirmed.ts'
export { createPasswords, isAcceptablePassword, type PasswordCost, type Passwords } from './sign-in/passwords.ts'
export { mustStillBeSignedIn, reauthenticate, reauthenticationOf } from './sign-in/reauthenticate.ts'
export { memberByPassword } from './sign-in/sign-in.ts'
export { CannotInvite, invite } from './signup/invite.ts'
export type { SignupKeys } from './signup/keys.ts'
export { signalsWithin } from './signup/signals-within.ts'

export interface IdentityInput extends Omit<IdentityDeps, 'keys'> {
  /** Derives the keys for a purpose from the installation's secrets. */
  readonly keysFor: (purpose: string) => Keys
  /** Undefined where signing in with Google is not configured. */
  readonly google: IdentityIssuer | undefined
}

export interface Identity extends Module {
  readonly keys: SignupKeys
  /** The member of a request. @throws Failure 403 when the request comes from a page of another site. */
  principalOf(request: FastifyRequest, site: Site): Promise<Principal | null>
  /** The same, read from the database at this moment; undefined when the session has ended. */
  principalNow(request: FastifyRequest, site: Site): Promise<Principal | undefined>
}

/** Identity: sign-up, sign-in methods, sessions, known browsers, link tokens, proof of work, the keys of `utente`. */
export function createIdentity({ keysFor, google, ...given }: IdentityInput): Identity {
  const { db, brands, clock } = given
  const keys = createSignupKeys({ db, sealKeys: keysFor('signup keys'), clock })
  const deps: IdentityDeps = { ...given, keys }
  return {
    keys,
    async principalOf(request, site) {
      const principal = await principalOf(deps.sessions, request, site)
      const brand = brands.byKey(site.brandId)
      return principal && brand ? inPageLanguage(principal, request, brand) : principal
    },
    async principalNow(request, site) {
      const found = await sessionNow(deps.sessions, request, site)
      return found.state === 'active' ? found.principal : undefined
    },
    routes(http) {
      identityRoutes(http, deps)
      googleRoutes(http, { ...deps, google, googleKeys: keysFor('sign-ins with Google') })
      passkeyRoutes(http, { ...deps, challengeKeys: keysFor('passkey challenges') })
    },
    jobs: bindJobs(identityJobs, deps),
  }
}
