import type { FastifyReply, FastifyRequest } from 'fastify'
import { createLru } from '../lru.ts'
import { ipPrefix } from './app.ts'
import { Failure } from './problem.ts'

/** What somebody may take in one go, and how much of it grows back in a second. */
export interface Allowance {
  readonly burst: number
  readonly perSecond: number
}

/** A network is many subscribers: it may take this many times what one address may. */
const addressesInNetwork = 4
const known = 20_000

/**
 * Bounds what one address, and all addresses of its network together, may take of something dear; of members each, wherever they are.
 * @param factor multiplies the allowance; the demo and the tests are busier than a person
 * @returns counts one, or throws Failure 429 with `Retry-After`; what it returns takes that back
 */
export function createTraffic(
  { burst, perSecond }: Allowance,
  factor: number,
  clock: () => number = Date.now,
): (request: FastifyRequest, reply: FastifyReply, member?: string) => () => void {
  const takers = createLru<string, { left: number; at: number }>(known)

  /** Takes one. @returns milliseconds until there is one, 0 when it was taken */
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

const v4 = /\d+\.\d+\.\d+\.\d+/

/** One subscriber: an IPv4 address, or a /64. */
const addressOf = (ip: string): string => v4.exec(ip)?.[0] ?? `${ipPrefix(ip)}::/64`
/** A /24, or a /48. */
const networkOf = (ip: string): string =>
  v4.test(ip) ? `${ipPrefix(ip)}.0/24` : `${ipPrefix(ip).split(':').slice(0, 3).join(':')}::/48`
