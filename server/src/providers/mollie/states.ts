import type { ProviderState } from '#modules/payments/port.ts'
import type { Reply } from '#providers/reply.ts'
import { stateOf } from '#providers/state-of.ts'
import { toMoney } from './amounts.ts'
import { failureCode } from './codes.ts'
import { tokenOf } from './token.ts'
import { Payment } from './wire.ts'

/** The state of a payment in the port's terms. */
export function readPayment(payment: Payment): ProviderState {
  const facts = {
    providerRef: payment.id,
    amount: toMoney(payment.amount),
    reference: payment.metadata['reference'] ?? null,
    ...(payment.details?.cardFingerprint ? { cardFingerprint: payment.details.cardFingerprint } : {}),
  }
  switch (payment.status) {
    case 'open': {
      const url = payment._links.checkout?.href
      // A charge of a mandate has no page; it waits for the bank.
      if (url === undefined) return stateOf('processing', facts)
      return stateOf('requires_action', { ...facts, action: { type: 'redirect', url, method: 'GET', data: {} } })
    }
    case 'pending':
    // Authorised and not captured: as we always ask for immediate capture, it will follow.
    case 'authorized':
      return stateOf('processing', facts)
    case 'paid':
      return stateOf('captured', {
        ...facts,
        ...(payment.amountRefunded ? { refunded: toMoney(payment.amountRefunded) } : {}),
        token: tokenOf(payment),
      })
    case 'canceled':
      return stateOf('cancelled', facts)
    case 'expired':
      return stateOf('expired', facts)
    case 'failed':
      return stateOf('declined', {
        ...facts,
        code: failureCode(payment.details?.failureReason ?? payment.statusReason?.code),
      })
  }
}

/** Converts a reply about a payment. Never throws: an unreadable one is unknown. */
export function readReply(reply: Reply): ProviderState {
  if (reply.kind !== 'answer') return stateOf('unknown')
  const payment = Payment.safeParse(reply.body)
  return payment.success ? readPayment(payment.data) : stateOf('unknown')
}

/** The key is in use, by a call in progress or with another body: either may have acted. */
const keyInUse = 409
/** The customer or mandate no longer exists. */
const noMandateStatuses = new Set([404, 410, 422])

/** The outcome of creating a payment: a refusal means that there is none. */
export function readCreated(reply: Reply, onMandate: boolean): ProviderState {
  if (reply.kind !== 'refusal') return readReply(reply)
  if (reply.status === keyInUse) return stateOf('unknown')
  if (onMandate && noMandateStatuses.has(reply.status)) return stateOf('declined', { code: 'change_method' })
  return stateOf('failed', { code: 'processing_error' })
}
