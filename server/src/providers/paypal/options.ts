import type { CallOptions } from '../reply.ts'

export interface PayPalOptions extends CallOptions {
  /** The host of the API: `https://api-m.paypal.com`. */
  readonly baseUrl: string
  /** Of the REST app. */
  readonly clientId: string
  readonly clientSecret: string
  /** Of the webhook endpoint, without which nobody can tell whether a webhook was meant for us. */
  readonly webhookId: string
  /** Milliseconds since 1970; webhooks that were sent long ago are refused. */
  readonly now?: () => number
}
