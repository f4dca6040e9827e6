import type { Site } from '../../platform/caller.ts'
import type { Executor } from '../../platform/database.ts'
import type { IdentityDeps } from './deps.ts'
import { endWaysIn } from './ways-in.ts'
import { confirmAddress } from './welcome-email.ts'

/**
 * Nobody had proven this address: whoever registered it first may not be who has it. Now its owner is here, and every way in
 * that was made before ends: password, sessions, passkeys, links on their way, other accounts. The caller tells open browsers after the commit.
 */
export async function takeOver(
  tx: Executor,
  deps: Pick<IdentityDeps, 'clock' | 'enqueueEmail'>,
  site: Pick<Site, 'brandId' | 'origin'>,
  memberId: string,
): Promise<void> {
  await endWaysIn(tx, memberId)
  await confirmAddress(tx, deps, site, memberId)
}
