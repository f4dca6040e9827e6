import * as z from 'zod'
import { ConfigError } from '#platform/config.ts'
import {
  type ConnectionSettings,
  type Environment,
  mapConnections,
  readConnections,
} from '#platform/database/connection-settings.ts'

const variables = { AFFILIATE_KEY: z.string().min(32, 'must have at least 32 characters') }

/**
 * The key of each brand's affiliate (`AFFILIATE_KEY__BRAND`).
 * @throws ConfigError naming the variable at fault, and for a key of all brands
 */
export function readAffiliateKeys(env: Environment): ConnectionSettings<string> {
  const settings = readConnections(env, 'the affiliates', variables)
  if (settings.shared !== undefined)
    throw new ConfigError('AFFILIATE_KEY: belongs to one brand; name it, as in AFFILIATE_KEY__DOLCE_LUNA')
  return mapConnections(settings, ({ AFFILIATE_KEY: key }) => key)
}
