import type { Keys } from '#platform/ids.ts'
import { Failure, notFound } from '#platform/http/problem.ts'
import type { IdentityDeps } from '../deps.ts'
import type { IdentityIssuer } from './port.ts'

export interface GoogleDeps extends IdentityDeps {
  /** Undefined where signing in with Google is not configured. */
  readonly google: IdentityIssuer | undefined
  /** Key of the cookies that hold the state meanwhile. */
  readonly googleKeys: Keys
}

/** @throws Failure 404 where signing in with Google is not configured */
export function issuerOf(deps: GoogleDeps): IdentityIssuer {
  if (!deps.google) throw notFound()
  return deps.google
}

/** The same failure for an attempt that is missing, expired, used, or of another browser or brand. */
export const attemptExpired = (): Failure =>
  new Failure(401, 'google_ended', { message: 'This sign-in has expired: start again' })
export const unreachable = (): Failure =>
  new Failure(503, 'google_unreachable', { message: 'Google does not answer, try again' })
