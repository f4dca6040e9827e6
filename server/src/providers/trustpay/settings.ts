import * as z from 'zod'
import {
  mapConnections,
  readConnections,
  type ConnectionSettings,
  type Environment,
} from '#platform/database/connection-settings.ts'
import type { TrustPayOptions } from './options.ts'

/** What an operator sets to take bank transfers by TrustPay; each may be set for one brand as `NAME__BRAND`. */
const variables = {
  TRUSTPAY_API_URL: z.url({ protocol: /^https?$/, error: 'must be a web address' }),
  TRUSTPAY_PROJECT_ID: z.string().regex(/^\d{4,20}$/, 'must be the number of the project'),
  TRUSTPAY_SECRET_KEY: z.string().regex(/^\S{10,}$/, 'must be the project’s secret key'),
}

/** @throws ConfigError naming the variable at fault. */
export function readTrustPaySettings(env: Environment): ConnectionSettings<TrustPayOptions> {
  return mapConnections(readConnections(env, 'TrustPay', variables), (values) => ({
    baseUrl: values.TRUSTPAY_API_URL.replace(/\/+$/, ''),
    projectId: values.TRUSTPAY_PROJECT_ID,
    secretKey: values.TRUSTPAY_SECRET_KEY,
  }))
}
