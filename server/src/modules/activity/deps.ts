import type pg from 'pg'
import type { Counts } from '#modules/discovery/index.ts'
import type { Flows } from '#modules/flows/index.ts'
import type { Geo } from '#modules/geo/index.ts'
import type { PhotoUrls } from '#modules/members/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { Log } from '#platform/process/log.ts'
import type { Realtime } from '#platform/live/realtime.ts'

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
