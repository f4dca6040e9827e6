import type { ProviderState } from '#modules/payments/port.ts'
import type { Reply } from '#providers/reply.ts'
import { stateOf } from '#providers/state-of.ts'
import { toMoney } from './amounts.ts'
import { rejection } from './codes.ts'
import { Created, Payment } from './wire.ts'

/** The outcome of requesting a page: a refusal means that there is none. */
export function readCreated(reply: Reply, reference: string): ProviderState {
  if (reply.kind === 'refusal') return stateOf('failed', { code: 'processing_error' })
  const created = reply.kind === 'answer' ? Created.safeParse(reply.body) : null
  if (!created?.success) return stateOf('unknown')
  const { PaymentRequestId: providerRef, GatewayUrl: url } = created.data
  return stateOf('requires_action', {
    providerRef,
    reference,
    action: { type: 'redirect', url, method: 'GET', data: {} },
  })
}

/** The status of the payment that was looked up. */
export function readPayment(
  { PaymentInformation: payment }: Payment,
  asked: { readonly providerRef: string; readonly reference: string },
): ProviderState {
  const { PaymentRequestId: providerRef, MerchantReference: said } = payment.References
  // Without our reference, its own id is the one it assigned to this reference.
  const reference = said ?? (providerRef === asked.providerRef ? asked.reference : null)
  const facts = { providerRef, reference, amount: payment.Amount ? toMoney(payment.Amount) : null }
  switch (payment.Status) {
    case 'Paid':
      return stateOf('captured', facts)
    // Approved by the member, and in transfer.
    case 'Authorized':
    case 'Authorizing':
      return stateOf('processing', facts)
    case 'Rejected': {
      const { state, code } = rejection(payment.StatusReasonInformation?.Reason?.Code)
      return stateOf(state, { ...facts, code })
    }
    case 'Pending':
      return stateOf('requires_action', facts)
  }
}

/** @returns unknown for an unreadable reply: a refused look-up says nothing about the payment */
export function readStatus(reply: Reply, asked: Parameters<typeof readPayment>[1]): ProviderState {
  const payment = reply.kind === 'answer' ? Payment.safeParse(reply.body) : null
  return payment?.success ? readPayment(payment.data, asked) : stateOf('unknown')
}
