import type { SandboxState } from '../state.ts'
import { invalid } from './errors.ts'
import { modification, type Modification } from './notifications.ts'
import type { Amount, NotificationItem, PaymentRecord } from './records.ts'
import { newReference } from './references.ts'

/** An accepted modification with its own reference; a webhook reports the outcome later. */
export interface Accepted {
  readonly pspReference: string
  readonly payment: PaymentRecord
}

export interface Modifications {
  refund(paymentId: string, amount: Amount, reference: string | undefined): Accepted
  cancel(paymentId: string, reference: string | undefined): Accepted
  /** The card holder disputes the payment; null when there is no such payment to dispute. */
  chargeback(paymentId: string): Accepted | null
}

export function createModifications(
  { payments }: Pick<SandboxState, 'payments'>,
  emit: (items: readonly NotificationItem[]) => void,
  hmacKey: string,
): Modifications {
  const find = (id: string): PaymentRecord => {
    const payment = payments.get(id)
    if (!payment) throw invalid('167', 'Original pspReference required for this operation')
    return payment
  }
  const accept = (payment: PaymentRecord, what: Modification): Accepted => {
    const pspReference = newReference()
    payments.put(payment)
    emit([modification(payment, { ...what, pspReference }, hmacKey)])
    return { pspReference, payment }
  }
  const named = (reference: string | undefined) => (reference === undefined ? {} : { reference })

  return {
    refund(id, amount, reference) {
      const payment = find(id)
      if (amount.currency !== payment.amount.currency) throw invalid('137', 'Invalid amount specified')
      const what = { eventCode: 'REFUND', amount, ...named(reference) }
      if (payment.captured === 0) {
        return accept(payment, { ...what, failure: "Transaction hasn't been captured, refund not possible" })
      }
      if (payment.refunded + amount.value > payment.captured) {
        return accept(payment, { ...what, failure: 'Insufficient balance on payment' })
      }
      return accept({ ...payment, refunded: payment.refunded + amount.value }, what)
    },
    cancel(id, reference) {
      const payment = find(id)
      const what = { eventCode: 'CANCELLATION', ...named(reference) }
      if (payment.result !== 'Authorised')
        return accept(payment, { ...what, failure: 'Transaction was not authorised' })
      if (payment.captured > 0) return accept(payment, { ...what, failure: 'Transaction has already been captured' })
      return accept({ ...payment, cancelled: true }, what)
    },
    chargeback(id) {
      const payment = payments.get(id)
      if (!payment || payment.captured === 0 || payment.disputed) return null
      return accept(
        { ...payment, disputed: true },
        {
          eventCode: 'CHARGEBACK',
          data: {
            chargebackReasonCode: '10.4',
            chargebackSchemeCode: payment.card.brand,
            defendable: 'true',
            disputeStatus: 'Undefended',
          },
        },
      )
    },
  }
}
