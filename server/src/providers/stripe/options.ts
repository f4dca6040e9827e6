import type { PageMethod } from '#modules/payments/port.ts'
import type { CallOptions } from '#providers/reply.ts'

export interface StripeOptions extends CallOptions {
  /** The API with its version: `https://api.stripe.com/v1`. */
  readonly baseUrl: string
  /** `sk_…`, or better `rk_…`, a restricted key. */
  readonly secretKey: string
  /** `whsec_…` of the webhook endpoint. */
  readonly webhookSecret: string
  /** Milliseconds since 1970; old webhooks are refused. */
  readonly now?: () => number
  /** The methods that its page shows; without them members read that there are others. */
  readonly pageMethods?: readonly PageMethod[]
}
