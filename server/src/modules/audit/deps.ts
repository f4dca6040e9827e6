import type { Locale } from '@incontro/contract'
import type { EnqueueEmail } from '#modules/outreach/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { Log } from '#platform/process/log.ts'

/** An owner of a brand, as mails about the audit need them. */
export interface Owner {
  readonly email: string
  readonly locale: Locale
  readonly name: string
}

export interface AuditDeps {
  /** The database of these brands. */
  readonly db: Database
  readonly brandIds: readonly string[]
  /** The default database, where the chain of the installation is. */
  readonly home: () => { readonly db: Database; readonly brandIds: readonly string[] }
  /** The time zone of a brand’s company. */
  readonly zoneOf: (brandId: string) => string
  readonly ownersOf: (brandId: string) => Promise<readonly Owner[]>
  readonly namesOf: (staffIds: readonly string[]) => Promise<ReadonlyMap<string, string>>
  /** Those of these people who have a role at a brand. */
  readonly workingAt: (brandId: string, staffIds: readonly string[]) => Promise<readonly string[]>
  readonly enqueueEmail: EnqueueEmail
  readonly log: Log
  readonly clock: () => Date
}
