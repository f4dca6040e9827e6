import type { Site } from '../../../platform/caller.ts'
import type { Executor } from '../../../platform/database.ts'
import type { IdentityDeps } from '../deps.ts'
import { revokeSignInMethods } from './methods.ts'
import { confirmAddress } from '../links/confirm-address.ts'

/**
 * The address was never confirmed: the person who registered it may not own it. Now its owner is here, and every sign-in method
 * set up before ends: password, sessions, passkeys, unused links, other accounts. The caller notifies open browsers after the commit.
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
