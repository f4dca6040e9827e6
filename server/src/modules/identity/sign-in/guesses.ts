import type { Locale } from '@incontro/contract'
import { sql } from 'kysely'
import { mostDifficulty } from '#platform/secrets/challenge.ts'
import type { Database, Executor } from '#platform/database/database.ts'
import { type BatchOptions, deleteInBatches } from '#platform/database/delete-in-batches.ts'
import { keyedHash, type Keys } from '#platform/ids.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import type { IdentityDeps } from '../deps.ts'

/**
 * Wrong passwords for one account, over all networks, before each further attempt requires a proof of work, which
 * doubles at regular steps.
 */
export const freeGuesses = 10
const perDifficulty = 10
const day = 86_400_000

/** Guesses older than this are forgotten. */
export const guessesForgottenAt = (at: Date): Date => new Date(at.getTime() - day)

/** The key under which guesses at an account are counted. */
export const addressHash = (keys: Keys, brandId: string, email: string): Buffer =>
  keyedHash(keys, `guesses ${brandId} ${email}`)

/** The challenge difficulty for the guess of this number; undefined for none. */
export const difficultyOf = (guesses: number): number | undefined =>
  guesses <= freeGuesses ? undefined : Math.min(mostDifficulty, Math.floor((guesses - freeGuesses) / perDifficulty))

/** Wrong passwords for the account since the last correct one. */
export async function guessesAt(executor: Executor, address: Buffer, at: Date): Promise<number> {
  const row = await executor
    .selectFrom('password_guesses')
    .select('wrong')
    .where('address_hash', '=', address)
    .where('last_at', '>', guessesForgottenAt(at))
    .executeTakeFirst()
  return row?.wrong ?? 0
}

/** Counts a wrong password and returns the total. */
export async function countGuess(executor: Executor, address: Buffer, at: Date): Promise<number> {
  const { rows } = await sql<{ wrong: number }>`
    insert into password_guesses (address_hash, wrong, last_at) values (${address}, 1, ${at})
    on conflict (address_hash) do update set last_at = excluded.last_at,
      wrong = case when password_guesses.last_at <= ${guessesForgottenAt(at)} then 1 else password_guesses.wrong + 1 end
    returning wrong`.execute(executor)
  return rows[0]?.wrong ?? 1
}

export async function undoGuess(executor: Executor, address: Buffer): Promise<void> {
  await executor
    .updateTable('password_guesses')
    .set((eb) => ({ wrong: eb('wrong', '-', 1) }))
    .where('address_hash', '=', address)
    .where('wrong', '>', 1)
    .execute()
}

export interface GuessesFound {
  readonly brandId: string
  readonly email: string
  readonly origin: string
}

/**
 * Notifies the member of wrong passwords at regular steps. A job looks up the address, so that the reply takes equally
 * long for any.
 */
export async function noteWrongPassword(executor: Executor, guesses: number, found: GuessesFound): Promise<void> {
  if (guesses > 0 && guesses % freeGuesses === 0) await addJob(executor, 'identity-guesses', found, { urgent: true })
}

/** Emails the member whose password is being guessed, at most once a day. */
export async function notifyOfGuesses(
  deps: Pick<IdentityDeps, 'db' | 'enqueueEmail' | 'clock' | 'signalKeys'>,
  { brandId, email, origin }: GuessesFound,
): Promise<void> {
  const at = deps.clock()
  await deps.db.transaction().execute(async (tx) => {
    const member = await tx
      .selectFrom('member_emails')
      .innerJoin('members', 'members.id', 'member_emails.member_id')
      .select(['members.id', 'members.locale'])
      .where('member_emails.brand_id', '=', brandId)
      .where('member_emails.email', '=', email)
      .where('members.state', '=', 'active')
      // An unconfirmed address may belong to a stranger.
      .where('members.email_confirmed_at', 'is not', null)
      .executeTakeFirst()
    if (!member) return
    const first = await tx
      .updateTable('password_guesses')
      .set({ notified_at: at })
      .where('address_hash', '=', addressHash(deps.signalKeys, brandId, email))
      .where((eb) => eb.or([eb('notified_at', 'is', null), eb('notified_at', '<=', guessesForgottenAt(at))]))
      .executeTakeFirst()
    // They were notified today, or have signed in since.
    if (first.numUpdatedRows === 0n) return
    await deps.enqueueEmail(tx, {
      brandId,
      memberId: member.id,
      kind: 'password-guesses',
      to: email,
      locale: member.locale as Locale,
      props: { at: at.toISOString(), link: `${origin}/forgotPassword` },
    })
  })
}

export async function sweepGuesses(db: Database, at: Date, time?: BatchOptions): Promise<void> {
  const before = guessesForgottenAt(at)
  await deleteInBatches(db, { table: 'password_guesses', column: 'last_at', before, inclusive: true }, time)
}
