import type { ProviderState } from '#modules/payments/port.ts'
import { stateOf } from '#providers/state-of.ts'
import { toMoney } from './amounts.ts'
import { declineCode } from './codes.ts'
import { fingerprintOf, tokenOf } from './token.ts'
import type { Intent, Session } from './wire.ts'

/** The state of a payment intent in the port's terms. */
export function readIntent(intent: Intent): ProviderState {
  const facts = {
    providerRef: intent.id,
    amount: toMoney(intent.amount, intent.currency),
    reference: intent.metadata['reference'] ?? null,
    ...fingerprintOf(intent),
  }
  switch (intent.status) {
    case 'succeeded':
      return stateOf('captured', {
        ...facts,
        amount: toMoney(intent.amount_received, intent.currency),
        token: tokenOf(intent),
        ...booksOf(intent),
      })
    case 'processing':
    case 'requires_capture':
      return stateOf('processing', facts)
    case 'canceled':
      return stateOf('cancelled', facts)
    case 'requires_payment_method':
      return stateOf('declined', { ...facts, code: declineCode(intent.last_payment_error ?? {}) })
    case 'requires_action':
      // Only occurs for charges without the customer.
      return stateOf('declined', { ...facts, code: 'authentication_required' })
    default:
      return stateOf('unknown', facts)
  }
}

/** What was refunded of the charge and what Stripe keeps of it, as far as the charge is expanded. */
function booksOf({ latest_charge: charge, currency }: Intent): Pick<ProviderState, 'refunded' | 'fee'> {
  if (typeof charge !== 'object' || charge === null) return {}
  const { amount_refunded: refunded, balance_transaction: booked } = charge
  return {
    ...(refunded === undefined ? {} : { refunded: toMoney(refunded, currency) }),
    // In the currency of the payout, which may be another.
    ...(typeof booked === 'object' && booked ? { fee: toMoney(booked.fee, booked.currency) } : {}),
  }
}

/** The state of a checkout session; what was paid is in its intent, if known. */
export function readSession(session: Session): ProviderState {
  const { payment_intent: intent, client_reference_id: reference, amount_total: total, currency } = session
  const amount = total === null || currency === null ? null : toMoney(total, currency)
  const intentId = typeof intent === 'string' ? intent : intent?.id
  const facts = { providerRef: intentId ?? session.id, amount, reference }
  if (session.status === 'open')
    return session.url === null
      ? stateOf('unknown', facts)
      : stateOf('requires_action', {
          ...facts,
          // The page may still be left or retried: until it is paid, the session is looked up.
          providerRef: session.id,
          action: { type: 'redirect', url: session.url, method: 'GET', data: {} },
        })
  if (session.status === 'expired') return stateOf('expired', facts)
  if (session.payment_status !== 'paid') return stateOf('processing', facts)
  const paid = typeof intent === 'object' && intent !== null ? readIntent(intent) : stateOf('captured', facts)
  return paid.state === 'captured' ? { ...paid, reference } : stateOf('processing', facts)
}
