export interface ApplePayOptions {
  /** Apple's own: `https://applepay.cdn-apple.com/jsapi/1.latest/apple-pay-sdk.js`. */
  readonly scriptUrl: string
  readonly merchantId: string
  /** The merchant identity certificate and its key, PEM. */
  readonly certificate: string
  readonly key: string
  /** Replaces all of Apple's validation hosts; null for the real ones. */
  readonly gatewayOrigin: string | null
  readonly timeoutMs?: number
  /** Additional trusted certificates, PEM. For tests. */
  readonly ca?: string
}
