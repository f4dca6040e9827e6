import type { adminRoutes } from '@incontro/contract/admin'
import { statementOf } from '#modules/credits/index.ts'
import type { Call } from '#platform/http/bind.ts'
import type { DeskDeps } from './deps.ts'
import { memberAt } from './member-at.ts'

/** The movements of a member's credits, as the member reads them; each page is recorded. @throws Failure 403 `own_account`, 404 */
export async function readLedger(deps: DeskDeps, call: Call<typeof adminRoutes.memberLedger>) {
  const { site, body, staff, ip } = call
  const { id: memberId, flow_id: flowId } = await memberAt(deps.db, deps, call)
  const page = await statementOf(deps, { memberId, brandId: site.brandId, flowId }, body)
  await deps.db.transaction().execute((tx) =>
    deps.audit.record(tx, {
      brandId: site.brandId,
      by: { staffId: staff.staffId, address: ip },
      action: 'member_ledger_read',
      subject: { kind: 'member', id: memberId },
      reason: body.reason,
      detail: { rows: page.entries.length },
    }),
  )
  return page
}
