import type { Locale, StaffRole } from '@incontro/contract'
import type { adminRoutes } from '@incontro/contract/admin'
import { sql } from 'kysely'
import { installationChain, type AuditAuthor } from '#modules/audit/index.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Call } from '#platform/http/bind.ts'
import { Failure, notFound } from '#platform/http/problem.ts'
import { newId } from '#platform/ids.ts'
import type { StaffDeps } from '#modules/staff/deps.ts'
import { requireStaffEmail } from './email.ts'
import { mailLink, makeLink } from './links.ts'

const by = ({ staff, ip }: { readonly staff: { readonly staffId: string }; readonly ip: string }): AuditAuthor => ({
  staffId: staff.staffId,
  address: ip,
})

/** Staff with a role at the brand. */
export async function colleagues(deps: StaffDeps, { params: { brand } }: Call<typeof adminRoutes.staffList>) {
  const { rows } = await sql<{
    id: string
    email: string
    name: string
    state: 'invited' | 'active' | 'left'
    roles: StaffRole[]
    has_factor: boolean
    last_seen: Date | null
  }>`
    select p.id, p.email, p.name, p.state, array_agg(r.role order by r.role) as roles,
      exists (select from staff_totp t where t.staff_id = p.id and t.secret is not null)
        or exists (select from staff_passkeys k where k.staff_id = p.id) as has_factor,
      (select max(s.created_at) from staff_sessions s where s.staff_id = p.id and s.second_factor_at is not null) as last_seen
    from staff_roles r join staff p on p.id = r.staff_id where r.brand_id = ${brand}
    group by p.id order by p.name, p.id`.execute(deps.home().db)
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    name: row.name,
    state: row.state,
    roles: row.roles,
    hasFactor: row.has_factor,
    lastSeenAt: row.last_seen?.toISOString() ?? null,
  }))
}

/** @throws Failure 409 `staff_known` for a person who has a role at the brand already */
export async function invite(deps: StaffDeps, call: Call<typeof adminRoutes.staffInvite>) {
  const { brand } = call.params
  const { name, roles, reason } = call.body
  const email = requireStaffEmail(call.body.email)
  return deps
    .home()
    .db.transaction()
    .execute(async (tx) => {
      await lockBrand(tx, brand)
      const { id, isNew } = await addStaff(deps, tx, { email, name, locale: languageOf(deps, brand) })
      if ((await rolesAt(tx, id, brand)).length > 0)
        throw new Failure(409, 'staff_known', { field: 'email', message: 'This person works at the brand already' })
      await setRoles(deps, tx, id, brand, roles)
      if (isNew) {
        const link = await makeLink(deps, tx, id, 'invitation')
        await mailLink(deps, tx, { email, name, locale: languageOf(deps, brand) }, link, 'invitation')
      }
      await deps.record(tx, {
        brandId: installationChain,
        aboutBrand: brand,
        by: by(call),
        action: 'staff_invited',
        subject: { kind: 'staff', id },
        reason,
        detail: { roles },
      })
      return { id, invited: isNew }
    })
}

/** Finds or creates the account; one that was closed has to be invited again. */
export async function addStaff(
  deps: Pick<StaffDeps, 'clock'>,
  tx: Tx,
  { email, name, locale }: { readonly email: string; readonly name: string; readonly locale: Locale },
): Promise<{ readonly id: string; readonly isNew: boolean }> {
  const known = await tx
    .selectFrom('staff')
    .select(['id', 'state'])
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirst()
  if (known && known.state !== 'left') return { id: known.id, isNew: known.state === 'invited' }
  if (known) {
    await forgetFactors(tx, known.id)
    await tx
      .updateTable('staff')
      .set({ state: 'invited', left_at: null, password_hash: null, name })
      .where('id', '=', known.id)
      .execute()
    return { id: known.id, isNew: true }
  }
  const id = newId()
  await tx
    .insertInto('staff')
    .values({
      id,
      email,
      name,
      locale,
      password_hash: null,
      state: 'invited',
      created_at: deps.clock(),
      left_at: null,
    })
    .execute()
  return { id, isNew: true }
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
      const before = await rolesAt(tx, id, brand)
      if (before.length === 0) throw notFound()
      if ([...new Set<string>(call.body.before)].toSorted().join() !== before.toSorted().join())
        throw new Failure(409, 'roles_changed', {
          message: 'A colleague changed these roles meanwhile: read them again',
        })
      await setRoles(deps, tx, id, brand, roles)
      await mustHaveOwner(tx, brand)
      await deps.record(tx, {
        brandId: installationChain,
        aboutBrand: brand,
        by: by(call),
        action: 'staff_roles_set',
        subject: { kind: 'staff', id },
        reason,
        detail: { before, after: roles },
      })
    })
}

/** @throws Failure 404, 409 `last_owner` */
export async function leave(deps: StaffDeps, call: Call<typeof adminRoutes.staffLeave>): Promise<void> {
  const { brand, id } = call.params
  await deps
    .home()
    .db.transaction()
    .execute(async (tx) => {
      await lockBrand(tx, brand)
      const before = await rolesAt(tx, id, brand)
      if (before.length === 0) throw notFound()
      await tx.selectFrom('staff').select('id').where('id', '=', id).forUpdate().execute()
      await tx.deleteFrom('staff_roles').where('staff_id', '=', id).where('brand_id', '=', brand).execute()
      await mustHaveOwner(tx, brand)
      await tx.deleteFrom('staff_views').where('brand_id', '=', brand).where('staff_id', '=', id).execute()
      const elsewhere = await tx
        .selectFrom('staff_roles')
        .select('role')
        .where('staff_id', '=', id)
        .limit(1)
        .executeTakeFirst()
      // Roles are read with each request: the session of who works elsewhere is no longer one of this brand.
      if (!elsewhere) {
        await endAllSessions(tx, id)
        await forgetFactors(tx, id)
        await tx
          .updateTable('staff')
          .set({ state: 'left', left_at: deps.clock(), password_hash: null })
          .where('id', '=', id)
          .execute()
      }
      await deps.record(tx, {
        brandId: installationChain,
        aboutBrand: brand,
        by: by(call),
        action: 'staff_left',
        subject: { kind: 'staff', id },
        reason: call.body.reason,
        detail: { before, closed: !elsewhere },
      })
    })
}

/**
 * Resets a person's password and factors. The link goes to their mailbox only. A person who also works at another brand
 * is reset by an owner of both: an owner must not get at the data of a brand that is not theirs.
 * @throws Failure 403 `elsewhere`, 404
 */
export async function reset(deps: StaffDeps, call: Call<typeof adminRoutes.staffReset>): Promise<void> {
  const { brand, id } = call.params
  await deps
    .home()
    .db.transaction()
    .execute(async (tx) => {
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

/** Removes password, factors and sessions, and makes the link that sets new ones; undefined for who has left. */
export async function resetStaff(deps: Pick<StaffDeps, 'clock' | 'console'>, tx: Tx, id: string) {
  const person = await tx
    .selectFrom('staff')
    .select(['email', 'name', 'locale'])
    .where('id', '=', id)
    .where('state', '<>', 'left')
    .forUpdate()
    .executeTakeFirst()
  if (!person) return undefined
  await endAllSessions(tx, id)
  await forgetFactors(tx, id)
  await tx.updateTable('staff').set({ state: 'invited', password_hash: null }).where('id', '=', id).execute()
  return { ...person, locale: person.locale as Locale, link: await makeLink(deps, tx, id, 'reset') }
}

async function endAllSessions(tx: Tx, staffId: string): Promise<void> {
  await tx.deleteFrom('staff_sessions').where('staff_id', '=', staffId).execute()
}

async function forgetFactors(tx: Tx, staffId: string): Promise<void> {
  for (const table of ['staff_totp', 'staff_passkeys', 'staff_recovery_codes', 'staff_links'] as const)
    await tx.deleteFrom(table).where('staff_id', '=', staffId).execute()
}

export async function setRoles(
  deps: Pick<StaffDeps, 'clock'>,
  tx: Tx,
  staffId: string,
  brand: string,
  roles: readonly StaffRole[],
): Promise<void> {
  await tx.deleteFrom('staff_roles').where('staff_id', '=', staffId).where('brand_id', '=', brand).execute()
  await tx
    .insertInto('staff_roles')
    .values([...new Set(roles)].map((role) => ({ staff_id: staffId, brand_id: brand, role, given_at: deps.clock() })))
    .execute()
}

const rolesAt = async (tx: Tx, staffId: string, brand: string): Promise<readonly string[]> =>
  (
    await tx
      .selectFrom('staff_roles')
      .select('role')
      .where('staff_id', '=', staffId)
      .where('brand_id', '=', brand)
      .orderBy('role')
      .execute()
  ).map(({ role }) => role)

/** Changes of a brand's staff follow each other: two owners must not remove one another at the same time. */
async function lockBrand(tx: Tx, brand: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`staff of ${brand}`}, 0))`.execute(tx)
}

/** @throws Failure 409 `last_owner` */
async function mustHaveOwner(tx: Tx, brand: string): Promise<void> {
  const owner = await tx
    .selectFrom('staff_roles as r')
    .innerJoin('staff as p', 'p.id', 'r.staff_id')
    .select('p.id')
    .where('r.brand_id', '=', brand)
    .where('r.role', '=', 'owner')
    // An invitation that is never accepted would leave a brand without an owner.
    .where('p.state', '=', 'active')
    .limit(1)
    .executeTakeFirst()
  if (!owner) throw new Failure(409, 'last_owner', { message: 'The brand would have no owner: name another one first' })
}

const languageOf = (deps: Pick<StaffDeps, 'everyBrand'>, brand: string): Locale =>
  deps.everyBrand.byKey(brand)?.defaultLanguage ?? 'en'
