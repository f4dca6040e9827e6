import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { ApplePayOptions } from './options.ts'

const numbered = (name: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${name}${index + 1}`)

/** Source: developer.apple.com, "Setting Up Your Server", the hosts for merchant validation. */
const appleHosts: ReadonlySet<string> = new Set(
  [
    'apple-pay-gateway',
    'cn-apple-pay-gateway',
    'apple-pay-gateway-cert',
    'cn-apple-pay-gateway-cert',
    ...numbered('apple-pay-gateway-nc-pod', 5),
    ...numbered('apple-pay-gateway-pr-pod', 5),
    ...numbered('apple-pay-gateway-nc-pod', 5).map((name) => `${name}-dr`),
    ...numbered('apple-pay-gateway-pr-pod', 5).map((name) => `${name}-dr`),
    ...numbered('cn-apple-pay-gateway-sh-pod', 3),
    ...numbered('cn-apple-pay-gateway-sh-pod', 3).map((name) => `${name}-dr`),
    ...numbered('cn-apple-pay-gateway-tj-pod', 3),
    ...numbered('cn-apple-pay-gateway-tj-pod', 3).map((name) => `${name}-dr`),
  ].map((name) => `${name}.apple.com`),
)

const paths = new Set(['/paymentservices/startSession', '/paymentservices/paymentSession'])
const longestAnswer = 65_536
const defaultTimeoutMs = 10_000

/** Whether Apple lists the URL for merchant validation: our certificate is used nowhere else. */
export function isGateway(validationUrl: string, { gatewayOrigin }: Pick<ApplePayOptions, 'gatewayOrigin'>): boolean {
  if (!URL.canParse(validationUrl)) return false
  const { origin, protocol, hostname, port, pathname, search, hash, username, password } = new URL(validationUrl)
  if (!paths.has(pathname) || [search, hash, username, password].some((part) => part !== '')) return false
  if (gatewayOrigin !== null) return origin === gatewayOrigin
  return protocol === 'https:' && port === '' && appleHosts.has(hostname)
}

/**
 * Requests the session that opens Apple's sheet, with the merchant certificate.
 * @throws when Apple does not answer, or with something other than a session
 */
export function requestSession(
  validationUrl: string,
  { domain, name }: { readonly domain: string; readonly name: string },
  options: ApplePayOptions,
): Promise<object> {
  const body = JSON.stringify({
    merchantIdentifier: options.merchantId,
    displayName: name.slice(0, 64),
    initiative: 'web',
    initiativeContext: domain,
  })
  const { certificate: cert, key, ca } = options
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  const asked = { method: 'POST', headers, signal: AbortSignal.timeout(options.timeoutMs ?? defaultTimeoutMs) }
  return new Promise((resolve, reject) => {
    const request = validationUrl.startsWith('https:')
      ? httpsRequest(validationUrl, { ...asked, cert, key, ...(ca === undefined ? {} : { ca }) })
      : httpRequest(validationUrl, asked)
    request.on('error', reject)
    request.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('error', reject)
      response.on('data', (chunk: string) => {
        text += chunk
        if (text.length > longestAnswer) request.destroy(new Error('Apple’s answer is too long'))
      })
      response.on('end', () => {
        const session = response.statusCode === 200 ? objectOf(text) : null
        if (session) resolve(session)
        else reject(new Error(`Apple gave no merchant session: ${response.statusCode}`))
      })
    })
    request.end(body)
  })
}

function objectOf(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
  } catch {
    // Not JSON: the caller reports the invalid reply.
    return null
  }
}
