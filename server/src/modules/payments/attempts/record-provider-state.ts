import { notifyDecided, notifyMember } from '../notify-member.ts'
import { applyProviderState, type Applied, type Cause } from './apply-provider-state.ts'
import type { PaymentDeps } from '../deps.ts'
import { hideCard } from '../checkout/tested-cards.ts'
import type { ProviderState } from '../port.ts'

/** Applies a provider's report in a transaction, then notifies the member's browsers. */
export async function recordProviderState(
  deps: PaymentDeps,
  attemptId: string,
  reported: ProviderState,
  cause: Cause,
): Promise<Applied> {
  const applied = await deps.db
    .transaction()
    .execute((tx) => applyProviderState(deps, tx, attemptId, hideCard(deps.sealKeys, reported), cause))
  // A declined renewal may have ended the plan.
  if (applied.granted || applied.attempt.renewal_of !== null) await notifyMember(deps, applied.attempt.member_id)
  notifyDecided(deps, applied)
  return applied
}
