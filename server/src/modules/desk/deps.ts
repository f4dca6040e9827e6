import type { StaffRole } from '@incontro/contract'
import type { Audit } from '#modules/audit/index.ts'
import type { Brands } from '#modules/brands/index.ts'
import type { Flows } from '#modules/flows/index.ts'
import type { Geo } from '#modules/geo/index.ts'
import type { EnqueueEmail } from '#modules/outreach/index.ts'
import type { OwnMemberIds } from '#platform/caller.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import type { Realtime } from '#platform/live/realtime.ts'
import type { Storage } from '#platform/storage.ts'

export interface DeskDeps {
  readonly db: Database
  readonly brands: Pick<Brands, 'byKey'>
  readonly flows: Flows
  readonly geo: Pick<Geo, 'regionByName' | 'cityByName' | 'cityById' | 'regionName' | 'cityName' | 'regionsOf'>
  /** Whether mail to an address bounces. */
  readonly isStopped: (tx: Tx, address: { readonly brandId: string; readonly address: string }) => Promise<boolean>
  readonly realtime: Pick<Realtime, 'refresh' | 'end'>
  readonly audit: Pick<Audit, 'record'>
  /** Names of staff by id. */
  readonly namesOf: (staffIds: readonly string[]) => Promise<ReadonlyMap<string, string>>
  /** The roles that a person of staff has at a brand now. */
  readonly rolesAt: (staffId: string, brandId: string) => Promise<readonly StaffRole[]>
  readonly storage: Pick<Storage, 'get'>
  readonly enqueueEmail: EnqueueEmail
  /** The accounts that a staff member has as a member of a brand. */
  readonly ownMemberIds: OwnMemberIds
  readonly clock: () => Date
}
