import { isIP } from 'node:net'
import type { ServerConfig } from '#src/config.ts'
import { ConfigError } from '#platform/config.ts'
import { bareHost, isLoopback } from '#platform/process/loopback.ts'

/** The sandbox's secrets, which are public in its source. */
const published = new Set([
  'sandbox-adyen-api-key',
  'test_SANDBOXCLIENTKEY',
  'IncontroSandboxECOM',
  'sandbox-adyen',
  'sandbox-adyen-webhooks',
  '44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056',
  'test_sandboxmollieapikeyofthisdemo',
  'rk_test_sandboxstripekeyofthisdemo',
  'whsec_sandboxstripewebhooksofthisdemo',
  'sandbox-paypal-client-id-of-this-demo',
  'sandbox-paypal-client-secret-of-this-demo',
  'SANDBOXPAYPALWEBHOOK',
  '4107000000',
  'sandbox-trustpay-secret-key-of-this-demo',
  'incontro-sandbox.apps.example',
  'sandbox-google-client-secret',
  'sandbox-language-model-key',
])

/** Entropy below which a secret counts as guessable, in bits. */
const enoughBits = 100

/**
 * Refuses the settings of a demo or a development machine.
 * @throws ConfigError naming the variable at fault
 */
export function assertProductionSettings(config: ServerConfig): void {
  if (bitsOf(config.secretKey) < enoughBits)
    throw new ConfigError('SECRET_KEY: is too easy to guess, make one with `openssl rand -base64 32`')
  const { frameOrigin, ...wallets } = config.wallets
  const connected = Object.values(wallets).filter(({ shared }) => shared !== undefined)
  if (connected.length > 0 && !frameOrigin?.startsWith('https:'))
    throw new ConfigError(
      'WALLET_FRAME_ORIGIN: wallets open on an https address of their own; name one that leads here and to no brand',
    )
  for (const { variables } of [...Object.values(config.payments), ...connected])
    for (const [name, value] of variables)
      if (URL.canParse(value) && /^https?:/.test(value)) mustBePublic(name, value)
      else mustBeSecret(name, value)
  if (config.google) {
    mustBePublic('GOOGLE_ISSUER', config.google.issuer)
    mustBeSecret('GOOGLE_CLIENT_ID', config.google.clientId)
    mustBeSecret('GOOGLE_CLIENT_SECRET', config.google.clientSecret)
  }
  for (const [name, value] of config.concierge.models.variables) mustBeSecret(name, value)
  for (const [name, value] of config.telegram?.variables ?? [])
    if (value.includes(':sandbox-')) throw new ConfigError(`${name}: is the sandbox's, which everybody knows`)
  for (const [name, value] of [...(config.affiliates?.variables ?? []), ...(config.postbackKeys?.variables ?? [])])
    if (bitsOf(value) < enoughBits)
      throw new ConfigError(`${name}: is too easy to guess, make one with \`openssl rand -base64 32\``)
  for (const issuer of config.ageWallet?.issuers ?? []) mustBePublic('AGE_WALLET_ISSUERS', issuer)
  if (isLoopback(new URL(config.smtpUrl).hostname) && !config.smtpLocalRelay)
    throw new ConfigError(
      'SMTP_URL: leads to this machine; if a mail relay runs here, say so with SMTP_LOCAL_RELAY=yes',
    )
}

function mustBePublic(name: string, url: string): void {
  const { hostname, protocol } = new URL(url)
  if (isLoopback(hostname) || isPrivate(hostname))
    throw new ConfigError(`${name}: leads to ${hostname}, which is no provider's; a sandbox is for the demo only`)
  if (protocol !== 'https:') throw new ConfigError(`${name}: must begin with https, since secrets are sent there`)
}

function mustBeSecret(name: string, value: string): void {
  if (published.has(value)) throw new ConfigError(`${name}: is the sandbox's, which everybody knows`)
}

function isPrivate(hostname: string): boolean {
  const host = bareHost(hostname)
  if (isIP(host) === 4)
    return /^(10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.)/.test(host)
  if (isIP(host) === 6) return /^(f[cd]|fe[89ab]|::ffff:)/.test(host)
  return !host.includes('.') || /\.(local|internal|lan|home\.arpa|test|invalid)$/.test(host)
}

/** Shannon entropy of the text in bits; a repeated part counts once. */
function bitsOf(secret: string): number {
  const block = [...secret].slice(0, periodOf(secret))
  const counts = new Map<string, number>()
  for (const letter of block) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= count * Math.log2(count / block.length)
  return bits
}

/** Number of characters after which the text repeats; its length when it does not. */
function periodOf(text: string): number {
  for (let period = 1; period <= text.length / 2; period += 1)
    if (text.slice(period) === text.slice(0, -period)) return period
  return text.length
}
