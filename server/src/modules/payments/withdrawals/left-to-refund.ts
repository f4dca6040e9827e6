import type { Executor } from '#platform/database/database.ts'
import { attemptState, isPaid } from '../attempts/attempt-machine.ts'
import type { Attempt } from '../attempts/attempts.ts'

/** What refunds that no provider has answered for good will take. */
export async function underWayMinor(executor: Executor, attemptId: string): Promise<number> {
  const { minor } = await executor
    .selectFrom('refunds')
    .select(({ fn }) => fn.sum<string | null>('amount_minor').as('minor'))
    .where('attempt_id', '=', attemptId)
    .where('state', 'in', ['submitting', 'accepted'])
    .executeTakeFirstOrThrow()
  return Number(minor ?? 0)
}

/** What of a payment is neither refunded nor being refunded. */
export const leftToRefund = async (
  executor: Executor,
  { id, amount_minor: paid, refunded_minor: refunded }: Pick<Attempt, 'id' | 'amount_minor' | 'refunded_minor'>,
): Promise<number> => paid - refunded - (await underWayMinor(executor, id))

type Charged = Pick<Attempt, 'provider_ref' | 'granted_at' | 'flagged'> & { readonly state: string }

/** Whether there is money to refund. A flagged payment may have some, whatever its state says. */
export const tookMoney = ({ provider_ref: ref, granted_at: grantedAt, flagged, state }: Charged): boolean =>
  ref !== null && (grantedAt !== null || flagged !== null || isPaid(attemptState(state)))
