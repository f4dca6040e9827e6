import type { Locale, routes } from '@incontro/contract'
import type { Executor } from '../../../platform/database.ts'
import type { Call } from '../../../platform/http/bind.ts'
import type { IdentityDeps } from '../deps.ts'
import { linkExpired, linkToken, sameLink } from './presented-token.ts'
import { sendResetLink } from './reset-password.ts'
import { useLinkToken, type UsedLink } from './tokens.ts'
import { tokenOf } from '../sessions/credentials.ts'
import { purgeUnverified } from '../sign-in/purge-unverified.ts'
import { confirmAddress } from './confirm-address.ts'
import type { Recheck } from '../sessions/start-session.ts'

type ConfirmCall = Call<typeof routes.confirmEmail>

/**
 * Confirms the address; from now on the member can be found. Where two have tried to register it, the mailbox decides: opened in
 * another browser than the one that registered, the link ends every way in of whoever came first, and one to choose a password follows.
 */
export async function confirmEmail(
  deps: IdentityDeps,
  call: ConfirmCall,
): Promise<{ memberId: string; recheck: Recheck | undefined }> {
  const token = linkToken(call)
  const at = deps.clock()
  const used = await deps.db.transaction().execute(async (tx) => {
    const link = await useLinkToken(tx, { token, purpose: 'confirm_email', brandId: call.site.brandId, at })
    if (!link) return undefined
    const purged = (await isContested(tx, link)) && !(await isOwnBrowser(deps, call, link.memberId))
    if (!purged) await confirmAddress(tx, deps, call.site, link.memberId)
    else await giveToReader(tx, deps, call, link)
    return { memberId: link.memberId, purged }
  })
  if (!used) throw linkExpired()
  if (used.purged) deps.realtime.end(used.memberId, null, 'session_ended')
  else deps.realtime.refresh(used.memberId)
  // Taken over, the link went with all the others.
  return { memberId: used.memberId, recheck: used.purged ? undefined : sameLink(token) }
}

/** Somebody without the password has tried to register the address while nobody had confirmed it (code 1009). */
async function isContested(tx: Executor, { memberId, email }: UsedLink): Promise<boolean> {
  const tried = await tx
    .selectFrom('emails')
    .innerJoin('members', 'members.id', 'emails.member_id')
    .select('emails.id')
    .where('members.id', '=', memberId)
    .where('members.email_confirmed_at', 'is', null)
    .where('emails.kind', '=', 'registered-again')
    .where('emails.to_address', '=', email)
    .limit(1)
    .executeTakeFirst()
  return tried !== undefined
}

/** Whether the account's own session comes with the link: then whoever registered also reads the mail. */
async function isOwnBrowser(deps: IdentityDeps, { request, site }: ConfirmCall, memberId: string): Promise<boolean> {
  const proof = tokenOf(request)
  const found = proof && (await deps.sessions.findNow(proof.token, site.brandId))
  return found?.state === 'active' && found.principal.memberId === memberId
}

async function giveToReader(
  tx: Executor,
  deps: IdentityDeps,
  { site }: ConfirmCall,
  { memberId, email }: UsedLink,
): Promise<void> {
  await purgeUnverified(tx, deps, site, memberId)
  const { locale } = await tx
    .selectFrom('members')
    .select('locale')
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  await sendResetLink(tx, deps, {
    brandId: site.brandId,
    memberId,
    email,
    locale: locale as Locale,
    origin: site.origin,
  })
}
