import { type adminRoutes, type Author, isAllowed } from '@incontro/contract/admin'
import { sql } from 'kysely'
import { authorsOf } from '#modules/audit/index.ts'
import type { Call } from '#platform/http/bind.ts'
import type { DeskDeps } from '../deps.ts'
import { by } from '../member-at.ts'
import { kindOf, type RequestKind } from './kinds.ts'
import { bodyOf, digestOf, type RequestRow, type RequestState } from './request.ts'

/** Requests of a page: more than wait at once anywhere. */
const mostWaiting = 100
const mostDecided = 20

/** The brand's requests. They name members by id alone: to open the file is recorded. */
export async function listRequests(deps: DeskDeps, call: Call<typeof adminRoutes.approvals>) {
  const { brandId } = call.site
  const waiting = await deps.db
    .selectFrom('approval_requests')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('state', '=', sql.lit('waiting'))
    .orderBy('requested_at')
    .limit(mostWaiting)
    .execute()
  const decided = await deps.db
    .selectFrom('approval_requests')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('decided_at', 'is not', null)
    .orderBy('decided_at', 'desc')
    .limit(mostDecided)
    .execute()
  const people = [...waiting, ...decided].flatMap((row) => [row.requested_by, row.decided_by])
  const author = await authorsOf(deps.namesOf, people)
  const view = (row: RequestRow) => viewOf(row, call, author)
  return { waiting: waiting.map(view), decided: decided.map(view) }
}

function viewOf(row: RequestRow, call: Call<typeof adminRoutes.approvals>, author: (madeBy: string) => Author) {
  const body = bodyOf(row)
  const roles = call.staff.roles.filter((one) => one.brandId === row.brand_id).map(({ role }) => role)
  const isMine = row.requested_by === by(call).madeBy
  return {
    id: row.id,
    kind: row.kind as RequestKind,
    memberId: row.member_id,
    amount: row.amount,
    order: 'order' in body ? body.order : null,
    currency: 'order' in body ? body.currency : null,
    account: 'account' in body ? body.account : null,
    reference: 'account' in body ? body.reference : null,
    reason: row.reason,
    state: row.state as RequestState,
    by: author(row.requested_by),
    isMine,
    mayDecide:
      row.state === 'waiting' &&
      !isMine &&
      isAllowed('decideApprovals', roles) &&
      isAllowed(kindOf(row.kind).permission, roles),
    at: row.requested_at.toISOString(),
    decidedBy: row.decided_by === null ? null : author(row.decided_by),
    decidedAt: row.decided_at?.toISOString() ?? null,
    answer: row.answer,
    digest: digestOf(row),
  }
}
