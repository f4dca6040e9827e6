import type { Site } from '../../platform/caller.ts'
import type { Executor } from '../../platform/database.ts'
import type { IdentityDeps } from './deps.ts'
import { confirmAddress } from './welcome-email.ts'

/**
 * Nobody had proven this address: whoever registered it first may not be who has it. Now its owner is here, and every way in
 * that was made before ends: password, sessions, passkeys, links on their way, other accounts. The caller tells open browsers after the commit.
 */
export async function takeOver(tx: Executor, deps: Pick<IdentityDeps, 'clock' | 'enqueueEmail'>, site: Pick<Site, 'brandId' | 'origin'>, memberId: string): Promise<void> {
  await tx.deleteFrom('sessions').where('member_id', '=', memberId).execute()
  await tx.deleteFrom('passkeys').where('member_id', '=', memberId).execute()
  await tx.deleteFrom('external_identities').where('member_id', '=', memberId).execute()
  await tx.deleteFrom('one_time_tokens').where('member_id', '=', memberId).execute()
  await tx.updateTable('members').set({ password_hash: null }).where('id', '=', memberId).execute()
  await confirmAddress(tx, deps, site, memberId)
}
