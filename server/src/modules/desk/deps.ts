import type { Audit } from '#modules/audit/index.ts'
import type { Flows } from '#modules/flows/index.ts'
import type { EnqueueEmail } from '#modules/outreach/index.ts'
import type { Database } from '#platform/database/database.ts'

export interface DeskDeps {
  readonly db: Database
  readonly flows: Flows
  readonly audit: Pick<Audit, 'record' | 'reading'>
  readonly enqueueEmail: EnqueueEmail
  readonly clock: () => Date
}
