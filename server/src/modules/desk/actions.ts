import type { Locale } from '@incontro/contract'
import type { adminRoutes } from '@incontro/contract/admin'
import { holdMember, reactivateMemberIn, releaseMember } from '#modules/accounts/index.ts'
import { recordMemberAction } from '#modules/audit/index.ts'
import { sendResetLink } from '#modules/identity/index.ts'
import { recordReopened } from '#modules/moderation/index.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Call } from '#platform/http/bind.ts'
import { Failure, notFound } from '#platform/http/problem.ts'
import { countAttempt } from '#platform/secrets/attempts.ts'
import type { DeskDeps } from './deps.ts'
import { by, closed, memberAt } from './member-at.ts'

/** Links for a new password that staff may send one member in an hour: each fills the member's mailbox. */
const mostResets = 3

/** @throws Failure 403 `own_account`, 404, 409 `suspended_by_same`, `open_already` */
export async function reactivate(
  tx: Tx,
  deps: DeskDeps,
  call: Call<typeof adminRoutes.reactivateMember>,
): Promise<void> {
  const { site, body } = call
  const { email } = await memberAt(tx, deps, call)
  const outcome = await reactivateMemberIn(tx, deps, {
    brandId: site.brandId,
    email,
    reason: body.reason,
    origin: site.origin,
    ...by(call),
    also: (inner, memberId) =>
      recordReopened(inner, deps, { brandId: site.brandId, memberId, by: by(call).madeBy, at: deps.clock() }),
  })
  if (outcome === 'unknown') throw notFound()
  if (outcome === 'suspended_by_same')
    throw new Failure(409, 'suspended_by_same', {
      message: 'You have suspended this account, and the member was promised another person',
    })
  if (outcome === 'open already') throw new Failure(409, 'open_already', { message: 'The account is open already' })
}

/** The link goes to the member's own address and nowhere else. @throws Failure 403 `own_account`, 404, 409 `closed`, 429 */
export async function resetPassword(
  tx: Tx,
  deps: DeskDeps,
  call: Call<typeof adminRoutes.sendMemberReset>,
): Promise<void> {
  const { site, body } = call
  const { id: memberId, email, locale, state } = await memberAt(tx, deps, call)
  if (state !== 'active') throw closed()
  const at = deps.clock()
  if ((await countAttempt(tx, `staff reset ${memberId}`, at)) > mostResets) throw new Failure(429)
  const { brandId, origin } = site
  await sendResetLink(tx, deps, { brandId, memberId, email, locale: locale as Locale, origin })
  await recordMemberAction(tx, { memberId, action: 'reset_sent', reason: body.reason, at, ...by(call) })
}

/** @throws Failure 403 `own_account`, 404, 409 `erasing`, `not_held` */
export async function changeHold(deps: DeskDeps, call: Call<typeof adminRoutes.holdMember>): Promise<void> {
  const { body } = call
  const { id: memberId } = await memberAt(deps.db, deps, call)
  const given = { memberId, reason: body.reason, at: deps.clock(), ...by(call) }
  if (body.held) {
    if (await holdMember(deps.db, given)) return
    throw new Failure(409, 'erasing', { message: 'The erasing of this member began already' })
  }
  if (!(await releaseMember(deps.db, given)))
    throw new Failure(409, 'not_held', { message: 'Nothing holds this member' })
}
