import * as z from 'zod'
import { ConfigError } from '#platform/config.ts'
import { readConnections, type Environment } from '#platform/database/connection-settings.ts'
import { isLoopback } from '#platform/process/loopback.ts'

export interface AgeWalletOptions {
  /** Opens the wallet: `openid4vp://authorize`, or a wallet's own web address. */
  readonly walletUrl: string
  /** Who may sign the credential; their keys are read at their own addresses. */
  readonly issuers: readonly string[]
  /** `vct` of the credential. */
  readonly credentialType: string
}

const variables = {
  AGE_WALLET_URL: z.url({ error: 'must be an address, as in openid4vp://authorize' }),
  AGE_WALLET_ISSUERS: z
    .string()
    .transform((text) => text.split(',').map((one) => one.trim()))
    .pipe(z.array(z.url({ protocol: /^https?$/, error: 'must be web addresses, with commas between' })).min(1)),
  AGE_WALLET_CREDENTIAL: z.string().min(1),
}

/**
 * The settings of the age check with a wallet, all or none, for every brand.
 * @throws ConfigError naming the variable at fault.
 */
export function readAgeWalletSettings(env: Environment, mode: 'demo' | 'production'): AgeWalletOptions | undefined {
  const { shared, brands } = readConnections(env, 'the age check with a wallet', variables)
  const [suffix] = brands.keys()
  if (suffix !== undefined)
    throw new ConfigError(`AGE_WALLET_…__${suffix}: the age check with a wallet is the same for every brand`)
  if (!shared) return undefined
  // Keys that come over plain http are anybody's; on this machine there is no network, and a demo checks no ages.
  const plain = shared.AGE_WALLET_ISSUERS.map((issuer) => new URL(issuer)).find(
    ({ protocol, hostname }) => mode === 'production' && protocol === 'http:' && !isLoopback(hostname),
  )
  if (plain) throw new ConfigError('AGE_WALLET_ISSUERS: must begin with https://')
  return {
    walletUrl: shared.AGE_WALLET_URL,
    issuers: shared.AGE_WALLET_ISSUERS,
    credentialType: shared.AGE_WALLET_CREDENTIAL,
  }
}
