import { signupCodes, type routes } from '@incontro/contract'
import { sql } from 'kysely'
import type { Executor } from '../../../platform/database.ts'
import type { Call } from '../../../platform/http/bind.ts'
import { Failure } from '../../../platform/http/problem.ts'
import { ipPrefix } from '../../../platform/http/app.ts'
import { keyedHash } from '../../../platform/ids.ts'
import { mustBeOpen } from './account-state.ts'
import { countAttempt, clearAttempts, hourOf } from '../../../platform/attempts.ts'
import type { IdentityDeps } from '../deps.ts'
import { passwordFits } from './passwords.ts'
import type { Recheck } from '../sessions/start-session.ts'

/** Tries an hour without the right password before a proof of work is due, and before nothing is tried any more. */
const limits = { challengeFrom: 6, most: 30 }
/** Wrong passwords an hour from one prefix, for whichever addresses, in sign-ups allowed from there: beyond it each try takes work. */
const wrongPerSignup = 5

interface Given {
  readonly email: string
  readonly password: string
  readonly altcha?: string | undefined
}
type PasswordCall = { readonly site: { readonly brandId: string }; readonly ip: string }
interface Known {
  readonly id: string
  readonly state: string
  readonly deletion_due_at: Date | null
}

/**
 * Signs in with email and password. The answer and its time are the same for an unknown address and a wrong password.
 * @returns whom, and the counter of their tries, which the session that begins makes up for
 * @throws Failure 401 `mail_password_errati`; 403 `utente_disabilitato`, `deletion_pending` (only with the right password); 429.
 */
export async function signIn(
  deps: IdentityDeps,
  call: Call<typeof routes.authenticate>,
): Promise<{ memberId: string; tries: string; recheck: Recheck }> {
  const { member, tries, recheck } = await tryPassword(deps, call, call.body)
  if (member.state !== 'active') await clearAttempts(deps.db, tries)
  mustBeOpen(member)
  return { memberId: member.id, tries, recheck }
}

/**
 * Whose email and password these are, whatever became of the account.
 * @throws Failure 400, 401 `mail_password_errati`, 403 `challenge_required`, 429.
 */
export async function memberByPassword(deps: IdentityDeps, call: PasswordCall, given: Given): Promise<Known> {
  const { member, tries } = await tryPassword(deps, call, given)
  await clearAttempts(deps.db, tries)
  return member
}

/** One try, counted. The right password does not undo the count yet. */
async function tryPassword(
  deps: IdentityDeps,
  call: PasswordCall,
  given: Given,
): Promise<{ member: Known; tries: string; recheck: Recheck }> {
  const email = given.email.toLowerCase()
  if (email === '') throw new Failure(400, 'errore_email', { field: 'email', message: 'The email is missing' })
  if (given.password === '')
    throw new Failure(400, 'errore_password', { field: 'password', message: 'The password is missing' })
  const at = deps.clock()
  const bucket = `login ${keyedHash(deps.signalKey, `${call.site.brandId} ${email} ${ipPrefix(call.ip)}`).toString('base64url')}`
  const fromHere = `login wrong ${ipPrefix(call.ip)}`
  const { tries, wrong, ...member } = await countAndLookUp(deps.db, {
    bucket,
    fromHere,
    brandId: call.site.brandId,
    email,
    at,
  })
  if (tries > limits.most)
    throw new Failure(429, signupCodes.tooManyAttempts, {
      message: 'Too many tries, wait an hour or reset the password',
    })
  // One password for many addresses is guessing too. It never shuts the door: others may sit behind the same prefix.
  const guessing = wrong >= wrongPerSignup * deps.signupLimits.perIp
  if (tries > limits.challengeFrom || guessing) await deps.challenges.require(deps.db, given.altcha, at)
  if (!(await passwordFits(member.password_hash, given.password)) || member.id === null) {
    await countAttempt(deps.db, fromHere, at)
    throw wrongPassword()
  }
  return {
    member: { id: member.id, state: member.state ?? '', deletion_due_at: member.deletion_due_at },
    tries: bucket,
    recheck: samePassword(member.password_hash),
  }
}

const wrongPassword = (): Failure => new Failure(401, 'mail_password_errati', { message: 'Email or password is wrong' })

/** The password that was right is the member's still. */
export const samePassword =
  (seen: string | null): Recheck =>
  (_tx, { password_hash: now }) => {
    if (now !== seen) throw wrongPassword()
  }

interface Tried {
  readonly tries: number
  readonly wrong: number
  readonly id: string | null
  readonly password_hash: string | null
  readonly state: string | null
  readonly deletion_due_at: Date | null
}

/**
 * Counts the try before the password is looked at (a hundred tries at once are a hundred tries), and reads what the check needs: one
 * statement, known address or not.
 */
async function countAndLookUp(
  executor: Executor,
  asked: { bucket: string; fromHere: string; brandId: string; email: string; at: Date },
): Promise<Tried> {
  const hour = hourOf(asked.at)
  const { rows } = await sql<Tried>`
    with tried as (
      insert into limit_counters (bucket, window_start, hits) values (${asked.bucket}, ${hour}, 1)
      on conflict (bucket, window_start) do update set hits = limit_counters.hits + 1 returning hits)
    select tried.hits as tries, coalesce((select hits from limit_counters where bucket = ${asked.fromHere} and window_start = ${hour}), 0) as wrong,
      m.id, m.password_hash, m.state, m.deletion_due_at
    from tried left join (member_emails e join members m on m.id = e.member_id) on e.brand_id = ${asked.brandId} and e.email = ${asked.email}`.execute(
    executor,
  )
  const [row] = rows
  if (!row) throw new Failure(500)
  return row
}
