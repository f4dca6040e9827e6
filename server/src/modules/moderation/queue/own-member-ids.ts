import { normaliseEmail } from '@incontro/contract'
import type { Database } from '#platform/database/database.ts'

/**
 * The accounts that a staff member has as a member of a brand, by their address: others decide about them.
 * @param home the default database, where staff are
 */
export async function ownMemberIds(
  { db, home }: { readonly db: Database; readonly home: () => { readonly db: Database } },
  staffId: string,
  brandId: string,
): Promise<readonly string[]> {
  const staff = await home().db.selectFrom('staff').select('email').where('id', '=', staffId).executeTakeFirst()
  if (!staff) return []
  const rows = await db
    .selectFrom('member_emails')
    .select('member_id')
    .where('brand_id', '=', brandId)
    .where('email', '=', normaliseEmail(staff.email))
    .execute()
  return rows.map((row) => row.member_id)
}
