import { signupCodes } from '@incontro/contract'
import type { Principal } from '../../../platform/caller.ts'
import { Failure } from '../../../platform/http/problem.ts'
import { countAttempt, forgiveAttempts } from '../attempts.ts'
import type { IdentityDeps } from '../deps.ts'
import { passwordFits } from '../passwords.ts'

/** A session counts as a proof for this long after it was opened. */
const freshMs = 10 * 60_000
const mostTries = 10

/**
 * A passkey opens the account for good: whoever finds a session open must not leave one behind. The person at it has just
 * signed in, or knows the password.
 * @throws Failure 403 `password_needed`, `password_errata`, `sign_in_again` (there is no password), 429.
 */
export async function requireFreshProof(deps: IdentityDeps, { memberId, sessionId }: Principal, password: string | undefined): Promise<void> {
  const at = deps.clock()
  const known = await deps.db.selectFrom('members').innerJoin('sessions', 'sessions.member_id', 'members.id')
    .select(['members.password_hash', 'sessions.created_at']).where('members.id', '=', memberId).where('sessions.id', '=', sessionId).executeTakeFirst()
  if (known && known.created_at > new Date(at.getTime() - freshMs)) return
  if (!known?.password_hash) throw new Failure(403, 'sign_in_again', { message: 'Sign in again, then add the passkey within ten minutes' })
  if (password === undefined || password === '') throw new Failure(403, 'password_needed', { field: 'password', message: 'The password is needed' })
  // Counted before the password is looked at: a hundred tries at once are a hundred tries.
  const bucket = `passkey password ${memberId}`
  if ((await countAttempt(deps.db, bucket, at)) > mostTries) throw new Failure(429, signupCodes.tooManyAttempts, { message: 'Too many tries, wait an hour' })
  if (!(await passwordFits(known.password_hash, password))) throw new Failure(403, 'password_errata', { field: 'password', message: 'The password is wrong' })
  await forgiveAttempts(deps.db, bucket)
}
