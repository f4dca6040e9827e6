import type { Database } from '../../platform/database.ts'
import { deleteInBatches } from '../../platform/delete-in-batches.ts'
import { sweepAttempts } from '../../platform/attempts.ts'
import { sweepUsed } from '../../platform/single-use.ts'
import { sweepGuesses } from './sign-in/guesses.ts'
import { sweepInvitations } from './signup/invitations.ts'

/**
 * Deletes expired rows: counters, used tokens, guesses, invitations, sessions, links a week after their expiry, device
 * signals after 30 days.
 */
export async function sweepIdentity(db: Database, at: Date): Promise<void> {
  await sweepAttempts(db, at)
  await sweepUsed(db, at)
  await sweepGuesses(db, at)
  await sweepInvitations(db, at)
  const daysBefore = (days: number) => new Date(at.getTime() - days * 86_400_000)
  await deleteInBatches(db, { table: 'sessions', column: 'expires_at', before: at })
  await deleteInBatches(db, { table: 'one_time_tokens', column: 'expires_at', before: daysBefore(7) })
  await deleteInBatches(db, { table: 'signup_devices', column: 'seen_at', before: daysBefore(30) })
}
