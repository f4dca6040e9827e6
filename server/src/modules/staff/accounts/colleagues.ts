import type { StaffRole } from '@incontro/contract'
import type { adminRoutes } from '@incontro/contract/admin'
import { sql } from 'kysely'
import { installationChain } from '#modules/audit/index.ts'
import type { Call } from '#platform/http/bind.ts'
import { Failure, notFound } from '#platform/http/problem.ts'
import type { StaffDeps } from '#modules/staff/deps.ts'
import { lockStaff } from '#modules/staff/sessions/sessions.ts'
import { closeStaff, resetStaff } from './access.ts'
import { changeInvitation, invitedTo, isInvited, mayYetJoin, sendInvitation, waits } from './invitations.ts'
import { mailLink } from './links.ts'
import {
  by,
  endInvitation,
  lockBrand,
  mustHaveOwner,
  requireRead,
  setRoles,
  storedRoles,
  worksAnywhere,
} from './roles.ts'

/**
 * Staff with a role at the brand, and who is invited to one: of these, what the owner wrote who invited them.
 */
export async function colleagues(deps: StaffDeps, { params: { brand } }: Call<typeof adminRoutes.staffList>) {
  const { rows } = await sql<{
    id: string
    email: string
    name: string
    state: 'invited' | 'active' | 'left'
    roles: StaffRole[]
    accepted: boolean
    has_factor: boolean
    last_seen: Date | null
  }>`
    select p.id, p.email, p.name, p.state, array_agg(r.role order by r.role) as roles, true as accepted,
      exists (select from staff_totp t where t.staff_id = p.id and t.secret is not null)
        or exists (select from staff_passkeys k where k.staff_id = p.id) as has_factor,
      (select max(s.created_at) from staff_sessions s where s.staff_id = p.id and s.second_factor_at is not null) as last_seen
    from staff_roles r join staff p on p.id = r.staff_id where r.brand_id = ${brand}
    group by p.id
    union all
    select p.id, p.email, i.name, 'invited', i.roles, false, false, null
    from staff_invitations i join staff p on p.id = i.staff_id where i.brand_id = ${brand} and ${waits}
    order by name, id`.execute(deps.home().db)
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    name: row.name,
    state: row.state,
    roles: row.roles,
    accepted: row.accepted,
    hasFactor: row.has_factor,
    lastSeenAt: row.last_seen?.toISOString() ?? null,
  }))
}

/** @throws Failure 404, 409 `last_owner`, `roles_changed` */
export async function changeRoles(deps: StaffDeps, call: Call<typeof adminRoutes.staffSetRoles>): Promise<void> {
  const { brand, id } = call.params
  const { roles, reason } = call.body
  await deps
    .home()
    .db.transaction()
    .execute(async (tx) => {
      await lockBrand(tx, brand)
      const invitation = await invitedTo(tx, id, brand)
      const before = invitation?.roles ?? (await storedRoles(tx, id, brand))
      if (before.length === 0) throw notFound()
      requireRead(call.body.before, before)
      if (invitation) await changeInvitation(tx, id, brand, roles)
      else {
        await setRoles(deps, tx, id, brand, roles)
        await mustHaveOwner(tx, brand)
      }
      await deps.record(tx, {
        brandId: installationChain,
        aboutBrand: brand,
        by: by(call),
        action: 'staff_roles_set',
        subject: { kind: 'staff', id },
        reason,
        detail: { ...(invitation && { name: invitation.name }), before, after: roles },
      })
    })
}

/** Takes all roles at the brand, or withdraws the invitation to it. @throws Failure 404, 409 `last_owner` */
export async function leave(deps: StaffDeps, call: Call<typeof adminRoutes.staffLeave>): Promise<void> {
  const { brand, id } = call.params
  await deps
    .home()
    .db.transaction()
    .execute(async (tx) => {
      await lockBrand(tx, brand)
      await lockStaff(tx, id)
      const roles = await storedRoles(tx, id, brand)
      const invited = await invitedTo(tx, id, brand)
      if (roles.length === 0 && !invited) throw notFound()
      await endInvitation(tx, id, brand)
      await tx.deleteFrom('staff_links').where('staff_id', '=', id).where('brand_id', '=', brand).execute()
      await tx.deleteFrom('staff_roles').where('staff_id', '=', id).where('brand_id', '=', brand).execute()
      if (!invited) await mustHaveOwner(tx, brand)
      await tx.deleteFrom('staff_views').where('brand_id', '=', brand).where('staff_id', '=', id).execute()
      // Roles are read with each request: the session of who works elsewhere is no longer one of this brand.
      const stays = (await worksAnywhere(tx, id)) || (await (invited ? isInvited(tx, id) : mayYetJoin(tx, id)))
      if (!stays) await closeStaff(deps, tx, id)
      await deps.record(tx, {
        brandId: installationChain,
        aboutBrand: brand,
        by: by(call),
        action: invited ? 'invitation_withdrawn' : 'staff_left',
        subject: { kind: 'staff', id },
        reason: call.body.reason,
        // Whether they work elsewhere is theirs to say to who only invited them.
        detail: invited ? { name: invited.name, before: invited.roles } : { before: roles, closed: !stays },
      })
    })
}

/**
 * Resets a person's password and factors. The link goes to their mailbox only. A person who also works at another brand
 * is reset by an owner of both: an owner must not get at the data of a brand that is not theirs. Who has yet to accept an
 * invitation to the brand is sent it again, and nothing else.
 * @throws Failure 403 `elsewhere`, 404
 */
export async function reset(deps: StaffDeps, call: Call<typeof adminRoutes.staffReset>): Promise<void> {
  const { brand, id } = call.params
  await deps
    .home()
    .db.transaction()
    .execute(async (tx) => {
      await lockBrand(tx, brand)
      // Before their state is read: who has just set a password must not be sent a link that sets another one.
      await lockStaff(tx, id)
      const invitation = await invitedTo(tx, id, brand)
      if (invitation) {
        await sendInvitation(deps, tx, id, brand)
        return deps.record(tx, {
          brandId: installationChain,
          aboutBrand: brand,
          by: by(call),
          action: 'staff_invited',
          subject: { kind: 'staff', id },
          reason: call.body.reason,
          detail: { name: invitation.name, roles: invitation.roles },
        })
      }
      const roles = await tx
        .selectFrom('staff_roles')
        .select('brand_id')
        .distinct()
        .where('staff_id', '=', id)
        .execute()
      if (!roles.some((one) => one.brand_id === brand)) throw notFound()
      const owned = (brandId: string): boolean =>
        call.staff.roles.some((one) => one.brandId === brandId && one.role === 'owner')
      if (!roles.every((one) => owned(one.brand_id)))
        throw new Failure(403, 'elsewhere', { message: 'This person works at a brand that you do not own' })
      const person = await resetStaff(deps, tx, id)
      if (!person) throw notFound()
      await mailLink(deps, tx, person, person.link, 'reset')
      await deps.record(tx, {
        brandId: installationChain,
        aboutBrand: brand,
        by: by(call),
        action: 'staff_reset',
        subject: { kind: 'staff', id },
        reason: call.body.reason,
      })
    })
}
