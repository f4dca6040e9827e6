import type { Site } from '../../../platform/caller.ts'
import type { Executor } from '../../../platform/database.ts'
import type { IdentityDeps } from '../deps.ts'
import { revokeSignInMethods } from './methods.ts'
import { confirmAddress } from '../links/confirm-address.ts'

/**
 * Nobody had proven this address: whoever registered it first may not be who has it. Now its owner is here, and every way in
 * that was made before ends: password, sessions, passkeys, links on their way, other accounts. The caller tells open browsers after the commit.
 */
export async function purgeUnverified(
  tx: Executor,
  deps: Pick<IdentityDeps, 'clock' | 'enqueueEmail'>,
  site: Pick<Site, 'brandId' | 'origin'>,
  memberId: string,
): Promise<void> {
  await revokeSignInMethods(tx, memberId)
  await confirmAddress(tx, deps, site, memberId)
}
