import type { Tx } from '#platform/database/database.ts'
import type { AccountDeps } from './deps.ts'
import { reopen } from './reopen.ts'

/**
 * Reopens an account whose address was never confirmed, and that the person who registered it has closed, for the owner
 * of the address: otherwise it would keep them out. The caller has removed every earlier sign-in method.
 * @returns false when its member had not closed it
 */
export const reopenForOwner = async (
  tx: Tx,
  deps: Pick<AccountDeps, 'enqueueEmail'>,
  account: { readonly memberId: string; readonly origin: string },
  at: Date,
): Promise<boolean> =>
  (await reopen(
    tx,
    deps,
    {
      ...account,
      from: ['deactivated', 'deleting'],
      change: 'reactivated',
      madeBy: 'member',
      reason: 'by the owner of the address, who confirmed it',
    },
    at,
  )) !== undefined
