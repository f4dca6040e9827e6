import { createLru } from '#platform/flow-control/lru.ts'
import { networksOf } from '#platform/secrets/networks.ts'

/**
 * A refusal has a cost too: a client that retries as fast as it is refused could occupy the event loop. After a burst,
 * refusals are delayed to a fixed rate; each holds its own connection meanwhile.
 */
const allowance = { burst: 100, perSecond: 20 }
/** Longest delay, in milliseconds. */
const longestMs = 2000
const known = 20_000

/**
 * Spaces refusals by the networks of an address.
 * @returns counts one refusal and returns the milliseconds to wait before sending it
 */
export function createRefusals(clock: () => number = Date.now): (ip: string) => number {
  const refused = createLru<string, { left: number; at: number }>(known)
  const waitOf = (network: string, times: number): number => {
    const now = clock()
    const rate = (allowance.perSecond * times) / 1000
    const burst = allowance.burst * times
    const entry = refused.get(network) ?? { left: burst, at: now }
    const left = Math.min(burst, entry.left + (now - entry.at) * rate) - 1
    refused.set(network, { left: Math.max(left, -longestMs * rate), at: now })
    return left >= 0 ? 0 : Math.min(longestMs, -left / rate)
  }
  return (ip) => Math.max(...networksOf(ip).map(({ key, times }) => waitOf(key, times)))
}
