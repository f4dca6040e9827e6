export interface ApplePayOptions {
  /** Apple's own: `https://applepay.cdn-apple.com/jsapi/1.latest/apple-pay-sdk.js`. */
  readonly scriptUrl: string
  readonly merchantId: string
  /** The merchant identity certificate and its key, PEM. */
  readonly certificate: string
  readonly key: string
  /** What stands in for all of Apple's validation hosts; null for those. */
  readonly gatewayOrigin: string | null
  readonly timeoutMs?: number
  /** Certificates trusted beside the usual ones, PEM. For tests. */
  readonly ca?: string
}
