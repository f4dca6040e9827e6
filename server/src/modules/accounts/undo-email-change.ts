import type { Locale, routes } from '@incontro/contract'
import {
  revokeSignInMethods,
  linkExpired,
  makeLinkToken,
  sendResetLink,
  useLinkToken,
} from '#modules/identity/index.ts'
import { refreshFindable } from '#modules/members/index.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Call } from '#platform/http/bind.ts'
import { recordChange } from './account-log.ts'
import { release, reserve } from './addresses.ts'
import type { AccountDeps } from './deps.ts'
import { reopenSilently } from './reopen.ts'

/**
 * Returns the account to the owner of the old address. As an attacker may have had access, it ends every session and
 * removes the password, the passkeys, linked external accounts and all other links, and cancels a deletion requested
 * since. A link to set a new password follows; to an account that stays closed, a mail that says so.
 * @throws Failure 401 `token_expired`
 */
export async function undoEmailChange(
  deps: AccountDeps,
  call: Call<typeof routes.undoEmailChange>,
): Promise<{ readonly email: string; readonly closed: 'suspended' | 'deactivated' | undefined }> {
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
    const closed: 'suspended' | 'deactivated' | undefined =
      state === 'suspended' || state === 'deactivated' ? state : undefined
    const to = { brandId, memberId, email, locale: member.locale as Locale, origin, at }
    await (closed ? notifyOfClosed(tx, deps, closed, to) : sendResetLink(tx, deps, to))
    return { memberId, email, closed }
  })
  deps.realtime.end(undone.memberId, null, 'session_ended')
  return undone
}

/** The links of earlier mails have ended, also the one to the reasons of the moderators. */
async function notifyOfClosed(
  tx: Tx,
  { enqueueEmail }: AccountDeps,
  closed: 'suspended' | 'deactivated',
  to: {
    readonly brandId: string
    readonly memberId: string
    readonly email: string
    readonly locale: Locale
    readonly origin: string
    readonly at: Date
  },
): Promise<void> {
  const { brandId, memberId, email, locale, origin, at } = to
  const link =
    closed === 'suspended'
      ? `${origin}/cases?token=${await makeLinkToken(tx, { purpose: 'read_cases', brandId, memberId, email, at })}`
      : `${origin}/contact`
  await enqueueEmail(tx, { brandId, memberId, kind: 'email-change-undone', to: email, locale, props: { closed, link } })
}
