import type { CallOptions } from '../reply.ts'

export interface StripeOptions extends CallOptions {
  /** The API with its version: `https://api.stripe.com/v1`. */
  readonly baseUrl: string
  /** `sk_…`, or better `rk_…`, a key that may do only what is needed. */
  readonly secretKey: string
  /** `whsec_…` of the webhook endpoint. */
  readonly webhookSecret: string
  /** Milliseconds since 1970; webhooks that were signed long ago are refused. */
  readonly now?: () => number
}
