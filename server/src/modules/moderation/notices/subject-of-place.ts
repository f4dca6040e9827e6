import { sql } from 'kysely'
import type { Executor } from '#platform/database/database.ts'
import type { Reported } from './open-report.ts'

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi

/** What the address of a page names. */
export interface SubjectOfPlace {
  /** Whose moderators decide about it. */
  readonly brandId: string
  readonly memberId: string | null
  readonly content: Reported | null
}

/**
 * The member, and the photo or review, that the address of a page names: its ids, if they are of this brand, or with a
 * pool also a member of another brand who is shown there. The answer does not say whether there is one.
 */
export async function subjectOfPlace(
  executor: Executor,
  { brandId, poolId }: { readonly brandId: string; readonly poolId?: string },
  place: string,
): Promise<SubjectOfPlace | undefined> {
  const ids = [...new Set(place.toLowerCase().match(uuid))].slice(0, 3)
  if (ids.length === 0) return undefined
  const isShown = poolId === undefined ? sql`m.brand_id = ${brandId}` : sql`m.pool_id = ${poolId}`
  const { rows } = await sql<{
    brandId: string
    memberId: string | null
    kind: Reported['kind'] | null
    id: string
    date: Date
  }>`
    select m.brand_id as "brandId", p.member_id as "memberId", 'photo' as kind, p.id, p.created_at as date
    from member_photos p join members m on m.id = p.member_id
    where p.id = any(${ids}::uuid[]) and ${isShown} and p.removed_at is null
    union all
    select r.brand_id, r.member_id, 'review', r.id, r.created_at from reviews r
    where r.id = any(${ids}::uuid[]) and r.brand_id = ${brandId}
    union all
    select m.brand_id, m.id, null, m.id, m.created_at from members m where m.id = any(${ids}::uuid[]) and ${isShown}
    limit 1`.execute(executor)
  const [found] = rows
  if (!found) return undefined
  return {
    brandId: found.brandId,
    memberId: found.memberId,
    content: found.kind === null ? null : { kind: found.kind, id: found.id, date: found.date },
  }
}
