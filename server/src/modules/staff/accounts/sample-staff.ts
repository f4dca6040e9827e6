import { type StaffRole, staffRoles } from '@incontro/contract'
import type { Executor } from '#platform/database/database.ts'
import { newId } from '#platform/ids.ts'
import { seal } from '#platform/secrets/seal.ts'
import type { StaffDeps } from '#modules/staff/deps.ts'

/** The addresses of sample staff end with it; a real installation refuses to start with one. */
const sampleDomain = 'console.example'
/** The same for all: it is printed at the start and protects nothing. */
const samplePassword = 'incontro-demo'
/** The page of a demo shows the codes itself. */
const sampleSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

export const sampleLogins = staffRoles.map((role) => ({
  role,
  email: `${role}@${sampleDomain}`,
  password: samplePassword,
}))

/** A person for each role at every brand, in an empty demo. */
export async function addSampleStaff(
  deps: Pick<StaffDeps, 'home' | 'everyBrand' | 'passwords' | 'sealKeys' | 'clock'>,
): Promise<void> {
  const at = deps.clock()
  const hash = await deps.passwords.hash(samplePassword)
  await deps
    .home()
    .db.transaction()
    .execute(async (tx) => {
      for (const { role, email } of sampleLogins) {
        const id = newId()
        const added = await tx
          .insertInto('staff')
          .values({
            id,
            email,
            name: `Sample ${role}`,
            locale: 'en',
            password_hash: hash,
            state: 'active',
            created_at: at,
            left_at: null,
          })
          .onConflict((conflict) => conflict.column('email').doNothing())
          .executeTakeFirst()
        if (added.numInsertedOrUpdatedRows !== 1n) continue
        await tx
          .insertInto('staff_roles')
          .values(deps.everyBrand.list.map(({ key }) => ({ staff_id: id, brand_id: key, role, given_at: at })))
          .execute()
        await tx
          .insertInto('staff_totp')
          .values({ staff_id: id, secret: seal(deps.sealKeys, sampleSecret), pending: null, last_step: 0 })
          .execute()
      }
    })
}

/** Whether a database has sample staff, whose password everyone knows. */
export const isSampleStaff = (email: string): boolean => email.endsWith(`@${sampleDomain}`)

/** Who has written what a demo shows of marketing. */
export async function sampleAuthor(db: Executor): Promise<string | undefined> {
  const row = await db
    .selectFrom('staff')
    .select('id')
    .where('email', '=', `${'marketing' satisfies StaffRole}@${sampleDomain}`)
    .executeTakeFirst()
  return row?.id
}
