import type { StaffRole } from '@incontro/contract'
import { type adminRoutes, isAllowed } from '@incontro/contract/admin'
import { recordMemberAction } from '#modules/audit/index.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Call } from '#platform/http/bind.ts'
import { Failure } from '#platform/http/problem.ts'
import type { DeskDeps } from '../deps.ts'
import { by, memberAt } from '../member-at.ts'
import { kindOf } from './kinds.ts'
import { bodyOf, digestOf, lockRequest, type RequestRow, type RequestState } from './request.ts'

const over = () => new Failure(409, 'request_over', { message: 'This request was decided or withdrawn' })

/**
 * A second person approves exactly what they have read, which is then carried out in their name, or refuses it.
 * @throws Failure 403 `own_account`, `own_request`, 404, 409 `request_over`, `request_changed`, `requester_left`, and
 * those of what was asked for
 */
export const decideRequest = async (
  deps: DeskDeps,
  call: Call<typeof adminRoutes.decideApproval>,
): Promise<{ state: RequestState }> => {
  const { brandId } = call.site
  const asker = await rolesOfRequester(deps, brandId, call.params.request)
  return deps.db.transaction().execute(async (tx) => {
    const { approve, digest, reason } = call.body
    const row = await lockRequest(tx, brandId, call.params.request)
    const author = by(call)
    if (row.requested_by === author.madeBy)
      throw new Failure(403, 'own_request', { message: 'You asked for this: another person decides it' })
    const { permission } = kindOf(row.kind)
    const roles = call.staff.roles.filter((one) => one.brandId === brandId).map(({ role }) => role)
    if (!isAllowed(permission, roles)) throw new Failure(403)
    const member = await memberAt(tx, deps, { ...call, params: { id: row.member_id } })
    const state = approve ? 'approved' : 'refused'
    // The answer to the first attempt may have been lost.
    if (row.state === state && row.decided_by === author.madeBy && row.decided_digest?.toString('hex') === digest)
      return { state }
    if (row.state !== 'waiting') throw over()
    if (digestOf(row) !== digest)
      throw new Failure(409, 'request_changed', { message: 'The request was changed meanwhile: read it again' })
    if (approve && !isAllowed(permission, asker))
      throw new Failure(409, 'requester_left', { message: 'Who asked for this may not do so any more: refuse it' })
    const at = deps.clock()
    await tx
      .updateTable('approval_requests')
      .set({
        state,
        decided_by: author.madeBy,
        decided_at: at,
        answer: reason,
        decided_digest: Buffer.from(digest, 'hex'),
      })
      .where('brand_id', '=', brandId)
      .where('id', '=', row.id)
      .execute()
    if (approve) await kindOf(row.kind).carryOut(tx, deps, row, member.email, author)
    await recordRequest(tx, row, {
      action: approve ? 'approval_given' : 'approval_refused',
      reason,
      detail: { digest },
      at,
      ...author,
    })
    return { state }
  })
}

/** The roles of who asked, now. They are in the default database, so they are not read while a transaction is open. */
async function rolesOfRequester(deps: DeskDeps, brandId: string, id: string): Promise<readonly StaffRole[]> {
  const row = await deps.db
    .selectFrom('approval_requests')
    .select('requested_by')
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? deps.rolesAt(row.requested_by.replace('staff:', ''), brandId) : []
}

/** @throws Failure 403 `own_account`, `not_yours`, 404, 409 `request_over` */
export const changeRequest = (deps: DeskDeps, call: Call<typeof adminRoutes.changeApproval>): Promise<void> =>
  deps.db.transaction().execute(async (tx) => {
    const row = await ownRequest(tx, deps, call)
    const { amount, reason } = call.body
    const changed = await tx
      .updateTable('approval_requests')
      .set({ amount, reason })
      .where('brand_id', '=', row.brand_id)
      .where('id', '=', row.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await recordRequest(tx, row, {
      action: 'approval_changed',
      reason,
      detail: { before: { amount: row.amount, reason: row.reason, digest: digestOf(row) }, digest: digestOf(changed) },
      at: deps.clock(),
      ...by(call),
    })
  })

/** @throws Failure 403 `own_account`, `not_yours`, 404, 409 `request_over` */
export const withdrawRequest = (deps: DeskDeps, call: Call<typeof adminRoutes.withdrawApproval>): Promise<void> =>
  deps.db.transaction().execute(async (tx) => {
    const row = await ownRequest(tx, deps, call)
    await tx
      .updateTable('approval_requests')
      .set({ state: 'withdrawn' })
      .where('brand_id', '=', row.brand_id)
      .where('id', '=', row.id)
      .execute()
    await recordRequest(tx, row, { action: 'approval_withdrawn', at: deps.clock(), ...by(call) })
  })

/** The caller's own request that waits. */
async function ownRequest(
  tx: Tx,
  deps: DeskDeps,
  call: Call<typeof adminRoutes.changeApproval> | Call<typeof adminRoutes.withdrawApproval>,
): Promise<RequestRow> {
  const row = await lockRequest(tx, call.site.brandId, call.params.request)
  await memberAt(tx, deps, { ...call, params: { id: row.member_id } })
  if (row.requested_by !== by(call).madeBy)
    throw new Failure(403, 'not_yours', { message: 'A colleague asked for this: refuse it, or talk to them' })
  if (row.state !== 'waiting') throw over()
  return row
}

type Said = Omit<Parameters<typeof recordMemberAction>[1], 'memberId'>

const recordRequest = (tx: Tx, row: RequestRow, said: Said): Promise<void> =>
  recordMemberAction(tx, {
    ...said,
    memberId: row.member_id,
    detail: {
      request: row.id,
      kind: row.kind,
      amount: row.amount,
      ...bodyOf(row),
      askedBy: row.requested_by,
      ...said.detail,
    },
  })
