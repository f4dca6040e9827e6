import type { SignupAnswers } from '@incontro/contract/domain'
import type { Keys } from '../../../platform/ids.ts'
import type { Handshake } from './port.ts'
import { sealedCookie } from './sealed-cookie.ts'

/** What an account keeps of its visit; a browser takes cookies up to 4 kB, so nothing more goes along. */
const kept = ['source', 'campid', 'clickid', 'flowId', 'country'] as const
export type Visit = Pick<SignupAnswers, (typeof kept)[number]>

/** What the landing page knew of the visit, which the way over the issuer would lose: it goes before whatever later pages know. */
export const visitOf = (fields: Visit): Visit =>
  Object.fromEntries(kept.map((name) => [name, fields[name]]).filter(([, value]) => value !== undefined))

/** A sign-in under way: begun in this browser, for nobody else's answer. */
export interface Attempt {
  readonly handshake: Handshake
  /** A path of the brand, checked when it was taken in. */
  readonly next: string
  readonly visit: Visit
  /** The session that links an account to its member; null where somebody signs in. */
  readonly linkFor: { readonly memberId: string; readonly sessionId: string } | null
}

/** Somebody the issuer vouches for and nobody knows yet. No account stands behind it until they have filled in the rest. */
export interface Newcomer {
  readonly issuer: string
  readonly subject: string
  readonly email: string
  readonly username: string
  readonly next: string
  readonly visit: Visit
}

export const attemptCookie = (keys: Keys) => sealedCookie<Attempt>(keys, '__Host-google', 10 * 60_000)
export const newcomerCookie = (keys: Keys) => sealedCookie<Newcomer>(keys, '__Host-google-newcomer', 30 * 60_000)
