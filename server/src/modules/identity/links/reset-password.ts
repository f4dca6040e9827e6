import type { Locale, routes } from '@incontro/contract'
import { Failure } from '#platform/http/problem.ts'
import type { Executor } from '#platform/database/database.ts'
import type { Call } from '#platform/http/bind.ts'
import { keyedHash } from '#platform/ids.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import { countAttempt } from '#platform/secrets/attempts.ts'
import { countFromNetwork, sharedNetworkLimit } from '#platform/secrets/network-attempts.ts'
import type { IdentityDeps } from '../deps.ts'
import { linkIsValid, makeLinkToken, useLinkToken } from './tokens.ts'
import { revokeSignInMethods } from '../sign-in/methods.ts'
import { isAcceptablePassword } from '../sign-in/passwords.ts'
import { linkExpired, linkToken } from './presented-token.ts'
import { confirmAddress } from './confirm-address.ts'

/**
 * Replies equally, and equally fast, for every address: a job checks whether it is known and sends the link. Beyond the
 * limit of its network a request takes a proof of work.
 */
export async function askForReset(deps: IdentityDeps, call: Call<typeof routes.getTokenForReset>): Promise<void> {
  if (call.body.email === '') throw new Failure(400, 'errore_email', { field: 'email', message: 'Send the email' })
  const at = deps.clock()
  const { email } = call.body
  const { brandId, origin } = call.site
  const { perIp } = deps.signupLimits
  const from = { kind: 'reset ip', ip: call.ip, altcha: call.body.altcha, at }
  const network = await countFromNetwork(deps, from, sharedNetworkLimit(perIp, { free: perIp }))
  if (network.isOver) throw new Failure(429)
  await network.requireWork()
  const hits = await countAttempt(
    deps.db,
    `reset ${keyedHash(deps.signalKeys, `${brandId} ${email}`).toString('base64url')}`,
    at,
  )
  if (hits > 5) return
  await addJob(deps.db, 'identity-reset', { brandId, email, origin }, { urgent: true })
}

export interface ResetAsked {
  readonly brandId: string
  readonly email: string
  readonly origin: string
}

/**
 * Sends a password link to a member's address, and nothing to any other. While a deletion can be cancelled too: who has
 * lost its mail keeps the account by signing in, which takes a password.
 */
export async function sendReset(
  deps: Pick<IdentityDeps, 'db' | 'enqueueEmail' | 'clock'>,
  { brandId, email, origin }: ResetAsked,
): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const member = await tx
      .selectFrom('member_emails')
      .innerJoin('members', 'members.id', 'member_emails.member_id')
      .select(['members.id', 'members.locale'])
      .where('member_emails.brand_id', '=', brandId)
      .where('member_emails.email', '=', email)
      .where('members.state', 'in', ['active', 'deleting'])
      .executeTakeFirst()
    if (member)
      await sendResetLink(tx, deps, { brandId, memberId: member.id, email, locale: member.locale as Locale, origin })
  })
}

/** Queues the email whose link sets a new password. */
export async function sendResetLink(
  tx: Executor,
  deps: Pick<IdentityDeps, 'enqueueEmail' | 'clock'>,
  to: { brandId: string; memberId: string; email: string; locale: Locale; origin: string },
): Promise<void> {
  const { brandId, memberId, email, locale, origin } = to
  const token = await makeLinkToken(tx, { purpose: 'reset_password', brandId, memberId, email, at: deps.clock() })
  await deps.enqueueEmail(tx, {
    brandId,
    memberId,
    kind: 'reset-password',
    to: email,
    locale,
    props: { link: `${origin}/resetPassword?token=${token}` },
  })
}

/** Checks whether a reset link is valid, without using it. @throws Failure 401 if not */
export async function checkResetLink(deps: IdentityDeps, call: Call<typeof routes.resetLink>): Promise<void> {
  const { token } = call.body
  const valid = await linkIsValid(deps.db, {
    token,
    purpose: 'reset_password',
    brandId: call.site.brandId,
    at: deps.clock(),
  })
  if (!valid) throw linkExpired()
}

/**
 * Sets the new password, which also confirms the address the link was sent to. Everything else by which someone may
 * sign in ends, since an attacker may have added it: sessions, passkeys, linked accounts, known browsers and pending
 * links, except those that undo a change of email. The member adds again what was theirs. An account that is being
 * deleted still is: who signs in is asked whether to keep it.
 */
export async function changePassword(
  deps: IdentityDeps,
  call: Call<typeof routes.changePassword>,
): Promise<{ clickid: string; isLeaving: boolean }> {
  if (!isAcceptablePassword(call.body.password))
    throw new Failure(400, 'errore_password', {
      field: 'password',
      message: 'At least 8 characters, and none of the common passwords',
    })
  const token = linkToken(call)
  const at = deps.clock()
  const passwordHash = await deps.passwords.hash(call.body.password)
  const changed = await deps.db.transaction().execute(async (tx) => {
    const link = await useLinkToken(tx, { token, purpose: 'reset_password', brandId: call.site.brandId, at })
    if (!link) return undefined
    await tx.selectFrom('members').select('id').where('id', '=', link.memberId).forUpdate().execute()
    await revokeSignInMethods(tx, link.memberId, { keepUndoBefore: 'all' })
    await tx.updateTable('members').set({ password_hash: passwordHash }).where('id', '=', link.memberId).execute()
    await confirmAddress(tx, deps, call.site, link.memberId)
    await deps.addressReached(tx, { brandId: call.site.brandId, address: link.email, mailedAt: link.madeAt, at })
    return tx
      .selectFrom('members')
      .select(['id', 'clickid', 'state'])
      .where('id', '=', link.memberId)
      .executeTakeFirstOrThrow()
  })
  if (!changed) throw linkExpired()
  deps.realtime.end(changed.id, null, 'session_ended')
  return { clickid: changed.clickid, isLeaving: changed.state === 'deleting' }
}
