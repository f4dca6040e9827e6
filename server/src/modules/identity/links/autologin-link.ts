import { encodeRed } from '@incontro/contract'
import type { Site } from '#platform/caller.ts'
import type { Executor } from '#platform/database/database.ts'
import type { IdentityDeps } from '../deps.ts'
import { makeLinkToken } from './tokens.ts'

/** A link for an email that signs its reader in and leads to a page of the site: single use, 72 hours (decision 2). */
export async function autologinLink(
  tx: Executor,
  deps: Pick<IdentityDeps, 'clock'>,
  input: {
    readonly site: Pick<Site, 'brandId' | 'origin'>
    readonly memberId: string
    readonly email: string
    readonly clickid: string
    readonly target: string
  },
): Promise<string> {
  const { site, memberId, email, clickid, target } = input
  const token = await makeLinkToken(tx, {
    purpose: 'autologin',
    brandId: site.brandId,
    memberId,
    email,
    at: deps.clock(),
  })
  // Links do not contain the member's address, which would end up in histories and logs. The tracker id identifies the
  // link's member and authenticates no one.
  return `${site.origin}/autologin?${new URLSearchParams({ token, red: encodeRed(target), clickid }).toString()}`
}
