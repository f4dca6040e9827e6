import type { Executor } from '#platform/database/database.ts'
import { attemptOf, type Attempt } from '../attempts/attempts.ts'

/** A payment with its transitions and refunds, oldest first. */
export interface PaymentHistory {
  readonly attempt: Attempt
  readonly steps: readonly { readonly at: Date; readonly from: string; readonly to: string; readonly cause: string }[]
  readonly refunds: readonly {
    readonly id: string
    readonly at: Date
    readonly reason: string
    readonly amountMinor: number
    readonly state: string
    readonly providerRef: string | null
  }[]
}

export async function paymentHistory(executor: Executor, id: string): Promise<PaymentHistory | null> {
  const attempt = await attemptOf(executor, id)
  if (!attempt) return null
  const [steps, refunds] = await Promise.all([
    executor
      .selectFrom('payment_transitions')
      .select(['created_at', 'from_state', 'to_state', 'cause'])
      .where('attempt_id', '=', id)
      .orderBy('n')
      .execute(),
    executor
      .selectFrom('refunds')
      .select(['id', 'created_at', 'reason', 'amount_minor', 'state', 'provider_ref'])
      .where('attempt_id', '=', id)
      .orderBy('created_at')
      .execute(),
  ])
  return {
    attempt,
    steps: steps.map((row) => ({ at: row.created_at, from: row.from_state, to: row.to_state, cause: row.cause })),
    refunds: refunds.map((row) => ({
      id: row.id,
      at: row.created_at,
      reason: row.reason,
      amountMinor: row.amount_minor,
      state: row.state,
      providerRef: row.provider_ref,
    })),
  }
}
