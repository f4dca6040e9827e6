import type { Brands } from '#modules/brands/index.ts'
import type { Flows } from '#modules/flows/index.ts'
import type { EnqueueEmail } from '#modules/outreach/index.ts'
import type { Database } from '#platform/database/database.ts'

export interface ModerationDeps {
  readonly db: Database
  readonly enqueueEmail: EnqueueEmail
  readonly clock: () => Date
}

/** Suspending a member pauses or ends what they pay for, and removing one refunds what others spent on writing to them. */
export interface SuspensionDeps extends ModerationDeps {
  readonly flows: Pick<Flows, 'of'>
  readonly brands: Pick<Brands, 'byKey'>
}
