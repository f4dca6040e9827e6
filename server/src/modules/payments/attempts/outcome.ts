import { paymentCodes, type WirePaymentCode } from '@incontro/contract'
import type { Charge } from '@incontro/contract/domain'
import { isOpen } from './attempt-machine.ts'
import type { Attempt } from './attempts.ts'

/** The outcome for the payer: paid, pending or not paid, and the catalogue's code (spec section 8). */
export function outcomeOf(attempt: Attempt): Pick<Charge, 'status' | 'message'> {
  // Flagged before anything was granted: pending until it is resolved.
  if (attempt.flagged !== null && attempt.granted_at === null) return { status: 'pending', message: 'pending' }
  if (attempt.state === 'requires_action') return { status: 'ok', message: 'pending' }
  if (isOpen(attempt.state)) return { status: 'pending', message: 'pending' }
  if (attempt.state === 'failed') return { status: 'ko', message: codeOf(attempt, 'processing_error') }
  if (['declined', 'cancelled', 'expired'].includes(attempt.state))
    return { status: 'ko', message: codeOf(attempt, 'generic') }
  return { status: 'ok', message: 'success' }
}

const codeOf = (attempt: Attempt, otherwise: WirePaymentCode): WirePaymentCode =>
  paymentCodes.find((code) => code === attempt.code) ?? otherwise
