import { createLru } from '../lru.ts'
import { createAllowance } from './allowance.ts'

/** Limits of sockets that have not presented a session yet. */
export interface NewcomerLimits {
  /** Open concurrently without a session. */
  readonly waiting: { readonly perAddress: number; readonly perNetwork: number; readonly inAll: number }
  /** Opened: a burst, then a rate. Identified sockets are not counted. */
  readonly opened: {
    readonly perAddress: { readonly burst: number; readonly perSecond: number }
    readonly perNetwork: { readonly burst: number; readonly perSecond: number }
  }
}

export const newcomerLimits: NewcomerLimits = {
  waiting: { perAddress: 20, perNetwork: 200, inAll: 5000 },
  opened: { perAddress: { burst: 60, perSecond: 1 }, perNetwork: { burst: 600, perSecond: 10 } },
}

/** For installations and tests with more traffic from one address than people cause. */
export const times = ({ waiting, opened }: NewcomerLimits, factor: number): NewcomerLimits => ({
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

export interface Newcomer {
  /** The socket presented a session: it no longer counts. */
  identified(): void
  /** The socket closed, with or without a session. */
  closed(): void
}

/** Counts the sockets without a session by address and by network. */
export function createNewcomers(limits: NewcomerLimits = newcomerLimits): {
  /** Undefined when a limit is reached. */
  admit(ip: string): Newcomer | undefined
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
        { key: `a ${addressKey(ip)}`, most: limits.waiting.perAddress, rate: limits.opened.perAddress },
        { key: `n ${networkKey(ip)}`, most: limits.waiting.perNetwork, rate: limits.opened.perNetwork },
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

/** One subscriber: an IPv4 address, or a /64. */
const addressKey = (ip: string): string => (isV4(ip) ? v4(ip) : groups(ip, 4))
/** The network: a /24 or a /48. */
const networkKey = (ip: string): string => (isV4(ip) ? v4(ip).replace(/\.\d+$/, '') : groups(ip, 3))

const isV4 = (ip: string): boolean => /\d+\.\d+\.\d+\.\d+/.test(ip)
const v4 = (ip: string): string => /\d+\.\d+\.\d+\.\d+/.exec(ip)?.[0] ?? ip

/** The first groups of an IPv6 address, independent of its spelling. */
function groups(ip: string, count: number): string {
  const [head = '', tail] = (ip.split('%')[0] ?? '').split('::')
  const parts = (part: string | undefined): string[] => (part === undefined || part === '' ? [] : part.split(':'))
  const zeros = tail === undefined ? 0 : 8 - parts(head).length - parts(tail).length
  return [...parts(head), ...Array.from({ length: Math.max(0, zeros) }, () => '0'), ...parts(tail)]
    .slice(0, count)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':')
}
