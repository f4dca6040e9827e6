import type { FastifyReply, FastifyRequest } from 'fastify'
import { createLru } from '#platform/flow-control/lru.ts'
import { siteOf, subscriberOf } from '#platform/secrets/networks.ts'
import { Failure } from './problem.ts'

/** A token bucket: its size, and the tokens added per second. */
export interface Allowance {
  readonly burst: number
  readonly perSecond: number
}

/** A network has many subscribers: it may take this many times the allowance of one address. */
const addressesInNetwork = 4
const known = 20_000

/**
 * Limits an expensive operation per address and per network; for members, per member.
 * @param factor multiplies the allowance; demo and tests send more requests than a person
 * @returns counts one, or throws Failure 429 with `Retry-After`; the function it returns undoes the count
 */
export function createTraffic(
  { burst, perSecond }: Allowance,
  factor: number,
  clock: () => number = Date.now,
): (request: FastifyRequest, reply: FastifyReply, member?: string) => () => void {
  const takers = createLru<string, { left: number; at: number }>(known)

  /** Takes one token. @returns 0, or the milliseconds until one is available */
  function take(who: string, times: number): number {
    const now = clock()
    const most = burst * factor * times
    const rate = (perSecond * factor * times) / 1000
    const taker = takers.get(who) ?? { left: most, at: now }
    taker.left = Math.min(most, taker.left + (now - taker.at) * rate)
    taker.at = now
    takers.set(who, taker)
    if (taker.left < 1) return (1 - taker.left) / rate
    taker.left -= 1
    return 0
  }

  return ({ ip }, reply, member) => {
    const wait =
      member === undefined ? take(addressOf(ip), 1) || take(networkOf(ip), addressesInNetwork) : take(member, 1)
    if (wait === 0)
      return () => {
        for (const who of member === undefined ? [addressOf(ip), networkOf(ip)] : [member]) {
          const taker = takers.get(who)
          if (taker) taker.left += 1
        }
      }
    void reply.header('retry-after', Math.ceil(wait / 1000))
    throw new Failure(429)
  }
}

const addressOf = (ip: string): string => `a ${subscriberOf(ip)}`
const networkOf = (ip: string): string => `n ${siteOf(ip)}`
