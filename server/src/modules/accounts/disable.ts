import type { routes } from '@incontro/contract'
import { mustStillBeSignedIn } from '../identity/index.ts'
import type { Tx } from '../../platform/database.ts'
import type { Call } from '../../platform/http/bind.ts'
import { notSignedIn } from '../../platform/http/problem.ts'
import { close, shutOut, type Closed } from './close.ts'
import type { AccountDeps } from './deps.ts'

/** The member deactivates their own profile. @throws Failure 401 when it is not open any more. */
export async function disableProfile(deps: AccountDeps, { member }: Call<typeof routes.disableProfile>): Promise<void> {
  const { memberId } = member
  await deps.db.transaction().execute(async (tx) => {
    await mustStillBeSignedIn(tx, member)
    const closed = await close(tx, { memberId, to: 'deactivated', madeBy: 'member', reason: 'asked in the profile' }, deps.clock())
    if (!closed) throw notSignedIn()
    await tell(deps, tx, closed, { by: 'member', reason: null })
  })
  shutOut(deps, memberId)
}

/**
 * The support suspends a member; `reason` is kept and told to them.
 * @returns whether the account was open
 */
export async function suspendMember(deps: AccountDeps, input: { readonly memberId: string; readonly madeBy: string; readonly reason: string }): Promise<boolean> {
  const done = await deps.db.transaction().execute(async (tx) => {
    const closed = await close(tx, { ...input, to: 'suspended' }, deps.clock())
    if (closed) await tell(deps, tx, closed, { by: 'support', reason: input.reason })
    return closed !== undefined
  })
  if (done) shutOut(deps, input.memberId)
  return done
}

async function tell(deps: AccountDeps, tx: Tx, closed: Closed, why: { by: 'member' | 'support'; reason: string | null }): Promise<void> {
  const { brandId, memberId, email, emailConfirmed, locale, planEndsAt } = closed
  if (!emailConfirmed) return
  await deps.enqueueEmail(tx, { brandId, memberId, kind: 'account-disabled', to: email, locale, props: { ...why, planEndsAt: planEndsAt?.toISOString() ?? null } })
}
