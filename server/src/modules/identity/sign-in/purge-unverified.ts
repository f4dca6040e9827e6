import type { Site } from '#platform/caller.ts'
import type { Executor } from '#platform/database/database.ts'
import type { IdentityDeps } from '../deps.ts'
import { revokeSignInMethods } from './methods.ts'
import { confirmAddress } from '../links/confirm-address.ts'

/**
 * Call when the owner of an address that was never confirmed proves ownership: another person may have registered it,
 * so every earlier sign-in method is removed: password, sessions, passkeys, unused links, linked accounts. The caller
 * notifies open browsers after the commit.
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
