import type { Keys } from '../../../platform/ids.ts'
import { Failure, notFound } from '../../../platform/http/problem.ts'
import type { IdentityDeps } from '../deps.ts'
import type { IdentityIssuer } from './port.ts'

export interface GoogleDeps extends IdentityDeps {
  /** Undefined where the sign-in is not set up: then nothing of it exists. */
  readonly google: IdentityIssuer | undefined
  /** Key of what is kept in the browser meanwhile. */
  readonly googleKeys: Keys
}

/** @throws Failure 404 where the sign-in is not set up. */
export function issuerOf(deps: GoogleDeps): IdentityIssuer {
  if (!deps.google) throw notFound()
  return deps.google
}

/** One answer for whatever is missing, over, another browser's, another brand's or used before. */
export const attemptExpired = (): Failure =>
  new Failure(401, 'google_ended', { message: 'This sign-in has expired: start again' })
export const unreachable = (): Failure =>
  new Failure(503, 'google_unreachable', { message: 'Google does not answer, try again' })
