import type { Locale, StaffRole } from '@incontro/contract'
import type { Executor } from '#platform/database/database.ts'

/** The owners of a brand who have accepted their invitation. */
export async function ownersOf(db: Executor, brandId: string) {
  const rows = await db
    .selectFrom('staff_roles as r')
    .innerJoin('staff as p', 'p.id', 'r.staff_id')
    .select(['p.email', 'p.name', 'p.locale'])
    .where('r.brand_id', '=', brandId)
    .where('r.role', '=', 'owner')
    .where('p.state', '=', 'active')
    .orderBy('p.id')
    .execute()
  return rows.map((row) => ({ ...row, locale: row.locale as Locale }))
}

/** Who works at a brand in one of these roles, by name. */
export async function staffWith(db: Executor, brandId: string, roles: readonly StaffRole[]) {
  return db
    .selectFrom('staff as p')
    .select(['p.id', 'p.name'])
    .where('p.state', '=', 'active')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('staff_roles as r')
          .select('r.role')
          .whereRef('r.staff_id', '=', 'p.id')
          .where('r.brand_id', '=', brandId)
          .where('r.role', 'in', roles),
      ),
    )
    .orderBy('p.name')
    .orderBy('p.id')
    .execute()
}

/** Names by id, also of who has left. */
export async function staffNames(db: Executor, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('staff')
    .select(['id', 'name'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The same where people are held to what they did: a name that occurs twice has the address beside it. */
export async function distinctStaffNames(db: Executor, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('staff as p')
    .select(['p.id', 'p.name', 'p.email'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('staff as o')
            .select('o.id')
            .whereRef('o.id', '<>', 'p.id')
            .where((of) => of(of.fn('lower', ['o.name']), '=', of.fn('lower', ['p.name']))),
        )
        .as('isShared'),
    )
    .where('p.id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map(({ id, name, email, isShared }) => [id, isShared ? `${name} (${email})` : name]))
}

/** Those of these people who have a role at a brand, also with their access to set up again. */
export async function workingAt(db: Executor, brandId: string, ids: readonly string[]): Promise<readonly string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('staff_roles')
    .select('staff_id')
    .distinct()
    .where('brand_id', '=', brandId)
    .where('staff_id', 'in', ids)
    .execute()
  return rows.map((row) => row.staff_id)
}

/** The roles of a person at a brand; none of who has left. */
export async function rolesAt(db: Executor, staffId: string, brandId: string): Promise<readonly StaffRole[]> {
  const rows = await db
    .selectFrom('staff_roles as r')
    .innerJoin('staff as p', 'p.id', 'r.staff_id')
    .select('r.role')
    .where('r.staff_id', '=', staffId)
    .where('r.brand_id', '=', brandId)
    .where('p.state', '=', 'active')
    .execute()
  return rows.map(({ role }) => role as StaffRole)
}

/** Where mail to a colleague goes; undefined of who has left. */
export async function staffAddress(db: Executor, staffId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('staff')
    .select('email')
    .where('id', '=', staffId)
    .where('state', '=', 'active')
    .executeTakeFirst()
  return row?.email
}
