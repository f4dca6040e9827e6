import type { adminRoutes, Undo } from '@incontro/contract/admin'
import { recordMemberAction } from '#modules/audit/index.ts'
import { lockMember } from '#modules/members/index.ts'
import type { StaffPrincipal } from '#platform/caller.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/database/database.ts'
import type { Call } from '#platform/http/bind.ts'
import { Failure } from '#platform/http/problem.ts'
import { newId } from '#platform/ids.ts'
import { addJob, hasJob, takeJob } from '#platform/jobs/jobs.ts'
import { withdrawHeld } from '../approvals/request.ts'
import type { DeskDeps } from '../deps.ts'
import { by, memberAt } from '../member-at.ts'
import { acts, type HeldName } from './acts.ts'
import type { HeldCall } from './held-call.ts'

/** How long what was done in a file can be taken back. */
const undoMs = 10_000

/** What waits in the queue of jobs; it is gone from there when it was carried out or taken back. */
export interface HeldAction extends Pick<HeldCall, 'site' | 'params' | 'body' | 'ip'> {
  readonly id: string
  readonly name: HeldName
  /** Roles are read again when it is carried out. */
  readonly staff: Pick<StaffPrincipal, 'staffId' | 'email'>
}

const jobKey = (memberId: string, what: string): string => `desk ${memberId} ${what}`

/** A member may have several restrictions and requests that are acted on at once, and one of everything else. */
const whatOf = (name: HeldName, { params, body }: HeldCall): string =>
  [name, params.restriction ?? body.id].filter(Boolean).join(' ')

/**
 * Tries an action, so that a person reads at once what keeps it from being done, and leaves it to a job that carries it out
 * when it can no longer be taken back.
 * @throws Failure 409 `under_way` while the same waits already, and those of the action
 */
export const holdAction = (deps: DeskDeps, name: HeldName, call: HeldCall): Promise<Undo> =>
  deps.db.transaction().execute(async (tx) => {
    const { id } = await memberAt(tx, deps, call)
    // Two colleagues at once would each read that it will be done.
    await lockMember(tx, id)
    return tryAndHold(tx, deps, name, call)
  })

/** `holdAction` in a transaction that has locked the member. */
export async function tryAndHold(tx: Tx, deps: DeskDeps, name: HeldName, call: HeldCall): Promise<Undo> {
  const what = whatOf(name, call)
  const key = jobKey(call.params.id, what)
  if (await hasJob(tx, key))
    throw new Failure(409, 'under_way', { message: 'The same was done moments ago, and is being carried out' })
  await sql`savepoint tried`.execute(tx)
  await acts[name].run(tx, deps, call)
  await sql`rollback to savepoint tried`.execute(tx)
  const { site, params, body, staff, ip } = call
  const runAt = new Date(deps.clock().getTime() + undoMs)
  const { staffId, email } = staff
  const held: HeldAction = { id: newId(), name, site, params, body, staff: { staffId, email }, ip }
  await addJob(tx, 'desk-carry-out', held, { runAt, key, urgent: true })
  return { what, until: runAt.toISOString() }
}

/** @throws Failure 403 `own_account`, 404, 409 `carried_out`, also for what a colleague did */
export const undoAction = (deps: DeskDeps, call: Call<typeof adminRoutes.undoMemberAction>): Promise<void> =>
  deps.db.transaction().execute(async (tx) => {
    const { id: memberId } = await memberAt(tx, deps, call)
    const held = await takeJob(tx, 'desk-carry-out', jobKey(memberId, call.body.what))
    if (held?.staff.staffId !== call.staff.staffId)
      throw new Failure(409, 'carried_out', { message: 'It was carried out already' })
    await withdrawHeld(tx, call.site.brandId, held.body.id)
    await recordMemberAction(tx, {
      memberId,
      action: 'member_action_undone',
      detail: { what: held.name },
      at: deps.clock(),
      ...by(call),
    })
  })
