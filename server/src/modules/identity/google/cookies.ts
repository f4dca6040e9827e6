import type { SignupAnswers } from '@incontro/contract/domain'
import type { Keys } from '#platform/ids.ts'
import type { Handshake } from './port.ts'
import { sealedCookie } from './sealed-cookie.ts'

/** Fields of the visit that an account stores; only these, as browsers limit cookies to 4 kB. */
const kept = ['source', 'campid', 'clickid', 'flowId', 'country'] as const
export type Visit = Pick<SignupAnswers, (typeof kept)[number]>

/**
 * What the landing page knew of the visit, which the detour through the issuer would lose: it overrides what later
 * pages know.
 */
export const visitOf = (fields: Visit): Visit =>
  Object.fromEntries(kept.map((name) => [name, fields[name]]).filter(([, value]) => value !== undefined))

/** A sign-in in progress, bound to the browser in which it started. */
export interface Attempt {
  readonly handshake: Handshake
  /** A path of the brand, validated when it was received. */
  readonly next: string
  readonly visit: Visit
  /** The session that links an account to its member; null for a sign-in. */
  readonly linkFor: { readonly memberId: string; readonly sessionId: string } | null
}

/** A person verified by the issuer who has no account yet; it is created when they complete the form. */
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
