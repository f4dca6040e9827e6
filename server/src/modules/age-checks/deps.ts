import type { Database } from '../../platform/database.ts'
import type { Keys } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import type { Flows } from '../flows/index.ts'
import type { AgeVerifier } from './port.ts'

export interface GateDeps {
  readonly db: Database
  readonly flows: Pick<Flows, 'of'>
  /** Whether a bank has checked a card of this member's, which is stored. */
  readonly hasCard: (memberId: string) => Promise<boolean>
}

export interface AgeCheckDeps extends GateDeps {
  /** Asks wallets; undefined where none is set up. */
  readonly verifier: AgeVerifier | undefined
  readonly log: Log
  readonly clock: () => Date
  readonly keys: Keys
}
