import { signupCodes, type routes } from '@incontro/contract'
import type { Call } from '../../platform/http/bind.ts'
import { Failure } from '../../platform/http/problem.ts'
import { ipPrefix } from '../../platform/http/app.ts'
import { keyedHash } from '../../platform/ids.ts'
import { mustBeOpen } from './account-state.ts'
import { attemptsSoFar, countAttempt, forgiveAttempts } from './attempts.ts'
import type { IdentityDeps } from './deps.ts'
import { passwordFits } from './passwords.ts'

/** Tries an hour without the right password before a proof of work is due, and before nothing is tried any more. */
const patience = { challengeFrom: 6, most: 30 }
/** Wrong passwords an hour from one prefix, for whichever addresses, in sign-ups allowed from there: beyond it each try takes work. */
const wrongPerSignup = 5

/**
 * Signs in with email and password. The answer and its time are the same for an unknown address and a wrong password.
 * @throws Failure 401 `mail_password_errati`; 403 `utente_disabilitato`, `deletion_pending` (only with the right password); 429.
 */
export async function signIn(deps: IdentityDeps, call: Call<typeof routes.authenticate>): Promise<{ memberId: string }> {
  const member = await knownByPassword(deps, call, call.body)
  mustBeOpen(member)
  return { memberId: member.id }
}

/**
 * Whose email and password these are, whatever became of the account.
 * @throws Failure 400, 401 `mail_password_errati`, 403 `challenge_required`, 429.
 */
export async function knownByPassword(
  deps: IdentityDeps, call: { readonly site: { readonly brandId: string }; readonly ip: string }, given: { email: string; password: string; altcha?: string | undefined },
): Promise<{ id: string; state: string; deletion_due_at: Date | null }> {
  const email = given.email.toLowerCase()
  if (email === '') throw new Failure(400, 'errore_email', { field: 'email', message: 'The email is missing' })
  if (given.password === '') throw new Failure(400, 'errore_password', { field: 'password', message: 'The password is missing' })
  const at = deps.clock()
  const bucket = `login ${keyedHash(deps.signalKey, `${call.site.brandId} ${email} ${ipPrefix(call.ip)}`).toString('base64url')}`
  // Counted before the password is looked at: a hundred tries at once are a hundred tries.
  const tries = await countAttempt(deps.db, bucket, at)
  if (tries > patience.most) throw new Failure(429, signupCodes.tooManyAttempts, { message: 'Too many tries, wait an hour or reset the password' })
  // One password for many addresses is guessing too. It never shuts the door: others may sit behind the same prefix.
  const fromHere = `login wrong ${ipPrefix(call.ip)}`
  const guessing = (await attemptsSoFar(deps.db, fromHere, at)) >= wrongPerSignup * deps.signupLimits.perIp
  if (tries > patience.challengeFrom || guessing) await deps.challenges.require(deps.db, given.altcha, at)
  const member = await deps.db.selectFrom('member_emails').innerJoin('members', 'members.id', 'member_emails.member_id')
    .select(['members.id', 'members.password_hash', 'members.state', 'members.deletion_due_at'])
    .where('member_emails.brand_id', '=', call.site.brandId).where('member_emails.email', '=', email).executeTakeFirst()
  if (!(await passwordFits(member?.password_hash, given.password)) || !member) {
    await countAttempt(deps.db, fromHere, at)
    throw new Failure(401, 'mail_password_errati', { message: 'Email or password is wrong' })
  }
  await forgiveAttempts(deps.db, bucket)
  return { id: member.id, state: member.state, deletion_due_at: member.deletion_due_at }
}
