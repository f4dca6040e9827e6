import type { routes } from '@incontro/contract'
import { linkEnds, makeLinkToken, mustStillBeSignedIn, reauthenticate } from '#modules/identity/index.ts'
import type { Tx } from '#platform/database/database.ts'
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
  const eraseAt = await deps.db.transaction().execute(async (tx) => {
    await mustStillBeSignedIn(tx, member)
    const asked = { memberId, madeBy: 'member', reason: 'asked in the profile', origin: site.origin, at }
    return scheduleDeletion(tx, deps, asked)
  })
  if (!eraseAt) throw notSignedIn()
  closeSockets(deps, memberId)
  return eraseAt
}

/**
 * Closes an open account, schedules its erasure and writes to the member, in the caller's transaction. Call
 * `closeSockets` after the commit.
 * @returns the time of erasure, undefined when the account is not open
 */
export async function scheduleDeletion(
  tx: Tx,
  { enqueueEmail }: Pick<AccountDeps, 'enqueueEmail'>,
  {
    memberId,
    madeBy,
    reason,
    origin,
    at,
  }: {
    readonly memberId: string
    readonly madeBy: string
    readonly reason: string
    /** Of the site: the link of the mail leads there. */
    readonly origin: string
    readonly at: Date
  },
): Promise<Date | undefined> {
  const eraseAt = linkEnds('keep_account', at)
  const closed = await close(tx, { memberId, to: 'deleting', eraseAt, madeBy, reason }, at)
  if (!closed) return undefined
  const { brandId, email, locale, planEndsAt } = closed
  if (!closed.emailConfirmed) return eraseAt
  const token = await makeLinkToken(tx, { purpose: 'keep_account', brandId, memberId, email, at })
  await enqueueEmail(tx, {
    brandId,
    memberId,
    kind: 'deletion-started',
    to: email,
    locale,
    props: {
      erasedOn: eraseAt.toISOString(),
      planEndsAt: planEndsAt?.toISOString() ?? null,
      link: `${origin}/cancelDeletion?token=${token}`,
    },
  })
  return eraseAt
}
