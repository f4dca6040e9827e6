import * as z from 'zod'
import {
  mapConnections,
  readConnections,
  type ConnectionSettings,
  type Environment,
} from '#platform/database/connection-settings.ts'
import type { StripeOptions } from './options.ts'
import { pageMethodList } from '#providers/page-method-list.ts'

/** What an operator sets to take payments on Stripe's page; each may be set for one brand as `NAME__BRAND`. */
const variables = {
  STRIPE_API_URL: z.url({ protocol: /^https?$/, error: 'must be a web address' }),
  STRIPE_SECRET_KEY: z.string().regex(/^(sk|rk)_\w{10,}$/, 'must be a secret or restricted key: sk_… or rk_…'),
  STRIPE_WEBHOOK_SECRET: z.string().regex(/^whsec_\S{10,}$/, 'must be the endpoint’s signing secret: whsec_…'),
  STRIPE_METHODS: pageMethodList,
}

/** @throws ConfigError naming the variable at fault. */
export function readStripeSettings(env: Environment): ConnectionSettings<StripeOptions> {
  return mapConnections(readConnections(env, 'Stripe', variables), (values) => ({
    baseUrl: values.STRIPE_API_URL,
    secretKey: values.STRIPE_SECRET_KEY,
    webhookSecret: values.STRIPE_WEBHOOK_SECRET,
    ...(values.STRIPE_METHODS && { pageMethods: values.STRIPE_METHODS }),
  }))
}
