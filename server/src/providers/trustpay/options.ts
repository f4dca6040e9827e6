import type { CallOptions } from '#providers/reply.ts'

export interface TrustPayOptions extends CallOptions {
  /** The host of the API of bank transfers: `https://aapi.trustpay.eu`. */
  readonly baseUrl: string
  readonly projectId: string
  /** Authenticates to the API and signs the notifications. */
  readonly secretKey: string
}
