import type { AttemptState } from './attempt-machine.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** Pauses before each look at an open attempt; the last one repeats. */
const pauses = [5 * second, 15 * second, minute, 5 * minute, 15 * minute, hour]

/** How long a page of the bank is waited for. */
export const actionExpiresMs = day
/** After this the provider is asked no more: a late webhook event still counts, and the attempt is flagged. */
export const givenUpMs = 14 * day

/**
 * When an open attempt is looked at next.
 * @param looks how often it has been looked at
 * @returns null when it is too old to ask
 */
export function nextCheck(state: AttemptState, looks: number, createdAt: Date, now: Date): Date | null {
  const age = now.getTime() - createdAt.getTime()
  if (age >= givenUpMs) return null
  // Nothing is to be learnt while the member is at their bank; it is looked at once, to close it.
  if (state === 'requires_action')
    return new Date(Math.max(createdAt.getTime() + actionExpiresMs, now.getTime() + minute))
  const pause = age >= day ? day : (pauses[looks] ?? hour)
  return new Date(now.getTime() + pause)
}
