import type { Locale } from '@incontro/contract'
import type { Tx } from '#platform/database/database.ts'
import { Failure } from '#platform/http/problem.ts'
import { mustBeOpen } from '../sign-in/account-state.ts'
import { purgeUnverified } from '../sign-in/purge-unverified.ts'
import { notifyOfSignInMethod } from '../sign-in/methods.ts'
import type { SessionCall } from '../sessions/start-session.ts'
import type { GoogleDeps } from './deps.ts'
import type { Claims } from './port.ts'

/** The member, and whether their address was confirmed by this sign-in. */
export interface Behind {
  readonly memberId: string
  readonly purged: boolean
}

/**
 * Finds the brand's member for an issuer's claims: by subject, otherwise by a verified address, to which the account is
 * then linked. Undefined for a new person.
 * @throws Failure 403 `google_unverified`, and as `mustBeOpen` before anything is linked; 409 `google_other_account`
 */
export async function memberBehind(deps: GoogleDeps, call: SessionCall, claims: Claims): Promise<Behind | undefined> {
  const at = deps.clock()
  const { brandId } = call.site
  const known = await deps.db
    .updateTable('external_identities')
    .set({ last_used_at: at })
    .from('members')
    .whereRef('members.id', '=', 'external_identities.member_id')
    .where('external_identities.brand_id', '=', brandId)
    .where('issuer', '=', claims.issuer)
    .where('subject', '=', claims.subject)
    .returning('members.id')
    .executeTakeFirst()
  if (known) return { memberId: known.id, purged: false }
  const { email } = claims
  // The same failure whether the brand knows the address or not, so that an unverified address reveals nothing.
  if (email === undefined || !claims.emailVerified)
    throw new Failure(403, 'google_unverified', { message: 'Google has not verified the address of this account' })
  const adopted = await deps.db.transaction().execute((tx) => adopt(deps, tx, call, { ...claims, email }))
  if (adopted?.purged) deps.realtime.end(adopted.memberId, null, 'session_ended')
  return adopted
}

/** Links the account to the member who has its address. */
async function adopt(
  deps: GoogleDeps,
  tx: Tx,
  call: SessionCall,
  claims: Claims & { readonly email: string },
): Promise<Behind | undefined> {
  const at = deps.clock()
  const { brandId } = call.site
  const member = await tx
    .selectFrom('member_emails')
    .innerJoin('members', 'members.id', 'member_emails.member_id')
    .select([
      'members.id',
      'members.email',
      'members.state',
      'members.deletion_due_at',
      'members.email_confirmed_at',
      'members.locale',
    ])
    .where('member_emails.brand_id', '=', brandId)
    .where('member_emails.email', '=', claims.email)
    // Checked again on the locked row: the address may have changed while this request waited.
    .where('members.email', '=', claims.email)
    .forUpdate('members')
    .executeTakeFirst()
  if (!member) return undefined
  const purged = member.email_confirmed_at === null
  if (purged) await purgeUnverified(tx, deps, call.site, member.id)
  else mustBeOpen(member)
  const linked = await tx
    .insertInto('external_identities')
    .values({
      brand_id: brandId,
      issuer: claims.issuer,
      subject: claims.subject,
      member_id: member.id,
      email: claims.email,
      linked_at: at,
      last_used_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  // An address can pass to another person, in a company or after it lapsed: the account linked first stays linked.
  if (linked.numInsertedOrUpdatedRows !== 1n)
    throw new Failure(409, 'google_other_account', { message: 'This profile is linked to another Google account' })
  if (!purged)
    await notifyOfSignInMethod(
      deps,
      tx,
      call.site,
      { memberId: member.id, locale: member.locale as Locale },
      'google-linked',
      claims.email,
    )
  return { memberId: member.id, purged }
}
