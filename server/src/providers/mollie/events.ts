import type { ProviderEvent } from '#modules/payments/port.ts'
import { stateOf } from '#providers/state-of.ts'
import { toMoney } from './amounts.ts'
import { readPayment } from './states.ts'
import type { Chargeback, Payment, Refund } from './wire.ts'

/** All events of a payment with its refunds and chargebacks, each with a stable id. */
export function eventsOf(payment: Payment): readonly ProviderEvent[] {
  const { refunds = [], chargebacks = [] } = payment._embedded ?? {}
  return [
    {
      eventId: `${payment.id}:${payment.status}`,
      kind: 'payment',
      state: readPayment(payment),
      refundRef: null,
      occurredAt: timeOf(payment.paidAt ?? payment.createdAt),
    },
    ...refunds.flatMap((refund) => refundEvent(payment.id, refund)),
    ...chargebacks.map((chargeback) => disputeEvent(payment.id, chargeback)),
  ]
}

/** Only finished refunds are reported. */
function refundEvent(providerRef: string, refund: Refund): readonly ProviderEvent[] {
  const state = ({ refunded: 'captured', failed: 'failed', canceled: 'failed' } as const)[refund.status]
  if (!state) return []
  return [
    {
      eventId: `${refund.id}:${refund.status}`,
      kind: 'refund',
      state: stateOf(state, {
        providerRef,
        amount: toMoney(refund.amount),
        reference: refund.metadata['reference'] ?? null,
      }),
      refundRef: refund.id,
      occurredAt: timeOf(refund.createdAt),
    },
  ]
}

/** The money is taken with the chargeback; a reversal returns it. */
function disputeEvent(providerRef: string, { id, amount, createdAt, reversedAt }: Chargeback): ProviderEvent {
  return {
    eventId: `${id}:${reversedAt ? 'reversed' : 'open'}`,
    kind: 'dispute',
    state: stateOf(reversedAt ? 'captured' : 'processing', { providerRef, amount: toMoney(amount) }),
    refundRef: null,
    occurredAt: timeOf(reversedAt ?? createdAt),
  }
}

const timeOf = (text: string): string => {
  const time = Date.parse(text)
  return new Date(Number.isNaN(time) ? Date.now() : time).toISOString()
}
