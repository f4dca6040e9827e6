import type { Database } from '#platform/database/database.ts'

export interface AffiliateDeps {
  readonly db: Database
  readonly clock: () => Date
}
