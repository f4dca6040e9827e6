import type { PageMethod } from '#modules/payments/port.ts'
import type { CallOptions } from '#providers/reply.ts'

export interface MollieOptions extends CallOptions {
  /** The API with its version: `https://api.mollie.com/v2`. */
  readonly baseUrl: string
  /** `live_…` or `test_…`. */
  readonly apiKey: string
  /** The methods that its page shows; without them members read that there are others. */
  readonly pageMethods?: readonly PageMethod[]
}
