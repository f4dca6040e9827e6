import type { CallOptions } from '#providers/reply.ts'

export interface AdyenOptions extends CallOptions {
  /** The Checkout API with its version, e.g. `https://checkout-test.adyen.com/v72`. */
  readonly baseUrl: string
  /** Host of the card key, e.g. `https://checkoutshopper-test.adyen.com/checkoutshopper`. */
  readonly shopperBaseUrl: string
  readonly apiKey: string
  readonly clientKey: string
  readonly merchantAccount: string
  /** Hexadecimal, as the Customer Area shows it. */
  readonly hmacKey: string
  readonly webhookUser: string
  readonly webhookPassword: string
}
