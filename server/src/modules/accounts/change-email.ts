import { signupCodes, type routes } from '@incontro/contract'
import {
  brandOf,
  makeLinkToken,
  mustStillBeSignedIn,
  reauthenticate,
  sendConfirmation,
} from '#modules/identity/index.ts'
import { countAttempt } from '#platform/secrets/attempts.ts'
import type { Executor } from '#platform/database/database.ts'
import { isDeliverableForm, isForbiddenDomain } from '#platform/mail/email-address.ts'
import type { Call } from '#platform/http/bind.ts'
import { Failure, notSignedIn } from '#platform/http/problem.ts'
import { keyedHash } from '#platform/ids.ts'
import { countFromNetwork, sharedNetworkLimit } from '#platform/secrets/network-attempts.ts'
import { mustBeFree, release, reserve } from './addresses.ts'
import type { AccountDeps } from './deps.ts'

type ChangeCall = Call<typeof routes.changeEmail>

/** The reply: the requested address, and whether it still has to be confirmed. */
export interface AskedEmail {
  readonly email: string
  readonly pending: boolean
}

/**
 * Requests another address. An unconfirmed one is replaced immediately; a confirmed one stays until the link sent to
 * the new address is used. The reply reveals whether another member has the address (section 5), so requests are
 * limited before the look-up.
 * @throws Failure 400 `errore_stessa_mail`, `errore_email`; 403 as `reauthenticate`, `challenge_required`; 409 `mail_esistente`; 429
 */
export async function changeEmail(deps: AccountDeps, call: ChangeCall): Promise<AskedEmail> {
  const { member, body } = call
  const email = body.newEmail
  if (email === body.oldEmail)
    throw new Failure(400, 'errore_stessa_mail', {
      field: 'newEmail',
      message: 'This is the current address: send another one',
    })
  const at = deps.clock()
  const { perEmail, perIp } = deps.signupLimits
  const from = { kind: 'change email ip', ip: call.ip, altcha: body.altcha, at }
  const network = await countFromNetwork(deps, from, sharedNetworkLimit(perIp, { free: perIp }))
  await network.requireWork()
  const attempts = await countAttempt(deps.db, `change email ${member.memberId}`, at)
  // Limited per recipient too: many accounts could flood one address with emails.
  const writtenTo = await countAttempt(
    deps.db,
    `change email to ${keyedHash(deps.signalKeys, `${call.site.brandId} ${email}`).toString('base64url')}`,
    at,
  )
  if (attempts > 5 || network.isOver || writtenTo > perEmail)
    throw new Failure(429, signupCodes.tooManyAttempts, { message: 'Too many changes, wait an hour' })
  const { refusedEmailDomains } = brandOf(deps, call.site.brandId)
  if (!isDeliverableForm(email) || isForbiddenDomain(email, refusedEmailDomains))
    throw new Failure(400, 'errore_email', { field: 'newEmail', message: 'This address cannot receive mail' })
  if (!member.emailConfirmed) return replace(deps, call, email)
  await reauthenticate(deps, member, 'password', body.password)
  return propose(deps, call, email)
}

/** The link to the old address becomes invalid, and a new one is sent. */
async function replace(deps: AccountDeps, { member, site, body }: ChangeCall, email: string): Promise<AskedEmail> {
  const { memberId, brandId, locale } = member
  await deps.db.transaction().execute(async (tx) => {
    await mustStillBeSignedIn(tx, member)
    const now = await tx
      .selectFrom('members')
      .select(['email', 'email_confirmed_at'])
      .where('id', '=', memberId)
      .executeTakeFirstOrThrow()
    if (now.email !== body.oldEmail) throw notSignedIn()
    // The address was confirmed concurrently, by the link in another tab.
    if (now.email_confirmed_at)
      throw new Failure(409, 'already_confirmed', { message: 'This address is already confirmed' })
    await reserve(tx, { brandId, email, memberId }, deps.clock())
    await release(tx, { brandId, email: now.email, memberId })
    await tx.updateTable('members').set({ email }).where('id', '=', memberId).execute()
    await sendConfirmation(tx, deps, site, { memberId, email, locale, again: false })
  })
  return { email, pending: false }
}

/** One change is pending at a time: a new request invalidates the earlier link. */
async function propose(deps: AccountDeps, { member, site, body }: ChangeCall, email: string): Promise<AskedEmail> {
  const { memberId, brandId, locale } = member
  const at = deps.clock()
  await deps.db.transaction().execute(async (tx) => {
    await mustStillBeSignedIn(tx, member)
    const now = await tx
      .selectFrom('members')
      .select('email')
      .where('id', '=', memberId)
      .where('state', '=', 'active')
      .executeTakeFirst()
    if (now?.email !== body.oldEmail) throw notSignedIn()
    await mustBeFree(tx, { brandId, email, memberId }, at)
    await dropProposals(tx, memberId)
    const token = await makeLinkToken(tx, { purpose: 'change_email', brandId, memberId, email, at })
    await deps.enqueueEmail(tx, {
      brandId,
      memberId,
      kind: 'confirm-new-email',
      to: email,
      locale,
      props: { link: `${site.origin}/confirmNewEmail?token=${token}` },
    })
  })
  return { email, pending: true }
}

/** Links to addresses that were attempts for before have no effect. */
export async function dropProposals(tx: Executor, memberId: string): Promise<void> {
  await tx
    .deleteFrom('one_time_tokens')
    .where('member_id', '=', memberId)
    .where('purpose', '=', 'change_email')
    .execute()
}

/** The address of a pending change whose link is still valid. */
export async function pendingEmail(deps: AccountDeps, memberId: string): Promise<string | null> {
  const row = await deps.db
    .selectFrom('one_time_tokens')
    .select('email')
    .where('member_id', '=', memberId)
    .where('purpose', '=', 'change_email')
    .where('used_at', 'is', null)
    .where('expires_at', '>', deps.clock())
    .limit(1)
    .executeTakeFirst()
  return row?.email ?? null
}
