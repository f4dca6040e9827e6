import type { Locale } from '@incontro/contract'
import type { Site } from '../../../platform/caller.ts'
import type { Executor } from '../../../platform/database.ts'
import type { IdentityDeps } from '../deps.ts'

/** Whoever did it, the member hears of a new or a removed way into the account. */
export const tellMember = (
  deps: IdentityDeps, tx: Executor, site: Site, member: { readonly memberId: string; readonly locale: Locale }, kind: 'google-linked' | 'google-unlinked', to: string,
): Promise<void> => deps.enqueueEmail(tx, { brandId: site.brandId, memberId: member.memberId, kind, to, locale: member.locale, props: { link: `${site.origin}/profile#google` } })
