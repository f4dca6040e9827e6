import { signupCodes } from '@incontro/contract'
import type { Principal } from '#platform/caller.ts'
import type { Executor } from '#platform/database/database.ts'
import { Failure, notSignedIn } from '#platform/http/problem.ts'
import { countAttempt, clearAttempts } from '#platform/secrets/attempts.ts'
import type { IdentityDeps } from '../deps.ts'

/** A session counts as reauthentication for this long after it started. */
const freshMs = 10 * 60_000
const mostTries = 10

/**
 * What a member with a password has to provide: always the password, for what takes over the account's mail or ends the
 * account; or only once the session is not fresh, for adding a sign-in method, of which they are notified and which
 * they can undo. Without a password, a fresh session.
 */
export type Required = 'password' | 'password unless fresh'

/** How the member can reauthenticate, and whether this session is fresh. */
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
 * Protects an account in an unattended browser from being taken over, closed or given another sign-in method: requires
 * the password, or a recent sign-in.
 * @throws Failure 403 `password_needed`, `password_errata`, `sign_in_again` (there is no password), 429
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
  // Counted before the password is checked, so that concurrent attempts all count, and with one counter for all
  // purposes.
  const bucket = `reauthenticate ${member.memberId}`
  if ((await countAttempt(deps.db, bucket, deps.clock())) > mostTries)
    throw new Failure(429, signupCodes.tooManyAttempts, { message: 'Too many tries, wait an hour' })
  if (!(await deps.passwords.fits(passwordHash, password)))
    throw new Failure(403, 'password_errata', { field: 'password', message: 'The password is wrong' })
  await clearAttempts(deps.db, bucket)
}

/**
 * Locks the member's row and checks again that the session exists. What ends every session (an undone change of email,
 * a new password) takes the same lock, and a request that began before must not change the account after it.
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
