import * as z from 'zod'
import { ConfigError } from '#platform/config.ts'
import {
  type ConnectionSettings,
  type Environment,
  mapConnections,
  readConnections,
} from '#platform/database/connection-settings.ts'

const key = z.string().min(32, 'must have at least 32 characters')

/**
 * The key of each brand's affiliate (`AFFILIATE_KEY__BRAND`).
 * @throws ConfigError naming the variable at fault, and for a key of all brands
 */
export const readAffiliateKeys = (env: Environment): ConnectionSettings<string> =>
  readKeys(env, 'the affiliates', 'AFFILIATE_KEY')

/** The key with which each brand's postbacks are signed (`POSTBACK_KEY__BRAND`). @throws as above */
export const readPostbackKeys = (env: Environment): ConnectionSettings<string> =>
  readKeys(env, 'the postbacks', 'POSTBACK_KEY')

function readKeys(env: Environment, of: string, variable: string): ConnectionSettings<string> {
  const settings = readConnections(env, of, { [variable]: key })
  if (settings.shared !== undefined)
    throw new ConfigError(`${variable}: belongs to one brand; name it, as in ${variable}__DOLCE_LUNA`)
  return mapConnections(settings, (values) => values[variable] ?? '')
}
