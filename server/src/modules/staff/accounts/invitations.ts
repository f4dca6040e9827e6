import type { Locale, StaffRole } from '@incontro/contract'
import type { adminRoutes } from '@incontro/contract/admin'
import { type SqlBool, sql } from 'kysely'
import { installationChain } from '#modules/audit/index.ts'
import type { Executor, Tx } from '#platform/database/database.ts'
import type { Call } from '#platform/http/bind.ts'
import { Failure, notFound } from '#platform/http/problem.ts'
import type { StaffDeps } from '#modules/staff/deps.ts'
import { lockStaff, mustStillBeSignedIn } from '#modules/staff/sessions/sessions.ts'
import { addStaff, closeStaff } from './access.ts'
import { requireStaffEmail } from './email.ts'
import { mailInvitation, mailLink, makeLink } from './links.ts'
import { by, endInvitation, lockBrand, setRoles, storedRoles, worksAnywhere } from './roles.ts'

/*
 * An owner gives no one a role: they invite, and the person accepts. Who is new does so by the link that sets their
 * password, everyone else in their account, where they are signed in with both factors.
 */

/**
 * The answer is the same for an address that is new and for one of a person who works elsewhere: that is theirs to say.
 * @throws Failure 409 `staff_known` for a person who has a role at the brand, or an invitation to it
 */
export async function invite(deps: StaffDeps, call: Call<typeof adminRoutes.staffInvite>) {
  const { brand } = call.params
  const { name, reason } = call.body
  const roles = [...new Set(call.body.roles)]
  const email = requireStaffEmail(call.body.email)
  return deps
    .home()
    .db.transaction()
    .execute(async (tx) => {
      await lockBrand(tx, brand)
      const { id } = await addStaff(deps, tx, { email, name, locale: languageOf(deps, brand) })
      if ((await storedRoles(tx, id, brand)).length > 0 || (await invitedTo(tx, id, brand)))
        throw new Failure(409, 'staff_known', {
          field: 'email',
          message: 'This person works at the brand already, or is invited to it',
        })
      await tx
        .insertInto('staff_invitations')
        .values({ brand_id: brand, staff_id: id, name, roles, invited_at: deps.clock() })
        .execute()
      await sendInvitation(deps, tx, id, brand)
      await deps.record(tx, {
        brandId: installationChain,
        aboutBrand: brand,
        by: by(call),
        action: 'staff_invited',
        subject: { kind: 'staff', id },
        reason,
        detail: { name, roles },
      })
      return { id }
    })
}

/**
 * Whether an invitation `i` of a person `p` waits for its answer. Versions before invitations left one that was there
 * when they gave roles at once, or closed the account: the roles count, and who has left is invited nowhere.
 */
export const waits = sql<SqlBool>`p.state <> 'left' and not exists (
  select from staff_roles w where w.staff_id = i.staff_id and w.brand_id = i.brand_id)`

const waiting = (db: Executor, staffId: string) =>
  db
    .selectFrom('staff_invitations as i')
    .innerJoin('staff as p', 'p.id', 'i.staff_id')
    .where('i.staff_id', '=', staffId)
    .where(waits)

/** What a person is invited to be at a brand, and what they are called there. */
export async function invitedTo(tx: Tx, staffId: string, brand: string) {
  return waiting(tx, staffId).select(['i.roles', 'i.name']).where('i.brand_id', '=', brand).executeTakeFirst()
}

export async function changeInvitation(
  tx: Tx,
  staffId: string,
  brand: string,
  roles: readonly StaffRole[],
): Promise<void> {
  await tx
    .updateTable('staff_invitations')
    .set({ roles: [...new Set(roles)] })
    .where('staff_id', '=', staffId)
    .where('brand_id', '=', brand)
    .execute()
}

/** Whether an invitation of the person waits at any brand. */
export const isInvited = async (tx: Tx, staffId: string): Promise<boolean> =>
  (await waiting(tx, staffId).select('i.brand_id').limit(1).executeTakeFirst()) !== undefined

/** The same of who has no access yet: their link still leads there. */
export const mayYetJoin = async (tx: Tx, staffId: string): Promise<boolean> =>
  (await waiting(tx, staffId).select('i.brand_id').where('p.state', '=', 'invited').limit(1).executeTakeFirst()) !==
  undefined

/** Mails an invitation: with a link to who has no access yet, otherwise with where to accept it. Their row is locked. */
export async function sendInvitation(deps: StaffDeps, tx: Tx, staffId: string, brand: string): Promise<void> {
  const person = await tx
    .selectFrom('staff')
    .select(['email', 'name', 'locale', 'state'])
    .where('id', '=', staffId)
    .executeTakeFirstOrThrow()
  const to = { email: person.email, name: person.name, locale: person.locale as Locale }
  if (person.state === 'invited' && !(await worksAnywhere(tx, staffId))) {
    const name = (await invitedTo(tx, staffId, brand))?.name ?? person.name
    const link = await makeLink(deps, tx, staffId, 'invitation', brand)
    return mailLink(deps, tx, { ...to, name }, link, 'invitation')
  }
  return mailInvitation(deps, tx, to, titleOf(deps, brand))
}

/** The invitations of the caller that wait for an answer. */
export async function ownInvitations(deps: StaffDeps, db: Executor, staffId: string) {
  const rows = await waiting(db, staffId)
    .select(['i.brand_id', 'i.roles', 'i.invited_at'])
    .orderBy('i.invited_at')
    .orderBy('i.brand_id')
    .execute()
  return rows.map((row) => ({
    brand: row.brand_id,
    title: titleOf(deps, row.brand_id),
    roles: row.roles as StaffRole[],
    invitedAt: row.invited_at.toISOString(),
  }))
}

/** @throws Failure 404 for an invitation that was withdrawn */
export async function answerInvitation(
  deps: StaffDeps,
  call: Call<typeof adminRoutes.staffAnswerInvitation>,
): Promise<void> {
  const { brand, accepts } = call.body
  const { staffId } = call.staff
  await deps
    .home()
    .db.transaction()
    .execute(async (tx) => {
      const { name, roles } = await takeInvitation(tx, staffId, brand)
      await mustStillBeSignedIn(tx, call.staff)
      if (accepts) await setRoles(deps, tx, staffId, brand, roles)
      // No page of a brand would ever show the account again, so that no one could close it.
      else if (!(await worksAnywhere(tx, staffId)) && !(await isInvited(tx, staffId)))
        await closeStaff(deps, tx, staffId)
      await deps.record(tx, {
        brandId: installationChain,
        aboutBrand: brand,
        // Of who declines, the brand reads what it wrote itself, and not from where they answered.
        by: accepts ? by(call) : { staffId, address: null },
        action: accepts ? 'staff_joined' : 'invitation_declined',
        subject: { kind: 'staff', id: staffId },
        detail: accepts ? { roles } : { name, roles },
      })
    })
}

/**
 * Takes an invitation to answer it: once, and not while the brand's owners change it or the account is closed.
 * @throws Failure 404
 */
export async function takeInvitation(tx: Tx, staffId: string, brand: string) {
  await lockBrand(tx, brand)
  await lockStaff(tx, staffId)
  const invitation = await invitedTo(tx, staffId, brand)
  if (!invitation) throw notFound()
  await endInvitation(tx, staffId, brand)
  return invitation
}

const titleOf = (deps: Pick<StaffDeps, 'everyBrand'>, brand: string): string =>
  deps.everyBrand.byKey(brand)?.title ?? brand

const languageOf = (deps: Pick<StaffDeps, 'everyBrand'>, brand: string): Locale =>
  deps.everyBrand.byKey(brand)?.defaultLanguage ?? 'en'
