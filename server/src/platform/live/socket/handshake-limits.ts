import { createLru } from '#platform/flow-control/lru.ts'
import { siteOf, subscriberOf } from '#platform/secrets/networks.ts'
import { createAllowance } from './allowance.ts'

/** Limits of sockets that have not presented a session yet. */
export interface HandshakeLimits {
  /** Open concurrently without a session. */
  readonly waiting: { readonly perAddress: number; readonly perNetwork: number; readonly inAll: number }
  /** Opened: a burst, then a rate. Identified sockets are not counted. */
  readonly opened: {
    readonly perAddress: { readonly burst: number; readonly perSecond: number }
    readonly perNetwork: { readonly burst: number; readonly perSecond: number }
  }
}

export const handshakeLimits: HandshakeLimits = {
  waiting: { perAddress: 20, perNetwork: 200, inAll: 5000 },
  opened: { perAddress: { burst: 60, perSecond: 1 }, perNetwork: { burst: 600, perSecond: 10 } },
}

/** For installations and tests with more traffic from one address than people cause. */
export const times = ({ waiting, opened }: HandshakeLimits, factor: number): HandshakeLimits => ({
  waiting: {
    perAddress: waiting.perAddress * factor,
    perNetwork: waiting.perNetwork * factor,
    inAll: waiting.inAll * factor,
  },
  opened: {
    perAddress: { burst: opened.perAddress.burst * factor, perSecond: opened.perAddress.perSecond * factor },
    perNetwork: { burst: opened.perNetwork.burst * factor, perSecond: opened.perNetwork.perSecond * factor },
  },
})

export interface Handshake {
  /** The socket presented a session: it no longer counts. */
  identified(): void
  /** The socket closed, with or without a session. */
  closed(): void
}

/** Counts the sockets without a session by address and by network. */
export function createHandshakeGate(limits: HandshakeLimits = handshakeLimits): {
  /** Undefined when a limit is reached. */
  admit(ip: string): Handshake | undefined
} {
  const waiting = new Map<string, number>()
  const rates = createLru<string, ReturnType<typeof createAllowance>>(50_000)
  const rateOf = (key: string, allowance: { burst: number; perSecond: number }) => {
    const known = rates.get(key)
    if (known) return known
    const made = createAllowance(allowance)
    rates.set(key, made)
    return made
  }
  const change = (key: string, by: number): void => {
    const count = (waiting.get(key) ?? 0) + by
    if (count > 0) waiting.set(key, count)
    else waiting.delete(key)
  }
  return {
    admit(ip) {
      const places = [
        { key: `a ${subscriberOf(ip)}`, most: limits.waiting.perAddress, rate: limits.opened.perAddress },
        { key: `n ${siteOf(ip)}`, most: limits.waiting.perNetwork, rate: limits.opened.perNetwork },
      ]
      if ((waiting.get('all') ?? 0) >= limits.waiting.inAll) return undefined
      if (places.some(({ key, most }) => (waiting.get(key) ?? 0) >= most)) return undefined
      const taken = places.map(({ key, rate }) => rateOf(key, rate))
      if (!taken.every((allow) => allow())) return undefined
      const keys = ['all', ...places.map(({ key }) => key)]
      for (const key of keys) change(key, 1)
      let counted = true
      const leave = (): void => {
        if (counted) for (const key of keys) change(key, -1)
        counted = false
      }
      return {
        closed: leave,
        identified() {
          leave()
          for (const allow of taken) allow.restore()
        },
      }
    },
  }
}
