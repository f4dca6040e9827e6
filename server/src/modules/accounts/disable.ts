import type { routes } from '@incontro/contract'
import { recordMemberAction } from '#modules/audit/index.ts'
import type { Flows } from '#modules/flows/index.ts'
import { cancelSubscription } from '#modules/subscriptions/index.ts'
import { mustStillBeSignedIn } from '#modules/identity/index.ts'
import { hasLeft } from '#modules/members/index.ts'
import type { Tx } from '#platform/database/database.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import type { Call } from '#platform/http/bind.ts'
import { notSignedIn } from '#platform/http/problem.ts'
import { recordChange } from './account-log.ts'
import { close, closeSockets, type Closed } from './close.ts'
import type { AccountDeps } from './deps.ts'
import { refundSpendingOn } from './refund-spending.ts'

/** The member deactivates their own account. @throws Failure 401 when it is not open any more */
export async function disableProfile(deps: AccountDeps, { member }: Call<typeof routes.disableProfile>): Promise<void> {
  const { memberId } = member
  await deps.db.transaction().execute(async (tx) => {
    await mustStillBeSignedIn(tx, member)
    const closed = await close(
      tx,
      { memberId, to: 'deactivated', madeBy: 'member', reason: 'asked in the profile' },
      deps.clock(),
    )
    if (!closed) throw notSignedIn()
    await notifyClosed(deps, tx, closed, { by: 'member', reason: null })
  })
  closeSockets(deps, memberId)
}

interface Suspension {
  readonly memberId: string
  readonly madeBy: string
  readonly reason: string
  /** Of the staff member. */
  readonly address?: string
  /** It ends by itself. */
  readonly isTemporary?: boolean
  /** The caller sends the reasons. */
  readonly isExplained?: boolean
}

/**
 * Suspends a member, in the caller's transaction. `reason` is recorded and sent to them. Without an end, what others
 * spent on writing to them is refunded and their plan does not renew. The running server notifies open browsers. An
 * account that its member has deactivated, or that waits to be erased, stays as it is.
 * @returns whether the account was open
 */
export async function suspendMember(
  tx: Tx,
  deps: Pick<AccountDeps, 'clock' | 'enqueueEmail'> & { readonly flows: Pick<Flows, 'of'> },
  { isTemporary = false, isExplained = false, ...input }: Suspension,
): Promise<boolean> {
  const { memberId, reason } = input
  const at = deps.clock()
  const closed = await close(tx, { ...input, to: 'suspended', keepsTerm: isTemporary }, at)
  // One that was suspended for a time may now be so for good.
  if (!isTemporary && (closed || isExplained)) {
    if (!closed) await cancelSubscription(tx, memberId, at)
    await refundSpendingOn(tx, deps.flows, memberId, at)
  }
  // Who has left may still come back: the account opens as a suspended one then.
  if (!closed && !hasLeft(await stateOf(tx, memberId))) return false
  if (!closed) await recordChange(tx, { ...input, change: 'suspended', at })
  if (closed && !isExplained) await notifyClosed(deps, tx, closed, { by: 'support', reason })
  if (closed) await addJob(tx, 'accounts-shut-out', { memberId }, { urgent: true })
  await recordMemberAction(tx, { ...input, action: 'member_suspended', at })
  return closed !== undefined
}

const stateOf = async (tx: Tx, memberId: string): Promise<string> =>
  (await tx.selectFrom('members').select('state').where('id', '=', memberId).executeTakeFirst())?.state ?? ''

async function notifyClosed(
  deps: Pick<AccountDeps, 'enqueueEmail'>,
  tx: Tx,
  closed: Closed,
  why: { by: 'member' | 'support'; reason: string | null },
): Promise<void> {
  const { brandId, memberId, email, emailConfirmed, locale, planEndsAt } = closed
  if (!emailConfirmed) return
  await deps.enqueueEmail(tx, {
    brandId,
    memberId,
    kind: 'account-disabled',
    to: email,
    locale,
    props: { ...why, planEndsAt: planEndsAt?.toISOString() ?? null },
  })
}
