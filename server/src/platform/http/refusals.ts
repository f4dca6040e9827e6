import { createLru } from '../lru.ts'

/**
 * Refusing costs something too: who goes on asking as fast as they are refused would keep the event loop from everybody else.
 * So many refusals are answered at once; from then on so many a second, each connection waiting its turn.
 */
const allowance = { burst: 100, perSecond: 20 }
/** Nobody's connection is held for longer. */
const longestMs = 2000
const known = 20_000

/**
 * Spaces the refusals of each network.
 * @returns counts one for a network; milliseconds until it may be answered
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
