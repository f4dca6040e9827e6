import { paymentCodes, type WirePaymentCode } from '@incontro/contract'
import type { Charge } from '@incontro/contract/domain'
import { isOpen, unpaidAfterGrant, type AttemptState } from './attempt-machine.ts'
import type { Attempt } from './attempts.ts'

/** The outcome for the payer: paid, pending or not paid, and the catalogue's code (section 8). */
export function outcomeOf(attempt: Attempt): Pick<Charge, 'status' | 'message'> {
  if (attempt.refund_due_at && attempt.granted_at === null) return { status: 'ko', message: 'paid_twice' }
  // Flagged before anything was granted: pending until it is resolved.
  if (attempt.flagged !== null && attempt.granted_at === null) return { status: 'pending', message: 'pending' }
  // Without a step to continue with, `ok` would read as paid.
  if (attempt.state === 'requires_action' && attempt.action) return { status: 'ok', message: 'pending' }
  if (isOpen(attempt.state)) return { status: 'pending', message: 'pending' }
  const isTakenBack = attempt.granted_at !== null && unpaidAfterGrant.includes(attempt.state)
  if (attempt.state === 'failed' || isTakenBack) return { status: 'ko', message: codeOf(attempt, 'processing_error') }
  const unpaid = unpaidCodes[attempt.state]
  if (unpaid) return { status: 'ko', message: attempt.code === 'generic' ? unpaid : codeOf(attempt, unpaid) }
  return { status: 'ok', message: 'success' }
}

/** The code of an unpaid order for which its provider gave no reason, or none of ours. */
const unpaidCodes: Partial<Record<AttemptState, WirePaymentCode>> = {
  declined: 'generic',
  cancelled: 'cancelled',
  expired: 'not_completed',
}

const codeOf = (attempt: Attempt, otherwise: WirePaymentCode): WirePaymentCode =>
  paymentCodes.find((code) => code === attempt.code) ?? otherwise
