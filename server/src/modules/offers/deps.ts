import type { StaffRole } from '@incontro/contract'
import type { RecordAudit } from '#modules/audit/index.ts'
import type { LiveBrands } from '#modules/brands/index.ts'
import type { LiveFlows } from '#modules/flows/index.ts'
import type { LiveAnswers } from '#modules/support/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { Bus } from '#platform/live/bus.ts'
import type { Log } from '#platform/process/log.ts'

/** What is edited, as this process uses it. */
export interface Offered {
  readonly brands: LiveBrands
  readonly flows: LiveFlows
  readonly answers: LiveAnswers
}

export interface FollowDeps extends Offered {
  readonly db: Database
  readonly bus: Pick<Bus, 'publish' | 'subscribe' | 'onGap'>
  readonly log: Log
}

export interface OfferDeps extends FollowDeps {
  readonly record: RecordAudit
  /** Names of staff by id. */
  readonly namesOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
  /** The roles of a person who has not left. */
  readonly rolesAt: (staffId: string, brandId: string) => Promise<readonly StaffRole[]>
  /** Takes over what was published, here and in the other processes. */
  readonly published: (brandId: string) => Promise<void>
  readonly clock: () => Date
}
