import * as z from 'zod'
import {
  mapConnections,
  readConnections,
  type ConnectionSettings,
  type Environment,
} from '#platform/database/connection-settings.ts'
import type { PayPalOptions } from './options.ts'

/** What an operator sets to take payments by PayPal; each may be set for one brand as `NAME__BRAND`. */
const variables = {
  PAYPAL_API_URL: z.url({ protocol: /^https?$/, error: 'must be a web address' }),
  PAYPAL_CLIENT_ID: z.string().regex(/^[\w-]{16,}$/, 'must be the client ID of a REST app'),
  PAYPAL_CLIENT_SECRET: z.string().regex(/^[\w-]{16,}$/, 'must be the secret of a REST app'),
  PAYPAL_WEBHOOK_ID: z.string().regex(/^[A-Za-z0-9]{8,50}$/, 'must be the ID of the webhook endpoint'),
}

/** @throws ConfigError naming the variable at fault. */
export function readPayPalSettings(env: Environment): ConnectionSettings<PayPalOptions> {
  return mapConnections(readConnections(env, 'PayPal', variables), (values) => ({
    baseUrl: values.PAYPAL_API_URL.replace(/\/+$/, ''),
    clientId: values.PAYPAL_CLIENT_ID,
    clientSecret: values.PAYPAL_CLIENT_SECRET,
    webhookId: values.PAYPAL_WEBHOOK_ID,
  }))
}
