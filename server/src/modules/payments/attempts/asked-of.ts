import type { PaymentDeps } from '../deps.ts'
import type { Attempt } from './attempts.ts'
import { askableUntil } from './poll-schedule.ts'

/**
 * Until when an attempt's provider may be asked about it. Looking a payment up is always safe; repeating a charge is
 * not.
 */
export function askedOf(
  deps: Pick<PaymentDeps, 'connections'>,
  attempt: Pick<Attempt, 'connection' | 'provider_ref' | 'created_at'>,
): { readonly until: Date; readonly lookedUp: boolean } {
  const provider = deps.connections.byId(attempt.connection)?.provider
  const lookedUp = provider?.lookUp !== undefined && attempt.provider_ref !== null
  return { until: askableUntil(attempt.created_at, lookedUp ? undefined : provider?.capabilities), lookedUp }
}
