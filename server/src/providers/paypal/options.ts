import type { CallOptions } from '#providers/reply.ts'

export interface PayPalOptions extends CallOptions {
  /** The host of the API: `https://api-m.paypal.com`. */
  readonly baseUrl: string
  /** Of the REST app. */
  readonly clientId: string
  readonly clientSecret: string
  /** Id of the webhook endpoint, required to verify that a webhook is meant for us. */
  readonly webhookId: string
  /** Milliseconds since 1970; old webhooks are refused. */
  readonly now?: () => number
}
