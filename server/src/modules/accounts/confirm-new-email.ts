import type { Locale, routes } from '@incontro/contract'
import { linkExpired, linkEnds, makeLinkToken, useLinkToken } from '#modules/identity/index.ts'
import { readableEmail } from '#platform/mail/email-address.ts'
import type { Call } from '#platform/http/bind.ts'
import { recordChange } from './account-log.ts'
import { hold, release, reserve } from './addresses.ts'
import type { AccountDeps } from './deps.ts'

/**
 * Replaces the old address with the confirmed new one in one transaction: address, reservations, and the email to the
 * old one with the undo link. Starts no session.
 * @throws Failure 401 `token_expired`; 409 `mail_esistente` when the address has been taken meanwhile, and nothing
 * changes
 */
export async function confirmNewEmail(deps: AccountDeps, call: Call<typeof routes.confirmNewEmail>): Promise<string> {
  const { site, body } = call
  const { brandId } = site
  const at = deps.clock()
  const changed = await deps.db.transaction().execute(async (tx) => {
    const link = await useLinkToken(tx, { token: body.token, purpose: 'change_email', brandId, at })
    if (!link) throw linkExpired()
    const { memberId, email } = link
    const member = await tx
      .selectFrom('members')
      .select(['email', 'locale'])
      .where('id', '=', memberId)
      .where('state', '=', 'active')
      // An address that was never confirmed is confirmed by its own link, which removes what a stranger set up.
      .where('email_confirmed_at', 'is not', null)
      .forUpdate()
      .executeTakeFirst()
    if (!member) throw linkExpired()
    await deps.addressReached(tx, { brandId, address: email, mailedAt: link.madeAt, at })
    const old = member.email
    // Their own address, which had bounced.
    if (email === old) return { memberId, email }
    await reserve(tx, { brandId, email, memberId }, at)
    await release(tx, { brandId, email: old, memberId })
    await hold(tx, { brandId, email: old, memberId }, { at, until: linkEnds('undo_email_change', at) })
    await tx.updateTable('members').set({ email, email_confirmed_at: at }).where('id', '=', memberId).execute()
    await recordChange(tx, {
      memberId,
      change: 'email_changed',
      madeBy: 'member',
      reason: 'asked by the member, confirmed by the link',
      at,
    })
    const token = await makeLinkToken(tx, { purpose: 'undo_email_change', brandId, memberId, email: old, at })
    await deps.enqueueEmail(tx, {
      brandId,
      memberId,
      kind: 'email-changed',
      to: old,
      locale: member.locale as Locale,
      props: { newEmail: masked(email), link: `${site.origin}/undoEmailChange?token=${token}` },
    })
    return { memberId, email }
  })
  deps.realtime.refresh(changed.memberId)
  return changed.email
}

/** Enough to recognise one's own address. */
const masked = (email: string): string => `${email.slice(0, 1)}•••${readableEmail(email.slice(email.lastIndexOf('@')))}`
