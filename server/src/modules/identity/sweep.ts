import type { Database } from '#platform/database/database.ts'
import { deleteInBatches } from '#platform/database/delete-in-batches.ts'
import { sweepAttempts } from '#platform/secrets/attempts.ts'
import { sweepUsed } from '#platform/secrets/single-use.ts'
import { sweepGuesses } from './sign-in/guesses.ts'
import { sweepInvitations } from './signup/invitations.ts'

/**
 * Deletes expired rows: counters, used tokens, guesses, invitations, sessions, links a week after their expiry, device
 * signals after 30 days. What is left when time runs out goes with the next run.
 */
export async function sweepIdentity(db: Database, at: Date, until = Infinity): Promise<void> {
  const time = { until }
  await sweepAttempts(db, at, time)
  await sweepUsed(db, at, time)
  await sweepGuesses(db, at, time)
  await sweepInvitations(db, at, time)
  const daysBefore = (days: number) => new Date(at.getTime() - days * 86_400_000)
  await deleteInBatches(db, { table: 'sessions', column: 'expires_at', before: at }, time)
  await deleteInBatches(db, { table: 'one_time_tokens', column: 'expires_at', before: daysBefore(7) }, time)
  await deleteInBatches(db, { table: 'signup_devices', column: 'seen_at', before: daysBefore(30) }, time)
}
