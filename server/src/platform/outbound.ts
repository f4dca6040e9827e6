import { Resolver } from 'node:dns/promises'
import { Agent as HttpAgent, type IncomingHttpHeaders, type IncomingMessage, request as httpRequest } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { type CallNote, callOut } from '#platform/process/calls.ts'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/*
 * The one way to call an address that others chose: the push service of a browser, an affiliate's tracker. Such
 * an address may name a machine of ours, or come to name one between a check and the call.
 */

export interface OutboundRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Buffer | string
  /** By what the installation knows whom it calls. */
  readonly service?: string | undefined
  /** It has given us credentials, and 401 means that it does not take them; otherwise who named it may have no right. */
  readonly hasCredentials?: boolean
}

/**
 * `refused`: not called, since the address is not one that may be called. `failed`: called without an answer in time,
 * so the other side may have acted or not, unless there is no such host or no connection (`unreachable`). Redirects are answers: they are not followed.
 */
export type OutboundReply =
  | {
      readonly kind: 'answer'
      readonly status: number
      readonly headers: IncomingHttpHeaders
      /** The first bytes of the body, as sent: never decompressed. */
      readonly body: Buffer
    }
  | { readonly kind: 'refused'; readonly why: 'url' | 'address' }
  | { readonly kind: 'failed'; readonly why: 'unknown host' | 'unreachable' | 'timeout' | 'connection' }

export interface OutboundOptions {
  /** Origins that may be called although they are http or of our own network: stand-ins of the demo and of tests. */
  readonly trustedOrigins?: readonly string[]
  /** For all of a call: look-up, connection, answer. */
  readonly timeoutMs?: number
  readonly maxReplyBytes?: number
  /** All addresses of a host. */
  readonly resolve?: (host: string) => Promise<readonly string[]>
  readonly mayCall?: (address: string) => boolean
}

export interface Outbound {
  call(request: OutboundRequest): Promise<OutboundReply>
  /** What is wrong with an address before it is called; undefined if nothing is. Hosts are only looked up by `call`. */
  faultOf(url: string): 'url' | 'address' | undefined
  close(): void
}

const mostUrlLength = 2048
const connectionsPerHost = 64

export function createOutbound(options: OutboundOptions = {}): Outbound {
  const { timeoutMs = 5000, maxReplyBytes = 16_384, resolve = resolveAll, mayCall = isPublicAddress } = options
  const trusted = new Set(options.trustedOrigins?.map((origin) => new URL(origin).origin))
  // A connection that is used again goes to an address that was checked when it was opened.
  const agents = { maxSockets: connectionsPerHost, maxFreeSockets: 4, keepAlive: true, timeout: 30_000 }
  const [http, https] = [new HttpAgent(agents), new HttpsAgent(agents)]

  function target(text: string): { readonly url: URL; readonly isTrusted: boolean } | 'url' | 'address' {
    if (text.length > mostUrlLength || !URL.canParse(text)) return 'url'
    const url = new URL(text)
    if (url.username !== '' || url.password !== '') return 'url'
    if (trusted.has(url.origin)) return { url, isTrusted: true }
    // Lower ports are those of other protocols.
    if (url.protocol !== 'https:' || (url.port !== '' && Number(url.port) < 1024)) return 'url'
    const host = hostOf(url)
    if (isIP(host) !== 0 ? !mayCall(host) : isLocalName(host)) return 'address'
    return { url, isTrusted: false }
  }

  async function addressesOf(url: URL, signal: AbortSignal): Promise<readonly string[] | OutboundReply> {
    const host = hostOf(url)
    if (isIP(host) !== 0) return [host]
    let found: readonly string[]
    try {
      found = await orAborted(resolve(host), signal)
    } catch {
      // Whatever the name server says, there is no address.
      return { kind: 'failed', why: signal.aborted ? 'timeout' : 'unknown host' }
    }
    if (found.length === 0) return { kind: 'failed', why: 'unknown host' }
    // One that is not public among others is there for a reason.
    return found.every(mayCall) ? found : { kind: 'refused', why: 'address' }
  }

  async function call(request: OutboundRequest): Promise<OutboundReply> {
    const to = target(request.url)
    if (typeof to === 'string') return { kind: 'refused', why: to }
    const { url, isTrusted } = to
    const signal = AbortSignal.timeout(timeoutMs)
    const { method, headers, body, service, hasCredentials = false } = request
    const noted = (work: (note: CallNote) => Promise<OutboundReply>): Promise<OutboundReply> =>
      callOut(method, url, (note) => {
        if (service !== undefined) note.service = service
        return work(note)
      })
    const addresses = isTrusted ? undefined : await addressesOf(url, signal)
    if (addresses !== undefined && 'kind' in addresses)
      return addresses.kind === 'failed' ? noted(async () => addresses) : addresses
    const secure = url.protocol === 'https:'
    const sending = (note: CallNote) =>
      new Promise<OutboundReply>((done, fail) => {
        const sent = (secure ? httpsRequest : httpRequest)(url, {
          method,
          agent: secure ? https : http,
          signal,
          headers: { ...headers, 'content-length': String(body === undefined ? 0 : Buffer.byteLength(body)) },
          ...(addresses && { lookup: pinnedTo(addresses) }),
        })
        sent.on('response', (answer) => {
          if (answer.statusCode !== undefined) note.status = answer.statusCode
          if (answer.statusCode === 401 && hasCredentials) note.fault = 'credentials'
          readStart(answer, maxReplyBytes).then(
            (start) => done({ kind: 'answer', status: answer.statusCode ?? 0, headers: answer.headers, body: start }),
            fail,
          )
        })
        sent.on('error', fail)
        sent.end(body)
      })
    try {
      return await noted(sending)
    } catch (error) {
      // Refused, reset, of an unknown authority, or nonsense: it is not ours to mend.
      return { kind: 'failed', why: signal.aborted ? 'timeout' : isUnconnected(error) ? 'unreachable' : 'connection' }
    }
  }

  return {
    call,
    faultOf(url) {
      const to = target(url)
      return typeof to === 'string' ? to : undefined
    },
    close() {
      http.destroy()
      https.destroy()
    },
  }
}

/** Whether nothing was sent, as no connection came about. */
const isUnconnected = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'].includes(String(error.code))

/** The first bytes of a body; the rest is not read, and its connection is closed. */
async function readStart(answer: IncomingMessage, most: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of answer as AsyncIterable<Buffer>) {
    parts.push(part)
    length += part.length
    // Leaving the loop destroys the stream.
    if (length >= most) break
  }
  return Buffer.concat(parts).subarray(0, most)
}

const orAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((done, fail) => {
    signal.addEventListener('abort', () => fail(signal.reason as Error), { once: true })
    work.then(done, fail)
  })

/** Without the brackets of an IPv6 address and the dot of an absolute name. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')

/** Names that only mean something in a network of ours. */
const isLocalName = (host: string): boolean =>
  !host.includes('.') || /\.(localhost|local|internal|intranet|lan|home|corp|localdomain|home\.arpa)$/.test(host)

/** A look-up that answers with what was checked, whatever the name server would say now. */
const pinnedTo = (addresses: readonly string[]): LookupFunction => {
  const all = addresses.map((address) => ({ address, family: isIP(address) }))
  return (host, { all: wantsAll }, done) => {
    if (wantsAll === true) return done(null, all)
    const [{ address, family } = { address: host, family: 4 }] = all
    return done(null, address, family)
  }
}

/** By the name servers alone: neither the hosts file nor the threads that files and passwords share. */
async function resolveAll(host: string): Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: 1500, tries: 2 })
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
}

/** Whether an address is one of the public internet (IANA's registries of special purposes). */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !special.check(address, 'ipv4')
  // IPv4 addresses in another spelling (::ffff:…, 64:ff9b::…, ::…) and all that is not assigned are outside this block.
  return family === 6 && !address.includes('%') && unicast.check(address, 'ipv6') && !special.check(address, 'ipv6')
}

const unicast = new BlockList()
unicast.addSubnet('2000::', 3, 'ipv6')

const special = new BlockList()
const v4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  // Multicast, reserved, broadcast.
  ['224.0.0.0', 3],
] as const
const v6 = [
  // Teredo and other protocols' own addresses, documentation, 6to4 (which carries IPv4 addresses).
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const
for (const [network, bits] of v4) special.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of v6) special.addSubnet(network, bits, 'ipv6')
