import type { RecordAudit } from '#modules/audit/index.ts'
import type { Brands } from '#modules/brands/index.ts'
import type { AddressKeys, RenderEmail } from '#modules/outreach/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { Log } from '#platform/process/log.ts'

export interface PromotionDeps extends AddressKeys {
  readonly db: Database
  readonly brands: Brands
  readonly log: Log
  readonly clock: () => Date
}

export interface MailingDeps extends PromotionDeps {
  readonly render: RenderEmail
  readonly record: RecordAudit
  /** Names of staff by id. */
  readonly namesOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
  /** Where a test goes: the address of a person of staff. */
  readonly addressOf: (staffId: string) => Promise<string | undefined>
  /** In a demo: who has written the sample. */
  readonly sampleAuthor: (() => Promise<string | undefined>) | undefined
}
