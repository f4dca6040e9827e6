import type { adminRoutes } from '@incontro/contract/admin'
import { isHeld, scheduleDeletion } from '#modules/accounts/index.ts'
import { recordMemberAction } from '#modules/audit/index.ts'
import { scheduleExport } from '#modules/data-export/index.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Call } from '#platform/http/bind.ts'
import { Failure } from '#platform/http/problem.ts'
import type { DeskDeps } from './deps.ts'
import { by, closed, memberAt } from './member-at.ts'

/** @throws Failure 403 `own_account`, 404, 409 `closed`, 429 */
export async function exportMember(tx: Tx, deps: DeskDeps, call: Call<typeof adminRoutes.exportMember>): Promise<void> {
  const at = deps.clock()
  const { id: memberId, state } = await memberAt(tx, deps, call)
  // Who cannot sign in could not download it.
  if (state !== 'active') throw closed()
  await scheduleExport(tx, memberId, call.site.origin, at)
  await recordMemberAction(tx, { memberId, action: 'export_asked', reason: call.body.reason, at, ...by(call) })
}

/** @throws Failure 403 `own_account`, 404, 409 `closed`, `held` */
export async function eraseMember(tx: Tx, deps: DeskDeps, call: Call<typeof adminRoutes.eraseMember>): Promise<void> {
  const at = deps.clock()
  const { reason } = call.body
  const { id: memberId } = await memberAt(tx, deps, call)
  const { madeBy } = by(call)
  const eraseAt = await scheduleDeletion(tx, deps, { memberId, madeBy, reason, origin: call.site.origin, at })
  if (!eraseAt) throw closed()
  // Under the lock of the member's row, which a hold takes as well.
  if (await isHeld(tx, memberId, at))
    throw new Failure(409, 'held', { message: 'A legal hold keeps this member’s data: nothing was changed' })
  await recordMemberAction(tx, {
    memberId,
    action: 'deletion_started',
    reason,
    detail: { before: { state: 'active' }, after: { state: 'deleting', eraseAt: eraseAt.toISOString() } },
    at,
    ...by(call),
  })
}
