import type { Postback } from '#modules/brands/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { Keys } from '#platform/ids.ts'
import type { Outbound } from '#platform/outbound.ts'
import type { Log } from '#platform/process/log.ts'

export interface PostbackDeps {
  readonly db: Database
  readonly clock: () => Date
  readonly log: Log
  readonly brands: { readonly list: readonly { readonly key: string; readonly postbacks: readonly Postback[] }[] }
  readonly outbound: Pick<Outbound, 'call'>
  /** With which the postbacks of a brand's file are signed; a brand that has some has one. */
  readonly secretOf: (brandId: string) => string | undefined
  /** Under which the keys of affiliates are sealed. */
  readonly keys: Keys
}
