import type { Database } from '#platform/database/database.ts'
import type { Keys } from '#platform/ids.ts'
import type { Log } from '#platform/process/log.ts'
import type { Flows } from '#modules/flows/index.ts'
import type { AgeVerifier } from './port.ts'

export interface GateDeps {
  readonly db: Database
  readonly flows: Pick<Flows, 'of'>
  /** Whether the member has a stored card that a bank has checked. */
  readonly hasCard: (memberId: string) => Promise<boolean>
}

export interface AgeCheckDeps extends GateDeps {
  /** Asks wallets; undefined if none is configured. */
  readonly verifier: AgeVerifier | undefined
  readonly log: Log
  readonly clock: () => Date
  readonly keys: Keys
}
