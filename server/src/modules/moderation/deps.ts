import type { EnqueueEmail } from '../outreach/index.ts'
import type { Database } from '../../platform/database.ts'

export interface ModerationDeps {
  readonly db: Database
  readonly enqueueEmail: EnqueueEmail
  readonly clock: () => Date
}
