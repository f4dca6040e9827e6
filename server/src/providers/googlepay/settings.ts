import * as z from 'zod'
import {
  mapConnections,
  readConnections,
  type ConnectionSettings,
  type Environment,
} from '#platform/database/connection-settings.ts'
import type { GooglePayOptions } from './options.ts'

const variables = { GOOGLEPAY_SCRIPT_URL: z.url({ protocol: /^https?$/, error: 'must be a web address' }) }

/** @throws ConfigError naming the variable at fault. */
export const readGooglePaySettings = (env: Environment): ConnectionSettings<GooglePayOptions> =>
  mapConnections(readConnections(env, 'Google Pay', variables), (values) => ({
    scriptUrl: values.GOOGLEPAY_SCRIPT_URL,
  }))
