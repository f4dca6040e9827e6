import * as z from 'zod'
import {
  mapConnections,
  readConnections,
  type ConnectionSettings,
  type Environment,
} from '#platform/database/connection-settings.ts'
import type { AdyenOptions } from './options.ts'

const url = z.url({ protocol: /^https?$/, error: 'must be a web address' })
const text = z.string().min(1)

/** What an operator sets to take cards with Adyen; each may be set for one brand as `NAME__BRAND`. */
const variables = {
  ADYEN_CHECKOUT_URL: url,
  ADYEN_SHOPPER_URL: url,
  ADYEN_API_KEY: text,
  ADYEN_CLIENT_KEY: text,
  ADYEN_MERCHANT_ACCOUNT: text,
  ADYEN_HMAC_KEY: z.string().regex(/^[0-9A-Fa-f]{64}$/, 'must be 64 hexadecimal digits'),
  ADYEN_WEBHOOK_USER: text,
  ADYEN_WEBHOOK_PASSWORD: text,
}

/** @throws ConfigError naming the variable at fault. */
export function readAdyenSettings(env: Environment): ConnectionSettings<AdyenOptions> {
  return mapConnections(readConnections(env, 'Adyen', variables), (values) => ({
    baseUrl: values.ADYEN_CHECKOUT_URL,
    shopperBaseUrl: values.ADYEN_SHOPPER_URL,
    apiKey: values.ADYEN_API_KEY,
    clientKey: values.ADYEN_CLIENT_KEY,
    merchantAccount: values.ADYEN_MERCHANT_ACCOUNT,
    hmacKey: values.ADYEN_HMAC_KEY,
    webhookUser: values.ADYEN_WEBHOOK_USER,
    webhookPassword: values.ADYEN_WEBHOOK_PASSWORD,
  }))
}
