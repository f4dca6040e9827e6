import { recordMemberAction } from '#modules/audit/index.ts'
import { Failure } from '#platform/http/problem.ts'
import { countAttempt } from '#platform/secrets/attempts.ts'
import { withdrawHeld } from '../approvals/request.ts'
import type { DeskDeps } from '../deps.ts'
import { by } from '../member-at.ts'
import { acts } from './acts.ts'
import type { HeldCall } from './held-call.ts'
import type { HeldAction } from './hold.ts'

/**
 * Carries out once what was not taken back, in the name of the person who did it. What has become impossible since it was
 * tried, and what that person may not do any more, is dropped, with an entry in the audit.
 */
export async function carryOut(deps: DeskDeps, held: HeldAction): Promise<void> {
  const { site, params, body, ip } = held
  const { run, after, route } = acts[held.name]
  const roles = await deps.rolesAt(held.staff.staffId, site.brandId)
  const staff = {
    ...held.staff,
    sessionId: held.id,
    roles: roles.map((role) => ({ brandId: site.brandId, role })),
    provedUntil: null,
  }
  const call: HeldCall = { site, params, body, ip, staff }
  const at = deps.clock()
  try {
    const { staff: admitted } = route.access
    if (admitted !== 'any' && !roles.some((role) => admitted.includes(role))) throw new Failure(403)
    await deps.db.transaction().execute(async (tx) => {
      // A process may be killed between the commit and the end of the job.
      if ((await countAttempt(tx, `desk held ${held.id}`, at)) === 1) await run(tx, deps, call)
    })
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    await deps.db.transaction().execute(async (tx) => {
      await withdrawHeld(tx, site.brandId, body.id)
      await recordMemberAction(tx, {
        memberId: params.id,
        action: 'member_action_dropped',
        detail: { what: held.name, outcome: error.code ?? String(error.status) },
        at,
        ...by(call),
      })
    })
    return
  }
  after?.(deps, params.id)
}
