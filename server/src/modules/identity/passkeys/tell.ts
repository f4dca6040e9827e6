import type { Principal, Site } from '../../../platform/caller.ts'
import type { Executor } from '../../../platform/database.ts'
import type { IdentityDeps } from '../deps.ts'

/** Whoever did it, the member hears of a new or a removed way into the account. */
export const tellMember = (deps: IdentityDeps, tx: Executor, call: { member: Principal; site: Site }, kind: 'passkey-added' | 'passkey-removed', to: string): Promise<void> =>
  deps.enqueueEmail(tx, {
    brandId: call.site.brandId, memberId: call.member.memberId, kind, to, locale: call.member.locale, props: { link: `${call.site.origin}/profile#passkeys` },
  })
