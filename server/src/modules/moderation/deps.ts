import type { Flows } from '#modules/flows/index.ts'
import type { EnqueueEmail } from '#modules/outreach/index.ts'
import type { Database } from '#platform/database/database.ts'

export interface ModerationDeps {
  readonly db: Database
  readonly enqueueEmail: EnqueueEmail
  readonly clock: () => Date
}

/** Suspending a member refunds what others spent on writing to them, at the price of their flow. */
export interface SuspensionDeps extends ModerationDeps {
  readonly flows: Pick<Flows, 'of'>
}
