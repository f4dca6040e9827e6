import type { StaffRole } from '@incontro/contract'
import type { adminRoutes } from '@incontro/contract/admin'
import { installationChain } from '#modules/audit/index.ts'
import type { Executor } from '#platform/database/database.ts'
import type { Call } from '#platform/http/bind.ts'
import { notFound } from '#platform/http/problem.ts'
import { hashToken } from '#platform/ids.ts'
import type { StaffDeps } from '#modules/staff/deps.ts'
import { beginSession, lockStaff } from '#modules/staff/sessions/sessions.ts'
import { requireStaffPassword } from '#modules/staff/sign-in/password.ts'
import { takeInvitation } from './invitations.ts'
import type { LinkPurpose } from './links.ts'
import { setRoles } from './roles.ts'

async function found(deps: StaffDeps, executor: Executor, token: string) {
  const link = await executor
    .selectFrom('staff_links as l')
    .innerJoin('staff as p', 'p.id', 'l.staff_id')
    .leftJoin('staff_invitations as i', (join) =>
      join.onRef('i.staff_id', '=', 'l.staff_id').onRef('i.brand_id', '=', 'l.brand_id'),
    )
    .select(['p.id', 'p.email', 'p.name', 'l.purpose', 'l.brand_id', 'i.name as invited_as', 'i.roles'])
    .where('l.token_hash', '=', hashToken(token))
    .where('l.expires_at', '>', deps.clock())
    .where('p.state', '<>', 'left')
    .executeTakeFirst()
  if (!link) throw notFound()
  return { ...link, name: link.invited_as ?? link.name, purpose: link.purpose as LinkPurpose }
}

/** Opening a link changes nothing. @throws Failure 404 */
export async function linkView(deps: StaffDeps, { body }: Call<typeof adminRoutes.staffLink>) {
  const { email, name, purpose, brand_id: brand, roles } = await found(deps, deps.home().db, body.token)
  const invitation =
    brand !== null && roles
      ? { title: deps.everyBrand.byKey(brand)?.title ?? brand, roles: roles as StaffRole[] }
      : null
  return { email, name, purpose, invitation }
}

/**
 * Uses a link once: sets the password, accepts the invitation that came with it, and begins a session that has to set up
 * a factor. The person's other links end, or one of them would set another password.
 * @throws Failure 400, 404
 */
export async function useLink(deps: StaffDeps, call: Call<typeof adminRoutes.staffUseLink>): Promise<void> {
  const { token, name, password } = call.body
  const { db } = deps.home()
  await found(deps, db, token)
  requireStaffPassword(password)
  const hash = await deps.passwords.hash(password)
  await db.transaction().execute(async (tx) => {
    const { id, purpose, brand_id: brand } = await found(deps, tx, token)
    const roles = brand === null ? undefined : (await takeInvitation(tx, id, brand)).roles
    await lockStaff(tx, id)
    const ended = await tx.deleteFrom('staff_links').where('staff_id', '=', id).returning('token_hash').execute()
    if (!ended.some((one) => one.token_hash.equals(hashToken(token)))) throw notFound()
    await tx.updateTable('staff').set({ name, password_hash: hash, state: 'active' }).where('id', '=', id).execute()
    if (brand !== null && roles) await setRoles(deps, tx, id, brand, roles)
    await beginSession(deps, tx, call, id)
    await deps.record(tx, {
      brandId: installationChain,
      ...(brand !== null && { aboutBrand: brand }),
      by: { staffId: id, address: call.ip },
      action: purpose === 'reset' ? 'password_changed' : 'staff_joined',
      subject: { kind: 'staff', id },
      ...(roles && { detail: { roles } }),
    })
  })
}
