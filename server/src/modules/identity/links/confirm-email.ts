import { signupCodes, type Locale, type routes } from '@incontro/contract'
import { countAttempt } from '#platform/secrets/attempts.ts'
import type { Executor, Tx } from '#platform/database/database.ts'
import type { Call } from '#platform/http/bind.ts'
import { Failure } from '#platform/http/problem.ts'
import type { IdentityDeps } from '../deps.ts'
import { linkExpired, linkToken, sameLink } from './presented-token.ts'
import { sendResetLink } from './reset-password.ts'
import { useLinkToken, type UsedLink } from './tokens.ts'
import { tokenOf } from '../sessions/credentials.ts'
import { isKnownBrowser } from '../sessions/known-browsers.ts'
import { mustBeOpen } from '../sign-in/account-state.ts'
import { purgeUnverified } from '../sign-in/purge-unverified.ts'
import { confirmAddress } from './confirm-address.ts'
import type { Recheck } from '../sessions/start-session.ts'

/** Passwords that may be tried per hour with the links of one account. */
const mostTries = 10

type ConfirmCall = Call<typeof routes.confirmEmail>

/**
 * Confirms the address; from then on the member can be found. The reader of the mailbox owns the account: opened in
 * another browser than the one that signed up, the link removes whatever was set up before (sessions, password), unless
 * the sign-up's password comes with it; a link to set a password follows.
 * @throws Failure 401 `token_expired`; 403 `password_errata`, after which the link stays valid, or as
 * `purgeUnverified`; 429
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
    await deps.addressReached(tx, { brandId: call.site.brandId, address: link.email, mailedAt: link.madeAt, at })
    const purged = !(await isProven(tx, deps, call, link.memberId))
    if (!purged) await confirmAddress(tx, deps, call.site, link.memberId)
    else await giveToReader(tx, deps, call, link)
    return { memberId: link.memberId, purged }
  })
  if (!used) throw linkExpired()
  if (used.purged) deps.realtime.end(used.memberId, null, 'session_ended')
  else deps.realtime.refresh(used.memberId)
  // After a purge, the link was deleted with all the others.
  return { memberId: used.memberId, recheck: used.purged ? undefined : sameLink(token) }
}

/** Whether the link is opened by the person who signed up. Only matters at the first confirmation. */
async function isProven(tx: Executor, deps: IdentityDeps, call: ConfirmCall, memberId: string): Promise<boolean> {
  const { body, request } = call
  const member = await tx
    .selectFrom('members')
    .select(['password_hash', 'email_confirmed_at', 'state', 'deletion_due_at'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  if (member.email_confirmed_at !== null) return true
  // A closed one has no session, and a browser may be known from who closed it: `purgeUnverified` opens it.
  const isOpen = member.state === 'active'
  if (isOpen && (await isOwnSession(deps, call, memberId))) return true
  if (isOpen && (await isKnownBrowser(tx, memberId, request, deps.clock()))) return true
  if (!body.password) return false
  if ((await countAttempt(deps.db, `confirm ${memberId}`, deps.clock())) > mostTries)
    throw new Failure(429, signupCodes.tooManyAttempts, { message: 'Too many tries, wait an hour' })
  if (!(await deps.passwords.fits(member.password_hash, body.password)))
    throw new Failure(403, 'password_errata', { field: 'password', message: 'The password is wrong' })
  // Who closed it asks support; the link stays valid for the owner of the address.
  mustBeOpen(member)
  return true
}

/**
 * Whether the account's own session comes with the link, which shows that the person who registered also reads the
 * mail.
 */
async function isOwnSession(deps: IdentityDeps, { request, site }: ConfirmCall, memberId: string): Promise<boolean> {
  const sent = tokenOf(request)
  const found = sent && (await deps.sessions.findNow(sent.token, site.brandId))
  return found?.state === 'active' && found.principal.memberId === memberId
}

async function giveToReader(
  tx: Tx,
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
