import type pg from 'pg'
import type { Counts } from '../discovery/index.ts'
import type { Flows } from '../flows/index.ts'
import type { Geo } from '../geo/index.ts'
import type { PhotoUrls } from '../members/index.ts'
import type { Database } from '../../platform/database.ts'
import type { Log } from '../../platform/log.ts'
import type { Realtime } from '../../platform/realtime.ts'

export interface ActivityDeps {
  readonly db: Database
  readonly pool: pg.Pool
  readonly geo: Pick<Geo, 'cityName'>
  readonly flows: Flows
  readonly photos: PhotoUrls
  readonly counts: Counts
  readonly realtime: Realtime
  readonly log: Log
  readonly clock: () => Date
}
