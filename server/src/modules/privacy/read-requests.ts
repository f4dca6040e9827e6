import type {
  adminRoutes,
  Identification,
  PrivacyOutcome,
  PrivacyRequest,
  PrivacyRequestKind,
  PrivacyRequestWay,
} from '@incontro/contract/admin'
import { type Selectable, sql } from 'kysely'
import type { PrivacyRequest as Row } from '#platform/database/database-types.ts'
import type { Call } from '#platform/http/bind.ts'
import { nameOfAuthors, type PrivacyDeps } from './deps.ts'

const pageSize = 50

/** Requests of a brand: open ones by their deadline, closed ones with the latest first. */
export async function requestsOf(
  deps: PrivacyDeps,
  { site: { brandId }, query: { state, afterAt, afterId }, staff }: Call<typeof adminRoutes.privacyRequests>,
): Promise<{ requests: PrivacyRequest[]; more: boolean }> {
  const own = await deps.ownMemberIds(deps.db, staff, brandId)
  const isOpen = state === 'open'
  const at = isOpen ? sql`q.due_at` : sql`q.closed_at`
  const isAfter = isOpen ? sql`>` : sql`<`
  const order = isOpen ? sql`q.due_at, q.id` : sql`q.closed_at desc, q.id desc`
  const { rows } = await sql<Selectable<Row> & { member_name: string | null }>`
    select q.*, shown_name(m.screen_name, m.locale) as member_name
    from privacy_requests q left join members m on m.id = q.member_id
    where q.brand_id = ${brandId} and ${isOpen ? sql`q.closed_at is null` : sql`q.closed_at is not null`}
      and (q.member_id is null or q.member_id <> all(${own}::uuid[]))
      ${afterAt !== undefined && afterId !== undefined ? sql`and (${at}, q.id) ${isAfter} (${afterAt}::timestamptz, ${afterId}::uuid)` : sql``}
    order by ${order} limit ${sql.lit(pageSize + 1)}`.execute(deps.db)
  const nameOf = await nameOfAuthors(
    deps,
    rows.map((row) => row.closed_by),
  )
  return {
    requests: rows.slice(0, pageSize).map((row) => viewOf(row, row.member_name, nameOf)),
    more: rows.length > pageSize,
  }
}

const viewOf = (
  row: Selectable<Row>,
  memberName: string | null,
  nameOf: (author: string | null) => string,
): PrivacyRequest => ({
  id: row.id,
  kind: row.kind as PrivacyRequestKind,
  way: row.way as PrivacyRequestWay,
  member: row.member_id === null ? null : { id: row.member_id, name: memberName ?? '—' },
  requester: row.requester,
  asks: row.asks,
  receivedAt: row.received_at.toISOString(),
  dueAt: row.due_at.toISOString(),
  extended:
    row.extended_at === null || row.extended_because === null
      ? null
      : { at: row.extended_at.toISOString(), because: row.extended_because },
  closed:
    row.closed_at === null
      ? null
      : {
          at: row.closed_at.toISOString(),
          outcome: row.outcome as PrivacyOutcome,
          identifiedBy: row.identified_by as Identification | null,
          answer: row.answer ?? '',
          by: nameOf(row.closed_by),
        },
})
