import type { FastifyRequest } from 'fastify'
import type { Principal, Site } from '../../platform/caller.ts'
import type { Module } from '../../platform/module.ts'
import { createChallenges } from './challenge.ts'
import type { IdentityDeps } from './deps.ts'
import { sendReset } from './email-links.ts'
import type { IdentityIssuer } from './google/port.ts'
import { googleRoutes } from './google/routes.ts'
import { createSignupKeys, type SignupKeys } from './keys.ts'
import { inPageLanguage } from './locale.ts'
import { passkeyRoutes } from './passkeys/routes.ts'
import { identityRoutes } from './routes.ts'
import { principalOf } from './session-door.ts'
import { sweepIdentity } from './sweep.ts'

declare module '../../platform/jobs.ts' {
  interface Jobs {
    'identity-sweep': Record<never, never>
  }
}

export { countAttempt, forgiveAttempts } from './attempts.ts'
export type { Challenges } from './challenge.ts'
export { sendConfirmation } from './create-account.ts'
export { brandOf, type IdentityDeps } from './deps.ts'
export { ended as linkEnded, sendResetLink } from './email-links.ts'
export { isDeliverableForm, isForbiddenDomain } from './email-rules.ts'
export type { Claims, Handshake, IdentityIssuer, IssuerAnswer } from './google/port.ts'
export { CannotInvite, invite, type InvitationWish } from './invite.ts'
export type { SignupKeys } from './keys.ts'
export { linkEnds, makeLinkToken, useLinkToken } from './links.ts'
export { chooseLocale, localeCookie } from './locale.ts'
export { deviceCookie, sweepDevices } from './new-device.ts'
export { hashPassword, passwordFits } from './passwords.ts'
export { mustStillBeSignedIn, proofOf, prove } from './prove.ts'
export { sessionCookie, takeBack, tokenOf } from './session-door.ts'
export { createSessions, type Sessions } from './sessions.ts'
export { knownByPassword } from './sign-in.ts'
export { endWaysIn } from './ways-in.ts'
export { autologinLink, confirmAddress, sendWelcome } from './welcome-email.ts'

export interface IdentityInput extends Omit<IdentityDeps, 'keys' | 'challenges' | 'signalKey'> {
  /** A key of its own for each purpose, from the installation's secret. */
  readonly keyFor: (purpose: string) => Buffer
  /** Undefined where signing in with Google is not set up: then nothing of it exists. */
  readonly google: IdentityIssuer | undefined
}

export interface Identity extends Module {
  /** What the life of an account goes on with. */
  readonly deps: IdentityDeps
  readonly keys: SignupKeys
  /** The member of a request. @throws Failure 403 when the request comes from a page of another site. */
  principalOf(request: FastifyRequest, site: Site): Promise<Principal | null>
}

/** Every way of signing up and in, sessions, known browsers, link tokens, proof of work, the keys of `utente`. */
export function createIdentity({ keyFor, google, ...given }: IdentityInput): Identity {
  const { db, brands, clock } = given
  const keys = createSignupKeys({ db, sealKey: keyFor('signup keys'), clock })
  const deps: IdentityDeps = {
    ...given,
    keys,
    challenges: createChallenges(keyFor('altcha')),
    signalKey: keyFor('device signals'),
  }
  return {
    deps,
    keys,
    async principalOf(request, site) {
      const principal = await principalOf(deps.sessions, request, site)
      const brand = brands.byKey(site.brandId)
      return principal && brand ? inPageLanguage(principal, request, brand) : principal
    },
    routes(http) {
      identityRoutes(http, deps)
      googleRoutes(http, { ...deps, google, googleKey: keyFor('sign-ins with Google') })
      passkeyRoutes(http, { ...deps, challengeKey: keyFor('passkey challenges') })
    },
    jobs: {
      'identity-reset': (asked) => sendReset(deps, asked),
      'identity-sweep': async () => {
        await sweepIdentity(db, clock())
        await keys.rotate()
      },
    },
    crontab: ['17 * * * * identity-sweep'],
  }
}
