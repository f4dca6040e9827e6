import type { Tx } from '#platform/database/database.ts'
import type { PaymentDeps } from '../deps.ts'
import type { ProviderState } from '../port.ts'
import { grantRenewal } from '../renewals/grant-renewal.ts'
import type { Attempt } from './attempts.ts'
import { grant, type Granted } from './grant.ts'
import type { Payer } from './payer.ts'

/** A renewal extends the running term; everything else is a sale of its own. */
export const grantPurchase = (
  deps: PaymentDeps,
  tx: Tx,
  attempt: Attempt,
  payer: Payer,
  reported: Pick<ProviderState, 'token'>,
  at: Date,
): Promise<Granted> =>
  attempt.renewal_of === null
    ? grant(deps, tx, attempt, payer, reported.token, at)
    : grantRenewal(deps, tx, attempt, payer, attempt.renewal_of)
