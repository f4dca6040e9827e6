import type { Selectable } from 'kysely'
import type { Tx } from '#platform/database/database.ts'
import type { Refund } from '#platform/database/database-types.ts'
import { newId } from '#platform/ids.ts'
import type { Attempt } from '../attempts/attempts.ts'
import type { Money } from '../port.ts'
import { leftToRefund } from './left-to-refund.ts'
import { scheduleRefund } from './refund-schedule.ts'

/** A refund that we ask the provider for. */
interface OwnRefund {
  readonly reason: 'withdrawal' | 'back_office' | 'paid_twice'
  /** In the currency of the payment. */
  readonly amountMinor: number
  /** Credits that were revoked for it. */
  readonly credits?: number
}

/** A refund that was made in the provider’s own console, as it reports it. */
interface ForeignRefund {
  readonly reason: 'back_office'
  readonly reported: {
    readonly state: 'refunded' | 'failed'
    readonly refundRef: string | null
    readonly amount: Money
  }
}

/**
 * Creates the row of a refund; no other function does. Our own is never of more than is left of the payment, its id is
 * the idempotency key at the provider, and a job that is queued with it asks for it. One that the provider reports is
 * stored as reported, and no one is asked for it. The caller holds the attempt's lock.
 * @returns the id of the refund
 */
export async function createRefund(
  tx: Tx,
  attempt: Attempt,
  refund: OwnRefund | ForeignRefund,
  at: Date,
): Promise<string> {
  const id = newId()
  const row = 'reported' in refund ? reportedRow(refund) : await ownRow(tx, attempt, refund, at)
  const { brand_id, member_id } = attempt
  await tx
    .insertInto('refunds')
    .values({
      id,
      brand_id,
      member_id,
      attempt_id: attempt.id,
      reason: refund.reason,
      ...row,
      created_at: at,
      updated_at: at,
    })
    .execute()
  if (row.check_at) await scheduleRefund(tx, id, row.check_at)
  return id
}

type Row = Pick<Selectable<Refund>, 'amount_minor' | 'currency' | 'credits' | 'state' | 'provider_ref' | 'check_at'>

async function ownRow(tx: Tx, attempt: Attempt, { amountMinor, credits = 0 }: OwnRefund, at: Date): Promise<Row> {
  const leftMinor = await leftToRefund(tx, attempt)
  if (amountMinor > leftMinor)
    throw new Error(`${amountMinor} of payment ${attempt.id} to refund, ${leftMinor} are left`)
  return {
    amount_minor: amountMinor,
    currency: attempt.currency,
    credits,
    state: 'submitting',
    provider_ref: null,
    check_at: at,
  }
}

const reportedRow = ({ reported: { state, refundRef, amount } }: ForeignRefund): Row => ({
  amount_minor: amount.minor,
  currency: amount.currency,
  credits: 0,
  state,
  provider_ref: refundRef,
  check_at: null,
})
