import type { Locale } from '@incontro/contract'
import type { adminRoutes } from '@incontro/contract/admin'
import { installationChain } from '#modules/audit/index.ts'
import type { Executor, Tx } from '#platform/database/database.ts'
import type { Call } from '#platform/http/bind.ts'
import { notFound } from '#platform/http/problem.ts'
import { hashToken, newToken } from '#platform/ids.ts'
import type { StaffDeps } from '#modules/staff/deps.ts'
import { beginSession } from '#modules/staff/sessions/sessions.ts'
import { requireStaffPassword } from '#modules/staff/sign-in/password.ts'

type Purpose = 'invitation' | 'reset'
const linkDays = 3

/** A link that sets a password, in place of earlier ones. Its token stands after `#`, so that no log of a proxy has it. */
export async function makeLink(
  deps: Pick<StaffDeps, 'clock' | 'console'>,
  tx: Executor,
  staffId: string,
  purpose: Purpose,
): Promise<string> {
  const token = newToken()
  await tx.deleteFrom('staff_links').where('staff_id', '=', staffId).execute()
  await tx
    .insertInto('staff_links')
    .values({
      token_hash: hashToken(token),
      staff_id: staffId,
      purpose,
      expires_at: new Date(deps.clock().getTime() + linkDays * 86_400_000),
    })
    .execute()
  return `${deps.console.origin}/link#${token}`
}

/** Mails a link by the first brand of the default database; where there is none, the command prints it. */
export async function mailLink(
  deps: Pick<StaffDeps, 'enqueueEmail' | 'home' | 'console'>,
  tx: Tx,
  to: { readonly email: string; readonly locale: Locale; readonly name: string },
  link: string,
  purpose: Purpose,
): Promise<void> {
  const [brandId] = deps.home().brandIds
  if (brandId === undefined) return
  await deps.enqueueEmail(tx, {
    brandId,
    memberId: null,
    kind: purpose === 'reset' ? 'staff-reset' : 'staff-invitation',
    to: to.email,
    locale: to.locale,
    props: { link, name: to.name, host: deps.console.host },
  })
}

async function found(deps: StaffDeps, executor: Executor, token: string) {
  const link = await executor
    .selectFrom('staff_links as l')
    .innerJoin('staff as p', 'p.id', 'l.staff_id')
    .select(['p.id', 'p.email', 'p.name', 'l.purpose'])
    .where('l.token_hash', '=', hashToken(token))
    .where('l.expires_at', '>', deps.clock())
    .where('p.state', '<>', 'left')
    .executeTakeFirst()
  if (!link) throw notFound()
  return { ...link, purpose: link.purpose as Purpose }
}

/** Opening a link changes nothing. @throws Failure 404 */
export async function linkView(deps: StaffDeps, { body }: Call<typeof adminRoutes.staffLink>) {
  const { email, name, purpose } = await found(deps, deps.home().db, body.token)
  return { email, name, purpose }
}

/** Uses a link once: sets the password and begins a session that has to set up a factor. @throws Failure 400, 404 */
export async function useLink(deps: StaffDeps, call: Call<typeof adminRoutes.staffUseLink>): Promise<void> {
  const { token, name, password } = call.body
  const { db } = deps.home()
  await found(deps, db, token)
  requireStaffPassword(password)
  const hash = await deps.passwords.hash(password)
  await db.transaction().execute(async (tx) => {
    const link = await found(deps, tx, token)
    const used = await tx.deleteFrom('staff_links').where('token_hash', '=', hashToken(token)).executeTakeFirst()
    if (used.numDeletedRows === 0n) throw notFound()
    await tx
      .updateTable('staff')
      .set({ name, password_hash: hash, state: 'active' })
      .where('id', '=', link.id)
      .execute()
    await beginSession(deps, tx, call, link.id)
    await deps.record(tx, {
      brandId: installationChain,
      by: { staffId: link.id, address: call.ip },
      action: link.purpose === 'reset' ? 'password_changed' : 'staff_joined',
      subject: { kind: 'staff', id: link.id },
    })
  })
}
