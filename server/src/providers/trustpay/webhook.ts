import { WebhookRefused, type ProviderEvent, type ProviderState } from '#modules/payments/port.ts'
import { stateOf } from '#providers/state-of.ts'
import { toMoney } from './amounts.ts'
import { rejection } from './codes.ts'
import { isSigned } from './signature.ts'
import { Notification } from './wire.ts'

/** Verifies and parses a notification. Throws WebhookRefused. */
export function readWebhook(raw: Buffer, secretKey: string): readonly ProviderEvent[] {
  const text = raw.toString('utf8')
  const notification = Notification.safeParse(parse(text))
  if (!notification.success) throw new WebhookRefused('not a notification')
  if (!isSigned(text, notification.data.Signature, secretKey)) throw new WebhookRefused('signature')
  return [readNotification(notification.data)]
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new WebhookRefused('not JSON')
  }
}

const paymentStates: Readonly<Record<string, ProviderState['state']>> = {
  Paid: 'captured',
  Authorized: 'processing',
  Authorizing: 'processing',
  Rejected: 'declined',
}

/** Notifications have no id: derives a stable one from the content. */
function readNotification({ PaymentInformation: said }: Notification): ProviderEvent {
  const { CreditDebitIndicator: direction, References: references, Status: status } = said
  const {
    MerchantReference: reference = null,
    PaymentRequestId: requestId = null,
    PaymentId: paymentId = null,
  } = references
  const amount = toMoney(said.Amount)
  const event = (
    kind: ProviderEvent['kind'],
    state: ProviderState,
    refundRef: string | null = null,
  ): ProviderEvent => ({
    eventId: `${direction}:${requestId ?? paymentId ?? reference ?? ''}:${status}`,
    kind,
    state,
    refundRef,
    occurredAt: new Date().toISOString(),
  })
  if (status === 'Chargebacked') return event('dispute', stateOf('failed', { amount, reference }))
  if (direction === 'DBIT') {
    // A payout has ids of its own: our reference of the refund identifies the payment.
    const state = status === 'Refunded' || status === 'Paid' ? 'captured' : status === 'Rejected' ? 'failed' : null
    return state === null
      ? event('other', stateOf('unknown'))
      : event('refund', stateOf(state, { amount, reference }), requestId)
  }
  const state = paymentStates[status]
  if (!state) return event('other', stateOf('unknown'))
  const facts = { providerRef: requestId, amount, reference }
  if (state !== 'declined') return event('payment', stateOf(state, facts))
  const rejected = rejection(said.StatusReasonInformation?.Reason?.Code)
  return event('payment', stateOf(rejected.state, { ...facts, code: rejected.code }))
}
