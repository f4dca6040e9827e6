import type { AuditAction } from '@incontro/contract/admin'
import type { Database } from '#platform/database/database.ts'
import type { AuditDeps } from './deps.ts'
import { installationChain } from './record.ts'

/** What is recorded only about who has a role at the brand, or had one. */
const ofColleagues = ['staff_created', 'staff_joined', 'staff_left'] satisfies AuditAction[]

/**
 * The names of who works at a brand or did. What someone who was only invited there is called elsewhere is not the
 * brand's to read.
 */
export async function colleagueNames(
  { home, namesOf, workingAt }: Pick<AuditDeps, 'home' | 'namesOf' | 'workingAt'>,
  brandId: string,
  staffIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (staffIds.length === 0) return new Map()
  const ids = [...new Set(staffIds)]
  const working = await workingAt(brandId, ids)
  const others = ids.filter((id) => !working.includes(id))
  return namesOf([...working, ...(await amongColleagues(home().db, brandId, others))])
}

/** Those of these people about whom an entry says that they work at the brand, or did. */
async function amongColleagues(db: Database, brandId: string, ids: readonly string[]): Promise<readonly string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('audit_entries')
    .select('subject_id')
    .distinct()
    .where('brand_id', '=', installationChain)
    .where('about_brand', '=', brandId)
    .where('action', 'in', ofColleagues)
    .where('subject_id', 'in', ids)
    .execute()
  return rows.flatMap((row) => row.subject_id ?? [])
}
