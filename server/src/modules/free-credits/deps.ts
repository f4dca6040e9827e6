import type { Database } from '#platform/database/database.ts'
import type { Log } from '#platform/process/log.ts'
import type { Realtime } from '#platform/live/realtime.ts'
import type { Brands } from '#modules/brands/index.ts'
import type { Flows } from '#modules/flows/index.ts'

export interface FreeCreditDeps {
  readonly db: Database
  readonly brands: Pick<Brands, 'list'>
  readonly flows: Flows
  readonly realtime: Realtime
  readonly log: Log
  readonly clock: () => Date
}
