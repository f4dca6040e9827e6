import type { Tx } from '#platform/database/database.ts'
import { addJob } from '#platform/jobs/jobs.ts'

const minute = 60_000
const pauses = [minute, 5 * minute, 15 * minute, 60 * minute]

/** When a refund with an unknown outcome is requested again, under the same key. */
export const nextRefundCheck = (checks: number, now: Date): Date =>
  new Date(now.getTime() + (pauses[checks] ?? 60 * minute))

export const scheduleRefund = (tx: Tx, refundId: string, at: Date): Promise<void> =>
  addJob(
    tx,
    'payment-refund',
    { refundId },
    { runAt: at, key: `payment-refund:${refundId}`, maxAttempts: 1, urgent: true },
  )
