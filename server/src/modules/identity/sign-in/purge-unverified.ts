import type { Site } from '#platform/caller.ts'
import type { Tx } from '#platform/database/database.ts'
import type { IdentityDeps } from '../deps.ts'
import { mustBeOpen } from './account-state.ts'
import { revokeSignInMethods } from './methods.ts'
import { confirmAddress } from '../links/confirm-address.ts'

/**
 * Call when the owner of an address that was never confirmed proves ownership: another person may have registered it,
 * so every earlier sign-in method is removed: password, sessions, passkeys, unused links, linked accounts. If that
 * person has closed it, it is open again: it would keep the owner of the address out. The caller notifies open browsers
 * after the commit.
 * @throws Failure as `mustBeOpen` for one that stays closed, in particular a suspended one
 */
export async function purgeUnverified(
  tx: Tx,
  deps: Pick<IdentityDeps, 'clock' | 'enqueueEmail' | 'reopenForOwner'>,
  site: Pick<Site, 'brandId' | 'origin'>,
  memberId: string,
): Promise<void> {
  await revokeSignInMethods(tx, memberId)
  await deps.reopenForOwner(tx, { memberId, origin: site.origin })
  const member = tx.selectFrom('members').select(['state', 'deletion_due_at']).where('id', '=', memberId)
  mustBeOpen(await member.executeTakeFirstOrThrow())
  await confirmAddress(tx, deps, site, memberId)
}
