import type { RecordAudit } from '#modules/audit/index.ts'
import type { Brands } from '#modules/brands/index.ts'
import type { OwnMemberIds, StaffPrincipal } from '#platform/caller.ts'
import type { Database } from '#platform/database/database.ts'
import type { RetentionRules } from '#platform/database/retention.ts'
import type { Tables } from '#platform/database/table.ts'

export interface PrivacyDeps {
  readonly db: Database
  readonly brands: Pick<Brands, 'byKey'>
  readonly record: RecordAudit
  /** The accounts that a staff member has as a member of a brand. */
  readonly ownMemberIds: OwnMemberIds
  /** Names of staff by id. */
  readonly namesOf: (staffIds: readonly string[]) => Promise<ReadonlyMap<string, string>>
  /** What the retention job goes by, and what a row of each table is. */
  readonly retention: { readonly rules: RetentionRules; readonly tables: Tables }
  readonly clock: () => Date
}

/** The part of a call that says who acts, and where. */
export interface StaffCall {
  readonly site: { readonly brandId: string }
  readonly staff: StaffPrincipal
  readonly ip: string
}

/** Names of those who acted, `staff:ID` or `command:NAME` as it is stored. */
export async function nameOfAuthors(
  { namesOf }: Pick<PrivacyDeps, 'namesOf'>,
  authors: readonly (string | null)[],
): Promise<(author: string | null) => string> {
  const idOf = (author: string | null) => /^staff:(.+)$/.exec(author ?? '')?.[1]
  const names = await namesOf([...new Set(authors.flatMap((author) => idOf(author) ?? []))])
  return (author) => names.get(idOf(author) ?? '') ?? author?.replace(/^\w+:/, '') ?? '—'
}
