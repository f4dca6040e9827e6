import type { Capabilities } from '../port.ts'
import type { AttemptState } from './attempt-machine.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** Milliseconds before each look at a payment that the member can make on the provider's page; the last one repeats. */
const pagePauses = [2 * minute, 5 * minute, 15 * minute, hour]
/** Milliseconds before each check of an open attempt; the last one repeats. */
const pauses = [5 * second, 15 * second, minute, 5 * minute, 15 * minute, hour]

/** How long the member may take on the provider's page. */
export const actionExpiresMs = day
/** After this the provider is asked no more: a late webhook event still counts, and the attempt is flagged. */
const givenUpMs = 14 * day
/** What a clock may be off, and a call may take; a quarter of what is left of a shorter life. */
const safetyMs = hour

/**
 * Until when an attempt's provider may be asked what came of it. Once it has forgotten the idempotency key, repeating the charge to
 * learn its outcome would be a second charge.
 */
export function askableUntil(createdAt: Date, capabilities: Pick<Capabilities, 'keyLifetimeMs'> | undefined): Date {
  const lifetime = capabilities?.keyLifetimeMs ?? Infinity
  return new Date(createdAt.getTime() + Math.min(givenUpMs, lifetime - Math.min(safetyMs, lifetime / 4)))
}

/**
 * When an open attempt is checked next.
 * @param checks how often it has been checked
 * @param asked until when its provider may be asked, and whether the payment can be looked up there
 * @returns null when nothing is to be learnt by asking any more
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
  // Nothing is to be learnt while the member is at their bank; it is looked at once, to close it.
  if (state === 'requires_action')
    return age >= givenUpMs ? null : new Date(Math.max(createdAt.getTime() + actionExpiresMs, now.getTime() + minute))
  const next = new Date(now.getTime() + (age >= day ? day : (pauses[checks] ?? hour)))
  return next < until ? next : null
}
