import type { adminRoutes } from '@incontro/contract/admin'
import { installationChain } from '#modules/audit/index.ts'
import type { Call } from '#platform/http/bind.ts'
import { Failure } from '#platform/http/problem.ts'
import type { StaffDeps } from '#modules/staff/deps.ts'
import { isAcceptablePassword } from '#modules/identity/index.ts'
import { beginSession, mustStillBeSignedIn } from '#modules/staff/sessions/sessions.ts'
import { clearPasswords, countPassword } from './attempts.ts'
import { normaliseStaffEmail } from '#modules/staff/accounts/email.ts'

const leastPassword = 12

/** @throws Failure 400 for a password that is too easy to guess */
export function requireStaffPassword(password: string): void {
  if ([...password].length >= leastPassword && isAcceptablePassword(password)) return
  throw new Failure(400, 'password_weak', {
    field: 'password',
    message: `At least ${leastPassword} characters, and none of the common passwords`,
  })
}

/**
 * The first step of signing in. One answer for an unknown address, a wrong password and a person who has left, in the
 * same time.
 * @throws Failure 401, 429
 */
export async function signIn(deps: StaffDeps, call: Call<typeof adminRoutes.staffSignIn>): Promise<void> {
  const { db } = deps.home()
  const email = normaliseStaffEmail(call.body.email)
  await countPassword(deps, db, email, call.ip)
  const found = await db
    .selectFrom('staff')
    .select(['id', 'password_hash', 'state'])
    .where('email', '=', email)
    .executeTakeFirst()
  const usable = found?.state === 'active' ? found : undefined
  const fits = await deps.passwords.fits(usable?.password_hash, call.body.password)
  if (!fits || !usable)
    throw new Failure(401, 'staff_unknown', { field: 'password', message: 'Address or password is wrong' })
  await clearPasswords(deps, db, email, call.ip)
  await db.transaction().execute(async (tx) => {
    // The lock that ending all sessions takes, too: a sign-in that began before must not survive it.
    const still = await tx
      .selectFrom('staff')
      .select(['id'])
      .where('id', '=', usable.id)
      .where('state', '=', 'active')
      .where('password_hash', '=', usable.password_hash)
      .forUpdate()
      .executeTakeFirst()
    if (!still) throw new Failure(401, 'staff_unknown', { message: 'Address or password is wrong' })
    await beginSession(deps, tx, call, usable.id)
  })
}

/** Sets another password and ends the other sessions. @throws Failure 400, 403 `password_errata`, 429 */
export async function changePassword(
  deps: StaffDeps,
  { staff, body, ip }: Call<typeof adminRoutes.staffChangePassword>,
): Promise<void> {
  const { db } = deps.home()
  const { email, password_hash: stored } = await db
    .selectFrom('staff')
    .select(['email', 'password_hash'])
    .where('id', '=', staff.staffId)
    .executeTakeFirstOrThrow()
  await countPassword(deps, db, email, ip)
  if (!(await deps.passwords.fits(stored, body.password)))
    throw new Failure(403, 'password_errata', { field: 'password', message: 'The password is wrong' })
  requireStaffPassword(body.newPassword)
  const hash = await deps.passwords.hash(body.newPassword)
  await db.transaction().execute(async (tx) => {
    await mustStillBeSignedIn(tx, staff)
    await tx.updateTable('staff').set({ password_hash: hash }).where('id', '=', staff.staffId).execute()
    await tx
      .deleteFrom('staff_sessions')
      .where('staff_id', '=', staff.staffId)
      .where('id', '<>', staff.sessionId)
      .execute()
    await deps.record(tx, {
      brandId: installationChain,
      by: { staffId: staff.staffId, address: ip },
      action: 'password_changed',
      subject: { kind: 'staff', id: staff.staffId },
    })
  })
}
