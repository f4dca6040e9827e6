import type { Locale, routes } from '@incontro/contract'
import { revokeSignInMethods, linkExpired, sendResetLink, useLinkToken } from '#modules/identity/index.ts'
import { refreshFindable } from '#modules/members/index.ts'
import type { Call } from '#platform/http/bind.ts'
import { recordChange } from './account-log.ts'
import { release, reserve } from './addresses.ts'
import type { AccountDeps } from './deps.ts'
import { reopenSilently } from './reopen.ts'

/**
 * Returns the account to the owner of the old address. As an attacker may have had access, it ends every session and
 * removes the password, the passkeys, linked external accounts and all other links, and cancels a deletion requested
 * since. A link to set a new password follows.
 * @throws Failure 401 `token_expired`
 */
export async function undoEmailChange(deps: AccountDeps, call: Call<typeof routes.undoEmailChange>): Promise<string> {
  const { site, body } = call
  const { brandId, origin } = site
  const at = deps.clock()
  const undone = await deps.db.transaction().execute(async (tx) => {
    const link = await useLinkToken(tx, { token: body.token, purpose: 'undo_email_change', brandId, at })
    if (!link) throw linkExpired()
    const { memberId, email, madeAt } = link
    const member = await tx
      .selectFrom('members')
      .select(['email', 'locale', 'state'])
      .where('id', '=', memberId)
      .forUpdate()
      .executeTakeFirst()
    if (!member) throw linkExpired()
    if (member.email !== email) {
      await reserve(tx, { brandId, email, memberId }, at)
      await release(tx, { brandId, email: member.email, memberId })
    }
    // Revokes what an attacker who changed the address may hold. Links that undo an earlier change stay, because they
    // lead further back; later ones end with the addresses they were sent to.
    await revokeSignInMethods(tx, memberId, { keepUndoBefore: madeAt })
    await tx.deleteFrom('former_emails').where('member_id', '=', memberId).where('changed_at', '>=', madeAt).execute()
    await tx.updateTable('members').set({ email, email_confirmed_at: at }).where('id', '=', memberId).execute()
    await refreshFindable(tx, memberId)
    await recordChange(tx, {
      memberId,
      change: 'email_change_undone',
      madeBy: 'member',
      reason: 'by the link sent to the old address',
      at,
    })
    const state =
      member.state === 'deleting'
        ? await reopenSilently(
            tx,
            {
              memberId,
              from: ['deleting'],
              change: 'deletion_called_off',
              madeBy: 'member',
              reason: 'asked after a change of email that was undone',
            },
            at,
          )
        : member.state
    // The erasure has begun.
    if (!state) throw linkExpired()
    if (state === 'active')
      await sendResetLink(tx, deps, { brandId, memberId, email, locale: member.locale as Locale, origin })
    return { memberId, email }
  })
  deps.realtime.end(undone.memberId, null, 'session_ended')
  return undone.email
}
