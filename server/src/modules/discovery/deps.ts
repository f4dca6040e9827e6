import type pg from 'pg'
import type { Database } from '#platform/database/database.ts'
import type { LaggingReads } from '#platform/database/replica.ts'
import type { Realtime } from '#platform/live/realtime.ts'
import type { Flows } from '#modules/flows/index.ts'
import type { Geo } from '#modules/geo/index.ts'
import type { PhotoUrls } from '#modules/members/index.ts'
import type { Counts } from './counts.ts'

export interface DiscoveryDeps {
  readonly db: Database
  readonly pool: pg.Pool
  readonly reads: Pick<LaggingReads, 'of' | 'mayLag' | 'serverNumber'>
  readonly geo: Pick<
    Geo,
    'regionByName' | 'cityByName' | 'cityById' | 'regionName' | 'cityName' | 'cellOf' | 'citiesWithin'
  >
  readonly flows: Flows
  readonly photos: PhotoUrls
  readonly counts: Counts
  readonly realtime: Pick<Realtime, 'refresh'>
  readonly clock: () => Date
}
