import { type Locale } from '@incontro/contract'
import { refreshFindable } from '#modules/members/index.ts'
import type { Site } from '#platform/caller.ts'
import type { Executor } from '#platform/database/database.ts'
import type { IdentityDeps } from '../deps.ts'
import { autologinLink } from './autologin-link.ts'

type Deps = Pick<IdentityDeps, 'clock' | 'enqueueEmail'>

/**
 * Queues the welcome email when the address is confirmed: first steps, with a link into the profile. Once per member.
 */
async function sendWelcome(
  tx: Executor,
  deps: Deps,
  site: Pick<Site, 'brandId' | 'origin'>,
  memberId: string,
): Promise<void> {
  const before = await tx
    .selectFrom('emails')
    .select('id')
    .where('member_id', '=', memberId)
    .where('kind', '=', 'welcome')
    .executeTakeFirst()
  if (before) return
  const { email, clickid, locale } = await tx
    .selectFrom('members')
    .select(['email', 'clickid', 'locale'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  const link = await autologinLink(tx, deps, { site, memberId, email, clickid, target: '/profile' })
  await deps.enqueueEmail(tx, {
    brandId: site.brandId,
    memberId,
    kind: 'welcome',
    to: email,
    locale: locale as Locale,
    props: { link },
  })
}

/**
 * Confirms the address, by whichever link reached it. The first time, the member becomes findable and gets the welcome
 * email, unless the account is closed.
 */
export async function confirmAddress(
  tx: Executor,
  deps: Deps,
  site: Pick<Site, 'brandId' | 'origin'>,
  memberId: string,
): Promise<void> {
  const first = await tx
    .updateTable('members')
    .set({ email_confirmed_at: deps.clock() })
    .where('id', '=', memberId)
    .where('email_confirmed_at', 'is', null)
    .returning('state')
    .executeTakeFirst()
  if (first?.state !== 'active') return
  await refreshFindable(tx, memberId)
  await sendWelcome(tx, deps, site, memberId)
}
