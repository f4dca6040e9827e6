import type { Capabilities } from '../port.ts'
import type { AttemptState } from './attempt-machine.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** Milliseconds before each check of an open attempt; the last one repeats. */
const pauses = [5 * second, 15 * second, minute, 5 * minute, 15 * minute, hour]

/** How long the member may take on the provider's page. */
export const actionExpiresMs = day
/** After this the provider is asked no more: a late webhook event still counts, and the attempt is flagged. */
const givenUpMs = 14 * day
/** What a clock may be off, and a call may take. */
const safetyMs = hour

/**
 * Until when an attempt's provider may be asked what came of it. Once it has forgotten the idempotency key, repeating the charge to
 * learn its outcome would be a second charge.
 */
export const askableUntil = (createdAt: Date, capabilities: Pick<Capabilities, 'keyLifetimeMs'> | undefined): Date =>
  new Date(createdAt.getTime() + Math.min(givenUpMs, (capabilities?.keyLifetimeMs ?? Infinity) - safetyMs))

/**
 * When an open attempt is checked next.
 * @param checks how often it has been checked
 * @param until the end of the time in which its provider may be asked
 * @returns null when nothing is to be learnt by asking any more
 */
export function nextCheck(
  state: AttemptState,
  checks: number,
  createdAt: Date,
  now: Date,
  until: Date = new Date(createdAt.getTime() + givenUpMs),
): Date | null {
  const age = now.getTime() - createdAt.getTime()
  // Nothing is to be learnt while the member is at their bank; it is looked at once, to close it.
  if (state === 'requires_action')
    return age >= givenUpMs ? null : new Date(Math.max(createdAt.getTime() + actionExpiresMs, now.getTime() + minute))
  const next = new Date(now.getTime() + (age >= day ? day : (pauses[checks] ?? hour)))
  return next < until ? next : null
}
