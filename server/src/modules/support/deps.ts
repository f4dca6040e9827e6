import type { RecordAudit } from '#modules/audit/index.ts'
import type { Brands } from '#modules/brands/index.ts'
import type { EnqueueEmail } from '#modules/outreach/index.ts'
import type { OwnMemberIds } from '#platform/caller.ts'
import type { Database } from '#platform/database/database.ts'
import type { Keys } from '#platform/ids.ts'
import type { Challenges } from '#platform/secrets/challenge.ts'
import type { SavedAnswers } from './tickets/saved-answers.ts'

export interface ContactDeps {
  readonly db: Database
  readonly brands: Brands
  readonly challenges: Challenges
  readonly enqueueEmail: EnqueueEmail
  /** Whether there is a console in which staff read tickets; without one, what is written goes to the brand's mailbox. */
  readonly hasConsole: boolean
  /** Key of the hashes of addresses in the limits. */
  readonly signalKeys: Keys
  /** Messages an hour: per address and per network. */
  readonly contactLimits: { readonly perEmail: number; readonly perIp: number }
  readonly clock: () => Date
}

export interface TicketDeps {
  readonly db: Database
  readonly enqueueEmail: EnqueueEmail
  readonly record: RecordAudit
  /** The accounts that a staff member has as a member of a brand: their tickets are answered by others. */
  readonly ownMemberIds: OwnMemberIds
  /** Names of staff by id. */
  readonly namesOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
  /** Who answers tickets of a brand. */
  readonly colleaguesOf: (brandId: string) => Promise<readonly { readonly id: string; readonly name: string }[]>
  /** The saved answers of a brand, by key. */
  readonly answersOf: (brandId: string) => SavedAnswers
  /** Whether replies to answers come back by the mailbox that is read. */
  readonly readsMail: boolean
  readonly clock: () => Date
}

export type SupportDeps = ContactDeps & TicketDeps
