import { sql } from 'kysely'
import type { Executor } from '../../platform/database.ts'
import { sweepAttempts } from '../../platform/attempts.ts'
import { sweepUsed } from '../../platform/single-use.ts'
import { sweepGuesses } from './sign-in/guesses.ts'
import { sweepInvitations } from './signup/invitations.ts'

/**
 * Deletes expired rows: counters, used tokens, guesses, invitations, sessions, links a week after their expiry, device
 * signals after 30 days.
 */
export async function sweepIdentity(executor: Executor, at: Date): Promise<void> {
  await sweepAttempts(executor, at)
  await sweepUsed(executor, at)
  await sweepGuesses(executor, at)
  await sweepInvitations(executor, at)
  await executor.deleteFrom('sessions').where('expires_at', '<', at).execute()
  await sql`delete from one_time_tokens where expires_at < ${at}::timestamptz - interval '7 days'`.execute(executor)
  await sql`delete from signup_devices where seen_at < ${at}::timestamptz - interval '30 days'`.execute(executor)
}
