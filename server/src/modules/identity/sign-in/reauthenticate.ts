import { signupCodes } from '@incontro/contract'
import type { Principal } from '../../../platform/caller.ts'
import type { Executor } from '../../../platform/database.ts'
import { Failure, notSignedIn } from '../../../platform/http/problem.ts'
import { countAttempt, clearAttempts } from '../../../platform/attempts.ts'
import type { IdentityDeps } from '../deps.ts'

/** A session counts as reauthentication for this long after it started. */
const freshMs = 10 * 60_000
const mostTries = 10

/**
 * What is asked of a member who has a password: always that, for what takes the account's mail over or ends the account; or only once
 * the session is not fresh, to add a sign-in method, of which the member is notified and which they can undo. Without a password it is a fresh session.
 */
export type Required = 'password' | 'password unless fresh'

/** How a member reauthenticates in an open browser, and whether this session is fresh enough where that counts. */
export async function reauthenticationOf(
  deps: Pick<IdentityDeps, 'db' | 'clock'>,
  { memberId, sessionId }: Principal,
): Promise<{ passwordHash: string | null; fresh: boolean }> {
  const known = await deps.db
    .selectFrom('members')
    .innerJoin('sessions', 'sessions.member_id', 'members.id')
    .select(['members.password_hash', 'sessions.created_at'])
    .where('members.id', '=', memberId)
    .where('sessions.id', '=', sessionId)
    .executeTakeFirst()
  return {
    passwordHash: known?.password_hash ?? null,
    fresh: known !== undefined && known.created_at > new Date(deps.clock().getTime() - freshMs),
  }
}

/**
 * Someone who finds a browser open must not take the account over, close it, or add a sign-in method: the person knows the password,
 * or has just signed in.
 * @throws Failure 403 `password_needed`, `password_errata`, `sign_in_again` (there is no password), 429.
 */
export async function reauthenticate(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'passwords'>,
  member: Principal,
  asked: Required,
  password: string | undefined,
): Promise<void> {
  const { passwordHash, fresh } = await reauthenticationOf(deps, member)
  if (fresh && (passwordHash === null || asked === 'password unless fresh')) return
  if (passwordHash === null)
    throw new Failure(403, 'sign_in_again', { message: 'Sign in again, then repeat this within ten minutes' })
  if (password === undefined || password === '')
    throw new Failure(403, 'password_needed', { field: 'password', message: 'Send the current password as well' })
  // Counted before the password is looked at, and for all that asks for it together: a hundred tries at once are a hundred tries.
  const bucket = `reauthenticate ${member.memberId}`
  if ((await countAttempt(deps.db, bucket, deps.clock())) > mostTries)
    throw new Failure(429, signupCodes.tooManyAttempts, { message: 'Too many tries, wait an hour' })
  if (!(await deps.passwords.fits(passwordHash, password)))
    throw new Failure(403, 'password_errata', { field: 'password', message: 'The password is wrong' })
  await clearAttempts(deps.db, bucket)
}

/**
 * Holds the member's row and looks again whether the session is there: what ends every session (an undone change of email, a new
 * password) holds that row too, and a request that came in before must not change the account after it.
 * @throws Failure 401
 */
export async function mustStillBeSignedIn(tx: Executor, { memberId, sessionId }: Principal): Promise<void> {
  await tx.selectFrom('members').select('id').where('id', '=', memberId).forUpdate().executeTakeFirst()
  const session = await tx
    .selectFrom('sessions')
    .select('id')
    .where('member_id', '=', memberId)
    .where('id', '=', sessionId)
    .executeTakeFirst()
  if (!session) throw notSignedIn()
}
