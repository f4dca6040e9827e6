import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { request, type RequestOptions } from 'node:https'
import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { TLSSocket } from 'node:tls'
import type { Finding } from '#modules/outreach/index.ts'

/** A host that browsers are to reach by HTTPS. */
export interface SiteToCheck {
  readonly host: string
  /** The title of the brand whose pages it shows; without it, the staff's console. */
  readonly title?: string | undefined
  /** Names of the payment providers that report to it. */
  readonly webhooks: readonly string[]
}

export interface SiteCheckOptions {
  readonly clock: () => Date
  /** Ours in tests; 443 and the system's authorities by default. */
  readonly port?: number
  readonly ca?: string
  readonly addressesOf?: (host: string) => Promise<readonly string[]>
}

interface Reply {
  readonly status: number
  readonly type: string
  readonly body: string
  readonly expires: Date
}

const timeoutMs = 10_000
const day = 86_400_000
/** Let's Encrypt renews with 30 days left: below 14, its renewal has failed for two weeks. */
const renewedBefore = 14 * day
/** More than a photo, less than what a proxy should take. */
const largeBody = Buffer.alloc(11_000_000)

const ok = (says: string): Finding => ({ state: 'ok', says })
const look = (says: string): Finding => ({ state: 'look', says })
const wrong = (says: string): Finding => ({ state: 'wrong', says })

/** What a browser, a mail provider and a payment provider meet on their way to a host, in the order in which they do. */
export async function checkSite(site: SiteToCheck, options: SiteCheckOptions): Promise<readonly Finding[]> {
  const { host, title, webhooks } = site
  const addressesOf =
    options.addressesOf ?? (async (name) => (await lookup(name, { all: true })).map((one) => one.address))
  let addresses: readonly string[]
  try {
    addresses = await addressesOf(host)
  } catch (error) {
    return [wrong(`${host}: the name has no address (${codeOf(error)}): add an A or AAAA record for this server`)]
  }
  const call = caller(site, options)
  let health: Reply
  try {
    health = await call('GET', '/healthz')
  } catch (error) {
    return [ok(`${host} is at ${addresses.join(', ')}`), wrong(`${host}: ${reasonOf(error)}`)]
  }
  const found = [ok(`${host} is at ${addresses.join(', ')}`), certificateFinding(host, health.expires, options.clock())]
  if (health.status !== 200 || !health.body.includes('"ok"'))
    return [
      ...found,
      wrong(
        `${host}: something answers (${health.status}) which is not Incontro: the proxy has to pass everything on to its port`,
      ),
    ]
  found.push(await hostFinding(call, host, title))
  // The rest is the same for every host behind one proxy, and the console needs none of it.
  if (title === undefined) return found
  found.push(await uploadFinding(call, host), await socketFinding(call, host))
  for (const provider of webhooks) found.push(await webhookFinding(call, host, provider))
  return found
}

function certificateFinding(host: string, expires: Date, now: Date): Finding {
  const left = expires.getTime() - now.getTime()
  const until = expires.toISOString().slice(0, 10)
  return left < renewedBefore
    ? wrong(
        `${host}: the certificate ends on ${until} and should have been renewed by now: look at Caddy's or certbot's log`,
      )
    : ok(`${host} has a certificate until ${until}`)
}

type Call = ReturnType<typeof caller>

/** Whether the proxy passes on whose page is asked for, and that it was by HTTPS. */
async function hostFinding(call: Call, host: string, title: string | undefined): Promise<Finding> {
  const reply = await call('GET', title === undefined ? '/' : '/manifest.webmanifest')
  const isIts = title === undefined ? reply.status === 200 : reply.status === 200 && nameIn(reply.body) === title
  return isIts
    ? ok(`${host} shows ${title ?? 'the console'}`)
    : wrong(
        `${host}: does not show ${title ?? 'the console'} (${reply.status}): the proxy has to send Host, X-Forwarded-For and X-Forwarded-Proto, and TRUSTED_PROXIES has to name it`,
      )
}

function nameIn(manifest: string): unknown {
  try {
    return (JSON.parse(manifest) as { name?: unknown }).name
  } catch {
    // A page instead of the manifest: not this brand's.
    return undefined
  }
}

/** Ours says 404 in its own format; a proxy with a limit of its own answers before it. */
async function uploadFinding(call: Call, host: string): Promise<Finding> {
  const refused = wrong(
    `${host}: photos of 11 MB are refused on the way: nginx needs client_max_body_size 12m, others a limit of 12 MB`,
  )
  try {
    const { status, type } = await call('POST', '/healthz', { body: largeBody })
    return status === 413 && !type.includes('problem+json') ? refused : ok(`${host} takes photos of 11 MB`)
  } catch (error) {
    // Some proxies cut the connection instead of answering.
    return /ECONNRESET|EPIPE/.test(codeOf(error)) ? refused : wrong(`${host}: ${reasonOf(error)}`)
  }
}

async function socketFinding(call: Call, host: string): Promise<Finding> {
  const headers = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': Buffer.from('a check of the way').subarray(0, 16).toString('base64'),
    origin: `https://${host}`,
  }
  const { status } = await call('GET', '/chat-socket/?EIO=4&transport=websocket', { headers })
  return status === 101
    ? ok(`${host} lets sockets through`)
    : look(
        `${host}: no socket gets through at /chat-socket (${status}): the proxy has to pass on Upgrade and Connection; until then messages arrive within ten seconds instead of at once`,
      )
}

async function webhookFinding(call: Call, host: string, provider: string): Promise<Finding> {
  const { status } = await call('POST', `/pay/webhooks/${provider}`, { body: Buffer.from('{}') })
  // Unsigned, so it must not be accepted; 404 is a path that nothing answers.
  return status >= 400 && status < 500 && status !== 404
    ? ok(`${host} receives what ${provider} reports, and refuses it unsigned`)
    : wrong(`${host}: /pay/webhooks/${provider} answers ${status}: what ${provider} reports is lost`)
}

function caller({ host }: SiteToCheck, { port = 443, ca }: SiteCheckOptions) {
  return async (
    method: 'GET' | 'POST',
    path: string,
    { body, headers = {} }: { readonly body?: Buffer; readonly headers?: Record<string, string> } = {},
  ): Promise<Reply> => {
    const options: RequestOptions = {
      host,
      port,
      path,
      method,
      ...(ca !== undefined && { ca }),
      timeout: timeoutMs,
      agent: false,
      headers: { ...headers, ...(body && { 'content-length': body.length, 'content-type': 'application/json' }) },
    }
    const sent = request(options)
    sent.once('timeout', () => sent.destroy(new Error(`no answer within ${timeoutMs / 1000} s`)))
    let expires = new Date(0)
    sent.once('socket', (socket) =>
      socket.once('secureConnect', () => {
        expires = new Date((socket as TLSSocket).getPeerCertificate().valid_to)
      }),
    )
    const answered = Promise.race([
      once(sent, 'response') as Promise<[IncomingMessage]>,
      once(sent, 'upgrade') as Promise<[IncomingMessage]>,
    ])
    sent.end(body)
    const [response] = await answered
    const { statusCode: status = 0 } = response
    const type = response.headers['content-type'] ?? ''
    if (status === 101) {
      sent.destroy()
      return { status, type, body: '', expires }
    }
    return { status, type, body: (await buffer(response)).toString(), expires }
  }
}

const codeOf = (error: unknown): string =>
  (error as NodeJS.ErrnoException).code ?? (error instanceof Error ? error.message : String(error))

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens on port 443: start the proxy, and open the port in the firewall',
  ETIMEDOUT: 'port 443 does not answer: open it in the firewall',
  EHOSTUNREACH: 'cannot be reached from here',
  CERT_HAS_EXPIRED: "the certificate has expired: look at Caddy's or certbot's log",
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is self-signed, which browsers refuse',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate is signed by an authority that browsers do not know',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'the certificate comes without those between it and its authority: use fullchain.pem',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another name',
}
const reasonOf = (error: unknown): string => reasons[codeOf(error)] ?? codeOf(error)
