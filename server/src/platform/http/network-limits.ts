import type { FastifyRateLimitOptions, FastifyRateLimitStore } from '@fastify/rate-limit'
import { createLru } from '#platform/flow-control/lru.ts'
import { networksOf } from '#platform/secrets/networks.ts'

const known = 10_000

interface Window {
  count: number
  endsAt: number
}

/** Whose request it is, for `NetworkStore`: an address, or what identifies a holder and is not one. */
export const limitKey = (from: string, url: string | undefined): string => `${from} ${url ?? ''}`

/** Counts requests by the networks of the client's address. The one that has used most of its share decides. */
export class NetworkStore implements FastifyRateLimitStore {
  readonly #windows = createLru<string, Window>(known)

  incr(
    limited: string,
    done: (error: Error | null, result?: { current: number; ttl: number }) => void,
    timeWindow: number,
  ): void {
    const now = Date.now()
    let current = 0
    let ttl = timeWindow
    const [ip = '', url = ''] = limited.split(' ')
    for (const { key: network, times } of networksOf(ip)) {
      const key = `${network} ${url}`
      const before = this.#windows.get(key)
      const window = before && before.endsAt > now ? before : { count: 0, endsAt: now + timeWindow }
      window.count += 1
      this.#windows.set(key, window)
      const share = Math.ceil(window.count / times)
      if (share > current) {
        current = share
        ttl = window.endsAt - now
      }
    }
    done(null, { current, ttl })
  }

  child(_options: FastifyRateLimitOptions): NetworkStore {
    return new NetworkStore()
  }
}
