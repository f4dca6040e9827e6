import type { StaffRole } from '@incontro/contract'
import { sql } from 'kysely'
import type { AuditAuthor } from '#modules/audit/index.ts'
import type { Tx } from '#platform/database/database.ts'
import { Failure } from '#platform/http/problem.ts'
import type { StaffDeps } from '#modules/staff/deps.ts'

/** Who calls, as the audit names them. */
export const by = ({
  staff,
  ip,
}: {
  readonly staff: { readonly staffId: string }
  readonly ip: string
}): AuditAuthor => ({ staffId: staff.staffId, address: ip })

/** Replaces what a person may do at a brand. An invitation to the brand is over with it. */
export async function setRoles(
  deps: Pick<StaffDeps, 'clock'>,
  tx: Tx,
  staffId: string,
  brand: string,
  roles: readonly string[],
): Promise<void> {
  await tx.deleteFrom('staff_roles').where('staff_id', '=', staffId).where('brand_id', '=', brand).execute()
  await endInvitation(tx, staffId, brand)
  await tx
    .insertInto('staff_roles')
    .values([...new Set(roles)].map((role) => ({ staff_id: staffId, brand_id: brand, role, given_at: deps.clock() })))
    .execute()
}

export async function endInvitation(tx: Tx, staffId: string, brand: string): Promise<void> {
  await tx.deleteFrom('staff_invitations').where('staff_id', '=', staffId).where('brand_id', '=', brand).execute()
}

/** The roles that are stored, also of who has their access to set up again. */
export const storedRoles = async (tx: Tx, staffId: string, brand: string): Promise<readonly string[]> =>
  (
    await tx
      .selectFrom('staff_roles')
      .select('role')
      .where('staff_id', '=', staffId)
      .where('brand_id', '=', brand)
      .orderBy('role')
      .execute()
  ).map(({ role }) => role)

/** Whether a person has a role at any brand. */
export const worksAnywhere = async (tx: Tx, staffId: string): Promise<boolean> =>
  (await tx.selectFrom('staff_roles').select('role').where('staff_id', '=', staffId).limit(1).executeTakeFirst()) !==
  undefined

/** Changes of a brand's staff follow each other: two owners must not remove one another at the same time. */
export async function lockBrand(tx: Tx, brand: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`staff of ${brand}`}, 0))`.execute(tx)
}

/** @throws Failure 409 `roles_changed` unless these are the roles that were read */
export function requireRead(read: readonly StaffRole[], stored: readonly string[]): void {
  if ([...new Set<string>(read)].toSorted().join() === stored.toSorted().join()) return
  throw new Failure(409, 'roles_changed', {
    message: 'A colleague changed these roles meanwhile: read them again',
  })
}

/** @throws Failure 409 `last_owner` */
export async function mustHaveOwner(tx: Tx, brand: string): Promise<void> {
  const owner = await tx
    .selectFrom('staff_roles as r')
    .innerJoin('staff as p', 'p.id', 'r.staff_id')
    .select('p.id')
    .where('r.brand_id', '=', brand)
    .where('r.role', '=', 'owner')
    // Access that is never set up would leave a brand without an owner.
    .where('p.state', '=', 'active')
    .limit(1)
    .executeTakeFirst()
  if (!owner) throw new Failure(409, 'last_owner', { message: 'The brand would have no owner: name another one first' })
}
