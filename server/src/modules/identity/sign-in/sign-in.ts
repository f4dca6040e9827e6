import { signupCodes, type routes } from '@incontro/contract'
import type { Session } from '@incontro/contract/domain'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Executor } from '#platform/database/database.ts'
import type { Call } from '#platform/http/bind.ts'
import { Failure } from '#platform/http/problem.ts'
import { keyedHash } from '#platform/ids.ts'
import { hourOf } from '#platform/secrets/attempts.ts'
import { countNetworkAttempt, networkBuckets } from '#platform/secrets/network-attempts.ts'
import { networksOf } from '#platform/secrets/networks.ts'
import { sessionViewOf } from '#modules/members/index.ts'
import type { IdentityDeps } from '../deps.ts'
import { browserOf, rememberedSince } from '../sessions/known-browsers.ts'
import type { Recheck } from '../sessions/start-session.ts'
import { mustBeOpen } from './account-state.ts'
import { addressHash, difficultyOf, guessesForgottenAt, noteWrongPassword, undoGuess } from './guesses.ts'
import { clearTries, type Tries } from './tries.ts'

/**
 * Attempts per hour without the correct password, before a proof of work is required and before all are refused: per
 * address and network, or per known browser, which others' attempts cannot lock out.
 */
const limits = { challengeFrom: 6, most: 30 }
/**
 * Wrong passwords per hour from one network for all addresses, as a multiple of its sign-up limit; beyond it each
 * attempt requires a proof of work.
 */
const wrongPerSignup = 5
const wrongPasswords = 'login wrong'

interface Given {
  readonly email: string
  readonly password: string
  readonly altcha?: string | undefined
}
type PasswordDeps = Pick<IdentityDeps, 'db' | 'passwords' | 'challenges' | 'signalKeys' | 'signupLimits' | 'clock'>
type PasswordCall = {
  readonly site: { readonly brandId: string; readonly origin: string }
  readonly ip: string
  readonly request: FastifyRequest
}
interface Known {
  readonly id: string
  readonly state: string
  readonly deletion_due_at: Date | null
}

/**
 * Signs in with email and password. Reply and duration are equal for an unknown address and a wrong password.
 * @returns the member, the counters that the session clears when it starts, and the view of the session, read while the
 * password was checked
 * @throws Failure 401 `mail_password_errati`; 403 `utente_disabilitato`, `deletion_pending` (only with the correct
 * password); 429
 */
export async function signIn(
  deps: IdentityDeps,
  call: Call<typeof routes.authenticate>,
): Promise<{
  memberId: string
  tries: Tries
  recheck: Recheck
  passwordHash: string | null
  view: Session | undefined
}> {
  const { member, tries, passwordHash, meanwhile } = await tryPassword(deps, call, call.body, (memberId) =>
    sessionViewOf(deps.db, deps, memberId),
  )
  if (member.state !== 'active') await clearTries(deps.db, tries)
  mustBeOpen(member)
  return { memberId: member.id, tries, recheck: samePassword(passwordHash), passwordHash, view: meanwhile }
}

/**
 * Whose email and password these are, whatever became of the account.
 * @throws Failure 400, 401 `mail_password_errati`, 403 `challenge_required`, 429.
 */
export async function memberByPassword(deps: PasswordDeps, call: PasswordCall, given: Given): Promise<Known> {
  const { member, tries } = await tryPassword(deps, call, given)
  await clearTries(deps.db, tries)
  return member
}

/** Stands for the member of an unknown address, so that the same statements run for it. */
const noMember = '00000000-0000-0000-0000-000000000000'

/**
 * Counts and checks one attempt. A correct password does not clear the counters yet.
 * @param work runs while the password is hashed, which keeps this thread idle; for an unknown address too
 */
async function tryPassword<T = undefined>(
  deps: PasswordDeps,
  call: PasswordCall,
  given: Given,
  work: (memberId: string) => Promise<T | undefined> = async () => undefined,
): Promise<{ member: Known; tries: Tries; passwordHash: string | null; meanwhile: T | undefined }> {
  const { email } = given
  if (email === '') throw new Failure(400, 'errore_email', { field: 'email', message: 'Send the email' })
  if (given.password === '')
    throw new Failure(400, 'errore_password', { field: 'password', message: 'Send the password' })
  const at = deps.clock()
  const { brandId } = call.site
  const browser = browserOf(call.request)
  const bucketOf = (from: string): string =>
    `login ${keyedHash(deps.signalKeys, `${brandId} ${email} ${from}`).toString('base64url')}`
  const address = addressHash(deps.signalKeys, brandId, email)
  const { buckets, tries, guesses, wrong, ...member } = await countAndLookUp(deps.db, {
    networkBuckets: networksOf(call.ip).map(({ key, times }) => ({ bucket: bucketOf(key), times })),
    browserBucket: bucketOf(browser ?? ''),
    browser: browser ?? '',
    address,
    fromHere: networkBuckets(wrongPasswords, call.ip),
    brandId,
    email,
    at,
  })
  if (tries > limits.most)
    throw new Failure(429, signupCodes.tooManyAttempts, {
      message: 'Too many tries, wait an hour or reset the password',
    })
  // One password for many addresses is guessing too. It locks out no one, since others may share the network.
  const guessing = wrong >= wrongPerSignup * deps.signupLimits.perIp
  const difficulty = difficultyOf(guesses)
  if (tries > limits.challengeFrom || guessing || difficulty !== undefined) {
    await deps.challenges.require(deps.db, given.altcha, at, difficulty).catch(async (error: unknown) => {
      // No password was checked: the next challenge must not be harder than the one requested here.
      if (guesses > 0) await undoGuess(deps.db, address)
      throw error
    })
  }
  const [fits, meanwhile] = await Promise.all([
    deps.passwords.fits(member.password_hash, given.password),
    work(member.id ?? noMember),
  ])
  if (!fits || member.id === null) {
    await countNetworkAttempt(deps.db, wrongPasswords, call.ip, at)
    await noteWrongPassword(deps.db, guesses, { brandId, email, origin: call.site.origin })
    throw wrongPassword()
  }
  return {
    member: { id: member.id, state: member.state ?? '', deletion_due_at: member.deletion_due_at },
    tries: { buckets, address: guesses > 0 ? address : null },
    passwordHash: await renewHash(deps, member.id, member.password_hash, given.password),
    meanwhile,
  }
}

/** Replaces a hash of the password as it was typed before passwords had one form. @returns the hash that is stored now */
async function renewHash(
  deps: Pick<PasswordDeps, 'db' | 'passwords'>,
  memberId: string,
  stored: string | null,
  password: string,
): Promise<string | null> {
  const renewed = await deps.passwords.renewed(stored, password)
  if (renewed === undefined) return stored
  const { numUpdatedRows } = await deps.db
    .updateTable('members')
    .set({ password_hash: renewed })
    .where('id', '=', memberId)
    .where('password_hash', '=', stored)
    .executeTakeFirst()
  // Nothing updated: the password was changed meanwhile, which the session's start finds out by the old hash.
  return numUpdatedRows > 0n ? renewed : stored
}

const wrongPassword = (): Failure => new Failure(401, 'mail_password_errati', { message: 'Email or password is wrong' })

/** Throws if the password was changed meanwhile. */
export const samePassword =
  (seen: string | null): Recheck =>
  (_tx, { password_hash: now }) => {
    if (now !== seen) throw wrongPassword()
  }

interface Tried {
  readonly buckets: readonly string[]
  readonly tries: number
  /** Wrong passwords for this account, this one included; 0 from a known browser. */
  readonly guesses: number
  readonly wrong: number
  readonly id: string | null
  readonly password_hash: string | null
  readonly state: string | null
  readonly deletion_due_at: Date | null
}

/**
 * Counts the attempt before the password is checked (so that concurrent attempts all count) and reads what the check
 * needs, in one statement for known and unknown addresses alike.
 */
async function countAndLookUp(
  executor: Executor,
  asked: {
    networkBuckets: ReturnType<typeof networkBuckets>
    browserBucket: string
    browser: string
    address: Buffer
    fromHere: ReturnType<typeof networkBuckets>
    brandId: string
    email: string
    at: Date
  },
): Promise<Tried> {
  const { at, networkBuckets: own, fromHere: all } = asked
  const hour = hourOf(at)
  const { rows } = await sql<Tried>`
    with found as (
      select m.id, m.password_hash, m.state, m.deletion_due_at, exists (
        select from member_devices d where d.member_id = m.id and d.last_seen_at > ${rememberedSince(at)}
          and d.device_hash = sha256(convert_to(m.id::text || ' ' || ${asked.browser}::text, 'UTF8'))) as known
      from member_emails e join members m on m.id = e.member_id where e.brand_id = ${asked.brandId} and e.email = ${asked.email}),
    counted as (
      select ${asked.browserBucket}::text as bucket, 1 as times where exists (select from found where known)
      union all
      select bucket, times from unnest(${own.map(({ bucket }) => bucket)}::text[], ${own.map(({ times }) => times)}::int[]) as network (bucket, times)
      where not exists (select from found where known)),
    tried as (
      insert into limit_counters (bucket, window_start, hits)
      select bucket, ${hour}::timestamptz, 1 from counted
      on conflict (bucket, window_start) do update set hits = limit_counters.hits + 1 returning bucket, hits),
    guessed as (
      insert into password_guesses (address_hash, wrong, last_at)
      select ${asked.address}::bytea, 1, ${at}::timestamptz where not exists (select from found where known)
      on conflict (address_hash) do update set last_at = excluded.last_at,
        wrong = case when password_guesses.last_at <= ${guessesForgottenAt(at)} then 1 else password_guesses.wrong + 1 end returning wrong)
    select summed.buckets, summed.tries, coalesce((select wrong from guessed), 0) as guesses,
      coalesce((select max(c.hits::float8 / times)
        from unnest(${all.map(({ bucket }) => bucket)}::text[], ${all.map(({ times }) => times)}::int[]) as network (bucket, times)
        join limit_counters c using (bucket) where c.window_start = ${hour}), 0) as wrong,
      found.id, found.password_hash, found.state, found.deletion_due_at
    from (select array_agg(bucket) as buckets, max(hits::float8 / times) as tries from tried join counted using (bucket)) summed
    left join found on true`.execute(executor)
  const [row] = rows
  if (!row) throw new Failure(500)
  return row
}
