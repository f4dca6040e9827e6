import { recordMemberAction } from '#modules/audit/index.ts'
import { Failure } from '#platform/http/problem.ts'
import { useOnce } from '#platform/secrets/single-use.ts'
import { withdrawHeld } from '../approvals/request.ts'
import type { DeskDeps } from '../deps.ts'
import { by } from '../member-at.ts'
import { acts } from './acts.ts'
import type { HeldCall } from './held-call.ts'
import type { HeldAction } from './hold.ts'

/** Longer than a job waits: its tries are over within a week. */
const rememberedMs = 90 * 86_400_000

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
      if (await useOnce(tx, 'desk held', held.id, new Date(at.getTime() + rememberedMs))) await run(tx, deps, call)
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
