import { isIPv4, isIPv6 } from 'node:net'

/**
 * Whose address it is. Providers give one subscriber an IPv4 address or a /64, but anybody can rent a /48, which has
 * 65,536 of those: what is limited per network counts both.
 */
export interface Network {
  readonly key: string
  /** How many times the limit of one network it may take. */
  readonly times: number
}

/** A /48 has more subscribers than a /64, but not 65,536 times as many. */
const networksInSite = 4

/** The networks of an address that limits count, the smallest first: a /24, or a /64 and its /48. */
export function networksOf(ip: string): readonly Network[] {
  const v4 = readV4(ip)
  if (v4 !== undefined) return [{ key: withoutHost(v4), times: 1 }]
  return [
    { key: groups(ip, 4), times: 1 },
    { key: `${groups(ip, 3)}/48`, times: networksInSite },
  ]
}

/** One subscriber: an IPv4 address, or a /64. */
export const subscriberOf = (ip: string): string => readV4(ip) ?? groups(ip, 4)

/** A network of many subscribers: a /24, or a /48. */
export function siteOf(ip: string): string {
  const v4 = readV4(ip)
  return v4 === undefined ? groups(ip, 3) : withoutHost(v4)
}

/** The same network as a CIDR block, which is all of an address that is kept of a sign-in. */
export function blockOf(ip: string): string | null {
  const v4 = readV4(ip)
  if (v4 !== undefined) return isIPv4(v4) ? `${withoutHost(v4)}.0/24` : null
  return isIPv6(ip) ? `${groups(ip, 3)}::/48` : null
}

/** Also inside an IPv6 address, and with the client's port, which some proxies append. */
const readV4 = (ip: string): string | undefined => /\d+\.\d+\.\d+\.\d+/.exec(ip)?.[0]
const withoutHost = (v4: string): string => v4.slice(0, v4.lastIndexOf('.'))

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
