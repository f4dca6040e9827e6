/**
 * How fast mail to one domain leaves: large providers refuse senders that come all at once. Only mail to many members
 * waits; what a member waits for goes at once and takes its place in the count.
 */
export interface Pace {
  /** When a bulk mail to the address may leave, by its domain: now, or the next free place, which it then has. */
  placeFor(address: string, now: Date): Date
  /** Counts a mail that has not waited. */
  count(address: string, now: Date): void
  /** Its servers ask us to slow down. */
  pause(address: string, now: Date): void
  /** Whether that is not over yet: what had a place before has none. */
  isPaused(address: string, now: Date): boolean
}

/** Places that may be taken at once after a quiet time, in seconds of the pace. */
const burstMs = 5000
const pauseMs = 10 * 60_000
/** Domains that are remembered; above this those at rest are dropped. */
const mostDomains = 5000

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase()

/** @param perMinute mails to one domain in a minute, of each process that sends */
export function createPace(perMinute: number): Pace {
  const intervalMs = 60_000 / perMinute
  /** When the last place of a domain is over. */
  const takenUntil = new Map<string, number>()
  /** Of the domains that asked for it. */
  const pausedUntil = new Map<string, number>()

  function forgetRested(now: number): void {
    for (const domains of [takenUntil, pausedUntil])
      if (domains.size >= mostDomains) for (const [one, until] of domains) if (until <= now) domains.delete(one)
  }

  function take(domain: string, now: number): number {
    forgetRested(now)
    const from = Math.max(takenUntil.get(domain) ?? 0, now)
    takenUntil.set(domain, from + intervalMs)
    return from
  }

  return {
    placeFor: (address, now) => {
      const from = take(domainOf(address), now.getTime())
      return new Date(Math.max(from - burstMs, now.getTime()))
    },
    count: (address, now) => void take(domainOf(address), now.getTime()),
    pause(address, now) {
      const domain = domainOf(address)
      const until = now.getTime() + pauseMs
      takenUntil.set(domain, Math.max(takenUntil.get(domain) ?? 0, until + burstMs))
      pausedUntil.set(domain, Math.max(pausedUntil.get(domain) ?? 0, until))
    },
    isPaused: (address, now) => (pausedUntil.get(domainOf(address)) ?? 0) > now.getTime(),
  }
}
