import { createLru } from '../lru.ts'

/**
 * A refusal has a cost too: a client that retries as fast as it is refused could occupy the event loop. After a burst,
 * refusals are delayed to a fixed rate; each holds its own connection meanwhile.
 */
const allowance = { burst: 100, perSecond: 20 }
/** Longest delay, in milliseconds. */
const longestMs = 2000
const known = 20_000

/**
 * Spaces refusals by network.
 * @returns counts one refusal and returns the milliseconds to wait before sending it
 */
export function createRefusals(clock: () => number = Date.now): (network: string) => number {
  const refused = createLru<string, { left: number; at: number }>(known)
  const rate = allowance.perSecond / 1000
  return (network) => {
    const now = clock()
    const entry = refused.get(network) ?? { left: allowance.burst, at: now }
    const left = Math.min(allowance.burst, entry.left + (now - entry.at) * rate) - 1
    refused.set(network, { left: Math.max(left, -longestMs * rate), at: now })
    return left >= 0 ? 0 : Math.min(longestMs, -left / rate)
  }
}
