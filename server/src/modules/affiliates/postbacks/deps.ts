import type { Postback } from '#modules/brands/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { Outbound } from '#platform/outbound.ts'
import type { Log } from '#platform/process/log.ts'

export interface PostbackDeps {
  readonly db: Database
  readonly clock: () => Date
  readonly log: Log
  readonly brands: { readonly list: readonly { readonly key: string; readonly postbacks: readonly Postback[] }[] }
  readonly outbound: Pick<Outbound, 'call'>
  /** With which a brand's postbacks are signed; a brand that has some has one. */
  readonly secretOf: (brandId: string) => string | undefined
}
