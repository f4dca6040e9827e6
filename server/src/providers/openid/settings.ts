import * as z from 'zod'
import { ConfigError } from '#platform/config.ts'
import { readConnections, type Environment } from '#platform/database/connection-settings.ts'
import { isLoopback } from '#platform/process/loopback.ts'
import type { OpenIdOptions } from './discovery.ts'

/** Google's own issuer is https://accounts.google.com; any other that speaks OpenID Connect will do. */
const variables = {
  GOOGLE_ISSUER: z.url({ protocol: /^https?$/, error: 'must be a web address' }),
  GOOGLE_CLIENT_ID: z.string().min(1),
  GOOGLE_CLIENT_SECRET: z.string().min(1),
}

/**
 * Reads the settings of signing in with Google, all or none, for every brand.
 * @throws ConfigError naming the variable at fault
 */
export function readOpenIdSettings(env: Environment, mode: 'demo' | 'production'): OpenIdOptions | undefined {
  const { shared, brands } = readConnections(env, 'the sign-in with Google', variables)
  const [suffix] = brands.keys()
  if (suffix !== undefined)
    throw new ConfigError(`GOOGLE_…__${suffix}: the sign-in with Google is the same for every brand`)
  if (!shared) return undefined
  const { protocol, hostname } = new URL(shared.GOOGLE_ISSUER)
  // Over plain http, identities could be forged on the network; that is acceptable on the local machine and in a demo.
  if (mode === 'production' && protocol === 'http:' && !isLoopback(hostname))
    throw new ConfigError('GOOGLE_ISSUER: must begin with https://')
  return {
    issuer: shared.GOOGLE_ISSUER,
    clientId: shared.GOOGLE_CLIENT_ID,
    clientSecret: shared.GOOGLE_CLIENT_SECRET,
  }
}
