import type { routes } from '@incontro/contract'
import { linkEnds, makeLinkToken, mustStillBeSignedIn, reauthenticate } from '#modules/identity/index.ts'
import type { Call } from '#platform/http/bind.ts'
import { notSignedIn } from '#platform/http/problem.ts'
import { close, closeSockets } from './close.ts'
import type { AccountDeps } from './deps.ts'

/**
 * Hides the profile now and schedules its erasure in 30 days, when the link that cancels it expires.
 * @returns the time of erasure
 * @throws Failure 403 as `reauthenticate`, 401 when the account is not open any more
 */
export async function askForDeletion(
  deps: AccountDeps,
  { member, site, body }: Call<typeof routes.deletion>,
): Promise<Date> {
  await reauthenticate(deps, member, 'password', body.password)
  const { memberId } = member
  const at = deps.clock()
  const eraseAt = linkEnds('keep_account', at)
  await deps.db.transaction().execute(async (tx) => {
    await mustStillBeSignedIn(tx, member)
    const closed = await close(
      tx,
      { memberId, to: 'deleting', eraseAt, madeBy: 'member', reason: 'asked in the profile' },
      at,
    )
    if (!closed) throw notSignedIn()
    const { brandId, email, locale, planEndsAt } = closed
    if (!closed.emailConfirmed) return
    const token = await makeLinkToken(tx, { purpose: 'keep_account', brandId, memberId, email, at })
    await deps.enqueueEmail(tx, {
      brandId,
      memberId,
      kind: 'deletion-started',
      to: email,
      locale,
      props: {
        erasedOn: eraseAt.toISOString(),
        planEndsAt: planEndsAt?.toISOString() ?? null,
        link: `${site.origin}/cancelDeletion?token=${token}`,
      },
    })
  })
  closeSockets(deps, memberId)
  return eraseAt
}
