import type { Locale } from '@incontro/contract'
import type { Tx } from '#platform/database/database.ts'
import { newId } from '#platform/ids.ts'
import type { StaffDeps } from '#modules/staff/deps.ts'
import { makeLink } from './links.ts'

/**
 * Finds or creates the account. One that was closed is as if never used, and keeps its name until the person gives
 * another with the link: what they did at other brands is shown by it.
 */
export async function addStaff(
  deps: Pick<StaffDeps, 'clock'>,
  tx: Tx,
  { email, name, locale }: { readonly email: string; readonly name: string; readonly locale: Locale },
): Promise<{ readonly id: string; readonly isNew: boolean }> {
  const added = await tx
    .insertInto('staff')
    .values({
      id: newId(),
      email,
      name,
      locale,
      password_hash: null,
      state: 'invited',
      created_at: deps.clock(),
      left_at: null,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added) return { id: added.id, isNew: true }
  const known = await tx
    .selectFrom('staff')
    .select(['id', 'state'])
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (known.state !== 'left') return { id: known.id, isNew: known.state === 'invited' }
  await forgetFactors(tx, known.id)
  await endInvitations(tx, known.id)
  await tx
    .updateTable('staff')
    .set({ state: 'invited', left_at: null, password_hash: null })
    .where('id', '=', known.id)
    .execute()
  return { id: known.id, isNew: true }
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

/** Closes the account of who works nowhere any more; what they were invited to elsewhere is over, too. */
export async function closeStaff(deps: Pick<StaffDeps, 'clock'>, tx: Tx, id: string): Promise<void> {
  await endAllSessions(tx, id)
  await forgetFactors(tx, id)
  await endInvitations(tx, id)
  await tx
    .updateTable('staff')
    .set({ state: 'left', left_at: deps.clock(), password_hash: null })
    .where('id', '=', id)
    .execute()
}

async function endAllSessions(tx: Tx, staffId: string): Promise<void> {
  await tx.deleteFrom('staff_sessions').where('staff_id', '=', staffId).execute()
}

async function endInvitations(tx: Tx, staffId: string): Promise<void> {
  await tx.deleteFrom('staff_invitations').where('staff_id', '=', staffId).execute()
}

async function forgetFactors(tx: Tx, staffId: string): Promise<void> {
  for (const table of ['staff_totp', 'staff_passkeys', 'staff_recovery_codes', 'staff_links'] as const)
    await tx.deleteFrom(table).where('staff_id', '=', staffId).execute()
}
