import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'

/** Their newest reports: what is older has been decided. */
const most = sql.lit(200)

/**
 * What a person of staff brought before the moderators as a member: their reports and appeals, the appeals against what was
 * decided about those reports, and second looks at them. Others decide about it.
 */
export async function ownSubjectIds(
  db: Database,
  brandId: string,
  ownMemberIds: readonly string[],
): Promise<readonly string[]> {
  if (ownMemberIds.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    with reported as (
        select id, reported_id from reports where reporter_id = any(${ownMemberIds}::uuid[]) and brand_id = ${brandId}
        order by created_at desc limit ${most}),
      decided as (
        select c.id, c.member_id from reported r
          join cases c on c.member_id = r.reported_id and c.brand_id = ${brandId} and c.kind = 'report' and c.subject_id = r.id)
    select id from reported
    union all select id from decided
    union all
    select id from appeals where member_id = any(${ownMemberIds}::uuid[]) and brand_id = ${brandId}
    union all
    select a.id from decided d
      join restrictions x on x.member_id = d.member_id and x.brand_id = ${brandId} and x.case_id = d.id
      join appeals a on a.brand_id = x.brand_id and a.restriction_id = x.id`.execute(db)
  return rows.map(({ id }) => id)
}
