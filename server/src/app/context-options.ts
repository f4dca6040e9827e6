import type { Brands } from '#modules/brands/index.ts'
import type { LoadedFlows } from '#modules/flows/index.ts'
import type { Gazetteer } from '#modules/geo/index.ts'
import type { PasswordCost } from '#modules/identity/index.ts'
import type { PoolsDatabase } from '#modules/payments/index.ts'
import type { DatabaseOptions } from '#platform/database/database.ts'
import type { ReplicaOptions } from '#platform/database/replica.ts'
import type { Dispatch } from '#platform/http/app.ts'
import type { Health, OtherDatabase } from '#platform/http/health.ts'
import type { Bus } from '#platform/live/bus.ts'
import type { Log } from '#platform/process/log.ts'
import type { ServerConfig } from '../config.ts'

export interface ContextOptions {
  readonly config: ServerConfig
  readonly log: Log
  readonly health: Health
  readonly clock?: () => Date
  /** Folder of the web build; without it no pages are served (API tests). */
  readonly webBuild?: string | undefined
  readonly limitFactor?: number
  /** Defaults to the brands in the folder `brands`; tests load them once for many servers. */
  readonly brands?: Brands
  /** Defaults to the flows in the folder `brands`. */
  readonly flows?: LoadedFlows
  /** Defaults to the regions and cities in the database; tests load them once for many clones. */
  readonly gazetteer?: Gazetteer
  /** Whether `localhost` is answered as the brand that lists it; defaults to demo only. */
  readonly servesLocalhost?: boolean
  /** Overrides the database's default sizes and time-outs, for tests. */
  readonly database?: DatabaseOptions
  /** When the replica counts as late, for tests. */
  readonly replica?: ReplicaOptions
  /** Refuse requests while the event loop lags by more than this many milliseconds. */
  readonly maxDelayMs?: number | undefined
  /** Whether replies are also parsed by their schemas; defaults to demo only. */
  readonly checksReplies?: boolean
  /** Sign-ups per hour and network; 500 in the demo, 20 in a real installation. */
  readonly signupsPerIp?: number
  /** Cost of the password hash; tests use a cheaper one. */
  readonly passwordCost?: PasswordCost
  /** Set if the installation has several databases; `brands` are then those of this one. */
  readonly sharing?: Sharing
}

/** What the contexts of an installation's databases have in common. */
export interface Sharing {
  /** The brands of all databases. */
  readonly everyBrand: Brands
  /** Carries the messages of this database only. It is closed by its owner. */
  readonly bus: Bus
  /** All databases. */
  readonly everyDatabase: () => readonly PoolsDatabase[]
  /** In the context that listens: which requests belong to another database. */
  readonly dispatch?: Dispatch
  /** In the context that listens, for the health of the whole process. */
  readonly others?: () => readonly OtherDatabase[]
}
