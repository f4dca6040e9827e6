import type { Database } from '../../platform/database.ts'
import type { Log } from '../../platform/log.ts'
import type { Realtime } from '../../platform/realtime.ts'
import type { Brands } from '../brands/index.ts'
import type { Flows } from '../flows/index.ts'

export interface FreeCreditDeps {
  readonly db: Database
  readonly brands: Pick<Brands, 'list'>
  readonly flows: Flows
  readonly realtime: Realtime
  readonly log: Log
  readonly clock: () => Date
}
