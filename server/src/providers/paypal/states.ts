import type { ProviderState } from '#modules/payments/port.ts'
import { stateOf } from '#providers/state-of.ts'
import { toMoney } from './amounts.ts'
import type { Capture, Order } from './wire.ts'

/** The state of a capture: the money was taken or not. */
export function readCapture(capture: Capture): ProviderState {
  const facts = {
    providerRef: capture.id,
    amount: toMoney(capture.amount),
    reference: capture.invoice_id ?? null,
    ...booksOf(capture),
  }
  switch (capture.status) {
    case 'COMPLETED':
    case 'PARTIALLY_REFUNDED':
    case 'REFUNDED':
      return stateOf('captured', facts)
    case 'PENDING':
      return stateOf('processing', facts)
    case 'DECLINED':
    case 'FAILED':
      return stateOf('declined', { ...facts, code: 'insufficient_funds' })
  }
}

/** PayPal's fee, and what was refunded: of a part, a capture does not say how much. */
function booksOf({ status, amount, seller_receivable_breakdown: booked }: Capture): Partial<ProviderState> {
  const { minor, currency } = toMoney(amount)
  return {
    ...(booked?.paypal_fee ? { fee: toMoney(booked.paypal_fee) } : {}),
    ...(status === 'COMPLETED' ? { refunded: { minor: 0, currency } } : {}),
    ...(status === 'REFUNDED' ? { refunded: { minor, currency } } : {}),
  }
}

/** The state of an order. An approved one waits for our capture and is not paid. */
export function readOrder(order: Order): ProviderState {
  const [unit] = order.purchase_units
  const reference = unit?.reference_id ?? null
  const facts = { providerRef: order.id, amount: unit ? toMoney(unit.amount) : null, reference }
  switch (order.status) {
    case 'COMPLETED': {
      const capture = unit?.payments?.captures?.at(-1)
      return capture ? { ...readCapture(capture), reference, token: tokenOf(order) } : stateOf('unknown', facts)
    }
    case 'VOIDED':
      return stateOf('cancelled', facts)
    default: {
      const page = order.links.find(({ rel }) => rel === 'payer-action' || rel === 'approve')
      const action = page ? ({ type: 'redirect', url: page.href, method: 'GET', data: {} } as const) : null
      return stateOf('requires_action', { ...facts, action })
    }
  }
}

/** The account stored with the payment. */
function tokenOf({ purchase_units: [unit], payment_source: source }: Order): ProviderState['token'] {
  const vault = source?.paypal?.attributes?.vault
  if (!vault?.id || vault.status !== 'VAULTED') return null
  return { id: vault.id, brand: 'paypal', last4: null, shopper: unit?.custom_id ?? null }
}
