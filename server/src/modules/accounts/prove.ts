import { signupCodes } from '@incontro/contract'
import { countAttempt, forgiveAttempts, passwordFits } from '../identity/index.ts'
import type { Principal } from '../../platform/caller.ts'
import { Failure } from '../../platform/http/problem.ts'
import type { AccountDeps } from './deps.ts'

/** A session counts as a proof for this long after it was opened, for members without a password. */
const freshMs = 10 * 60_000
const mostTries = 10

/** How a member proves that an open browser is theirs, and whether this session is young enough where there is no password. */
export async function proofOf(deps: AccountDeps, { memberId, sessionId }: Principal): Promise<{ passwordHash: string | null; fresh: boolean }> {
  const known = await deps.db.selectFrom('members').innerJoin('sessions', 'sessions.member_id', 'members.id')
    .select(['members.password_hash', 'sessions.created_at']).where('members.id', '=', memberId).where('sessions.id', '=', sessionId).executeTakeFirst()
  return { passwordHash: known?.password_hash ?? null, fresh: known !== undefined && known.created_at > new Date(deps.clock().getTime() - freshMs) }
}

/**
 * Whoever finds a browser open must neither take the account's mail over nor end the account: the person knows the password or,
 * where there is none, has just signed in.
 * @throws Failure 403 `password_needed`, `password_errata`, `sign_in_again` (there is no password), 429.
 */
export async function prove(deps: AccountDeps, member: Principal, password: string | undefined): Promise<void> {
  const { passwordHash, fresh } = await proofOf(deps, member)
  if (passwordHash === null) {
    if (fresh) return
    throw new Failure(403, 'sign_in_again', { message: 'Sign in again, then repeat this within ten minutes' })
  }
  if (password === undefined || password === '') throw new Failure(403, 'password_needed', { field: 'password', message: 'The password is needed' })
  // Counted before the password is looked at: a hundred tries at once are a hundred tries.
  const bucket = `account password ${member.memberId}`
  if ((await countAttempt(deps.db, bucket, deps.clock())) > mostTries) throw new Failure(429, signupCodes.tooManyAttempts, { message: 'Too many tries, wait an hour' })
  if (!(await passwordFits(passwordHash, password))) throw new Failure(403, 'password_errata', { field: 'password', message: 'The password is wrong' })
  await forgiveAttempts(deps.db, bucket)
}
