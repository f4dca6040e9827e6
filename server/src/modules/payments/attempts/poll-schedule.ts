import type { Capabilities } from '../port.ts'
import type { AttemptState } from './attempt-machine.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** Milliseconds before each look-up of a payment on the provider's page; the last one repeats. */
const pagePauses = [2 * minute, 5 * minute, 15 * minute, hour]
/** Milliseconds before each check of an open attempt; the last one repeats. */
const pauses = [5 * second, 15 * second, minute, 5 * minute, 15 * minute, hour]

/** How long the member may take on the provider's page, in milliseconds. */
export const actionExpiresMs = day
/** After this the provider is asked no more: a late webhook event still counts, and the attempt is flagged. */
const givenUpMs = 14 * day
/** Safety margin for clock skew and the duration of a call; at most a quarter of the key lifetime. */
const safetyMs = hour

/**
 * Until when the provider may be asked for an attempt's outcome. Once it has dropped the idempotency key, repeating the
 * request would be a second charge.
 */
export function askableUntil(createdAt: Date, capabilities: Pick<Capabilities, 'keyLifetimeMs'> | undefined): Date {
  const lifetime = capabilities?.keyLifetimeMs ?? Infinity
  return new Date(createdAt.getTime() + Math.min(givenUpMs, lifetime - Math.min(safetyMs, lifetime / 4)))
}

/**
 * When an open attempt is checked next.
 * @param checks number of checks so far
 * @param asked until when its provider may be asked, and whether it can look payments up
 * @returns null when further checks are useless
 */
export function nextCheck(
  state: AttemptState,
  checks: number,
  createdAt: Date,
  now: Date,
  {
    until = new Date(createdAt.getTime() + givenUpMs),
    lookedUp = false,
  }: { readonly until?: Date; readonly lookedUp?: boolean } = {},
): Date | null {
  const age = now.getTime() - createdAt.getTime()
  if (state === 'requires_action' && lookedUp) {
    const next = new Date(now.getTime() + (age >= day ? day : (pagePauses[checks] ?? hour)))
    return next < until ? next : null
  }
  // Checks are useless while the member is at their bank; one check closes an abandoned attempt.
  if (state === 'requires_action')
    return age >= givenUpMs ? null : new Date(Math.max(createdAt.getTime() + actionExpiresMs, now.getTime() + minute))
  const next = new Date(now.getTime() + (age >= day ? day : (pauses[checks] ?? hour)))
  return next < until ? next : null
}
