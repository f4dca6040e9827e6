import { readableEmail } from '#platform/mail/email-address.ts'
import type { routes } from '@incontro/contract'
import type { Principal, Site } from '#platform/caller.ts'
import type { Executor } from '#platform/database/database.ts'
import type { Call } from '#platform/http/bind.ts'
import { Failure } from '#platform/http/problem.ts'
import { mustStillBeSignedIn } from '../sign-in/reauthenticate.ts'
import { notifyOfSignInMethod, signInMethods } from '../sign-in/methods.ts'
import { issuerOf, type GoogleDeps } from './deps.ts'
import type { Claims } from './port.ts'

/** The linked account, and whether there is another sign-in method. */
export async function linkView(deps: GoogleDeps, { member }: Call<typeof routes.googleLink>) {
  const { issuer } = issuerOf(deps)
  const known = await deps.db
    .selectFrom('external_identities')
    .select(['email', 'linked_at'])
    .where('member_id', '=', member.memberId)
    .where('issuer', '=', issuer)
    .executeTakeFirst()
  return {
    linked: known ? { email: known.email && readableEmail(known.email), since: known.linked_at.toISOString() } : null,
    otherSignInMethod: await hasOtherSignInMethod(deps.db, member.memberId),
  }
}

/** Links the account to the signed-in member; their addresses need not be the same. @throws Failure 401 when the session ended meanwhile; 409 `google_taken`, `google_linked`. */
export async function linkToMember(
  deps: GoogleDeps,
  { site }: { site: Site },
  member: Principal,
  { issuer, subject, email }: Claims,
): Promise<void> {
  const at = deps.clock()
  await deps.db.transaction().execute(async (tx) => {
    await mustStillBeSignedIn(tx, member)
    const { email: own } = await tx
      .selectFrom('members')
      .select('email')
      .where('id', '=', member.memberId)
      .executeTakeFirstOrThrow()
    const mine = await tx
      .selectFrom('external_identities')
      .select('subject')
      .where('member_id', '=', member.memberId)
      .where('issuer', '=', issuer)
      .executeTakeFirst()
    if (mine)
      throw new Failure(409, 'google_linked', { message: 'A Google account is linked already, unlink it first' })
    const linked = await tx
      .insertInto('external_identities')
      .values({
        brand_id: site.brandId,
        issuer,
        subject,
        member_id: member.memberId,
        email: email ?? own,
        linked_at: at,
        last_used_at: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (linked.numInsertedOrUpdatedRows !== 1n)
      throw new Failure(409, 'google_taken', { message: 'This Google account belongs to another profile' })
    await notifyOfSignInMethod(deps, tx, site, member, 'google-linked', own)
  })
}

/** Unlinks the account. @throws Failure 409 `last_sign_in_method` if it is the last one */
export async function unlink(deps: GoogleDeps, { member, site }: Call<typeof routes.googleUnlink>): Promise<void> {
  const { issuer } = issuerOf(deps)
  await deps.db.transaction().execute(async (tx) => {
    // Locks the member's row, so that this and removing the last passkey cannot both succeed.
    const { email } = await tx
      .selectFrom('members')
      .select('email')
      .where('id', '=', member.memberId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (!(await hasOtherSignInMethod(tx, member.memberId)))
      throw new Failure(409, 'last_sign_in_method', {
        message: 'This is the last sign-in method: set a password first',
      })
    const deleted = await tx
      .deleteFrom('external_identities')
      .where('member_id', '=', member.memberId)
      .where('issuer', '=', issuer)
      .executeTakeFirst()
    if (deleted.numDeletedRows > 0n) await notifyOfSignInMethod(deps, tx, site, member, 'google-unlinked', email)
  })
}

async function hasOtherSignInMethod(executor: Executor, memberId: string): Promise<boolean> {
  const { password, passkey } = await signInMethods(executor, memberId)
  return password || passkey
}
