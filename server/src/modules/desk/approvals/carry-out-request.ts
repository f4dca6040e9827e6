import type { adminRoutes } from '@incontro/contract/admin'
import type { Tx } from '#platform/database/database.ts'
import type { Call } from '#platform/http/bind.ts'
import type { DeskDeps } from '../deps.ts'
import { by, memberAt } from '../member-at.ts'
import { kindOf } from './kinds.ts'
import { lockRequest } from './request.ts'

/** What was within the limit, once it can no longer be taken back. @throws Failure 404, and those of what was asked for */
export async function carryOutRequest(
  tx: Tx,
  deps: DeskDeps,
  call: Call<typeof adminRoutes.grantMemberCredits> | Call<typeof adminRoutes.refundOrder>,
): Promise<void> {
  const member = await memberAt(tx, deps, call)
  const row = await lockRequest(tx, call.site.brandId, call.body.id)
  if (row.state === 'done') await kindOf(row.kind).carryOut(tx, deps, row, member.email, by(call))
}
