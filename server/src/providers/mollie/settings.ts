import * as z from 'zod'
import {
  mapConnections,
  readConnections,
  type ConnectionSettings,
  type Environment,
} from '#platform/database/connection-settings.ts'
import type { MollieOptions } from './options.ts'
import { pageMethodList } from '#providers/page-method-list.ts'

/** What an operator sets to take payments on Mollie's page; each may be set for one brand as `NAME__BRAND`. */
const variables = {
  MOLLIE_API_URL: z.url({ protocol: /^https?$/, error: 'must be a web address' }),
  MOLLIE_API_KEY: z.string().regex(/^(live|test)_\w{10,}$/, 'must be an API key: live_… or test_…'),
  MOLLIE_METHODS: pageMethodList,
}

/** @throws ConfigError naming the variable at fault. */
export function readMollieSettings(env: Environment): ConnectionSettings<MollieOptions> {
  return mapConnections(readConnections(env, 'Mollie', variables), (values) => ({
    baseUrl: values.MOLLIE_API_URL,
    apiKey: values.MOLLIE_API_KEY,
    ...(values.MOLLIE_METHODS && { pageMethods: values.MOLLIE_METHODS }),
  }))
}
