import type pg from 'pg'
import type { Brands } from '#modules/brands/index.ts'
import type { RecordAudit } from '#modules/audit/index.ts'
import type { Passwords } from '#modules/identity/index.ts'
import type { Outcomes } from '#modules/insight/index.ts'
import type { EnqueueEmail } from '#modules/outreach/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { Keys } from '#platform/ids.ts'
import type { DiskReading } from '#platform/process/disk-space.ts'
import type { Log } from '#platform/process/log.ts'
import type { KnownService } from './health/services.ts'

/** Where the console is: a host of its own, so that no script of a brand's page shares its origin or its cookies. */
export interface ConsoleAddress {
  /** Name with the port that browsers show, as in `admin.localhost:3000`. */
  readonly host: string
  readonly origin: string
}

export interface StaffDeps {
  /** The default database, where staff live, with the brands whose mail it sends. */
  readonly home: () => { readonly db: Database; readonly brandIds: readonly string[] }
  readonly everyBrand: Brands
  readonly console: ConsoleAddress
  readonly passwords: Passwords
  /** Seals the secrets of authenticator apps. */
  readonly sealKeys: Keys
  readonly challengeKeys: Keys
  /** Hashes addresses in the counters of attempts. */
  readonly addressKeys: Keys
  readonly enqueueEmail: EnqueueEmail
  readonly record: RecordAudit
  readonly log: Log
  readonly clock: () => Date
  readonly demo: boolean
  /** Whether this is the default database of a demo, where sample staff work. */
  readonly hasSamples: boolean
  /** Of the brands, with their jobs. */
  readonly db: Database
  readonly pool: pg.Pool
  /** In which lane a job runs. */
  readonly laneOf: (task: string) => string
  /** Of the brands' database. */
  readonly health: () => Promise<{
    readonly ready: boolean
    readonly figures: readonly { readonly name: string; readonly value: number }[]
  }>
  readonly version: { readonly program: string; readonly pages: string }
  readonly disk: () => Promise<DiskReading>
  /** The services outside that a brand uses, as far as they are set up. */
  readonly servicesOf: (brandId: string) => readonly KnownService[]
  readonly outcomesOf: (brandId: string) => Promise<Outcomes>
}
