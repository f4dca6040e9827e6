import { signupCodes, type Locale, type routes } from '@incontro/contract'
import { countAttempt } from '#platform/secrets/attempts.ts'
import type { Executor, Tx } from '#platform/database/database.ts'
import type { Call } from '#platform/http/bind.ts'
import { Failure } from '#platform/http/problem.ts'
import { hashToken } from '#platform/ids.ts'
import type { IdentityDeps } from '../deps.ts'
import { linkExpired, linkToken, sameLink } from './presented-token.ts'
import { sendResetLink } from './reset-password.ts'
import { memberOfLink, useLinkToken, type UsedLink } from './tokens.ts'
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
  const passwordHash = await checkPassword(deps, call, token)
  const used = await deps.db.transaction().execute(async (tx) => {
    const link = await useLinkToken(tx, { token, purpose: 'confirm_email', brandId: call.site.brandId, at })
    if (!link) return undefined
    await deps.addressReached(tx, { brandId: call.site.brandId, address: link.email, mailedAt: link.madeAt, at })
    const purged = !(await isProven(tx, call, { memberId: link.memberId, passwordHash, at }))
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

/**
 * Checks the password that comes with the link, where it is needed. Before the transaction: a wrong one counts although
 * nothing else changes, and what holds a connection and the member's lock must wait for no other connection.
 * @returns the hash that it fits; undefined if none is needed or given
 */
async function checkPassword(deps: IdentityDeps, call: ConfirmCall, token: string): Promise<string | undefined> {
  const { body, site } = call
  if (!body.password) return undefined
  const { db } = deps
  const at = deps.clock()
  const memberId = await memberOfLink(db, { token, purpose: 'confirm_email', brandId: site.brandId, at })
  if (memberId === undefined) throw linkExpired()
  const member = await memberAt(db, memberId)
  if (member.email_confirmed_at !== null || (await isTheirs(db, call, member, at))) return undefined
  if ((await countAttempt(db, `confirm ${memberId}`, at)) > mostTries)
    throw new Failure(429, signupCodes.tooManyAttempts, { message: 'Too many tries, wait an hour' })
  const { password_hash: stored } = member
  if (stored === null || !(await deps.passwords.fits(stored, body.password))) throw passwordWrong()
  return stored
}

const passwordWrong = (): Failure =>
  new Failure(403, 'password_errata', { field: 'password', message: 'The password is wrong' })

const memberAt = (executor: Executor, memberId: string) =>
  executor
    .selectFrom('members')
    .select(['id', 'password_hash', 'email_confirmed_at', 'state', 'deletion_due_at'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()

/**
 * Whether the link is opened by the person who signed up. Only matters at the first confirmation.
 * @param passwordHash that of the password that came with the link
 */
async function isProven(
  tx: Tx,
  call: ConfirmCall,
  {
    memberId,
    passwordHash,
    at,
  }: { readonly memberId: string; readonly passwordHash: string | undefined; readonly at: Date },
): Promise<boolean> {
  const member = await memberAt(tx, memberId)
  if (member.email_confirmed_at !== null || (await isTheirs(tx, call, member, at))) return true
  if (passwordHash === undefined) return false
  // It was changed meanwhile.
  if (member.password_hash !== passwordHash) throw passwordWrong()
  // Who closed it asks support; the link stays valid for the owner of the address.
  mustBeOpen(member)
  return true
}

/**
 * Whether the account's own session comes with the link, or its browser, which shows that the person who registered also
 * reads the mail. A closed account has no session, and a browser may be known from who closed it: `purgeUnverified`
 * opens it.
 */
async function isTheirs(
  executor: Executor,
  { request, site }: ConfirmCall,
  { id, state }: { readonly id: string; readonly state: string },
  at: Date,
): Promise<boolean> {
  if (state !== 'active') return false
  const sent = tokenOf(request)
  const session =
    sent &&
    (await executor
      .selectFrom('sessions')
      .select('id')
      .where('token_hash', '=', hashToken(sent.token))
      .where('brand_id', '=', site.brandId)
      .where('member_id', '=', id)
      .where('expires_at', '>', at)
      .executeTakeFirst())
  return session !== undefined || (await isKnownBrowser(executor, id, request, at))
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
