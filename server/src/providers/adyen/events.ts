import type { ProviderEvent, ProviderState } from '#modules/payments/port.ts'
import { toMoney } from './amounts.ts'
import { refusalCode } from './codes.ts'
import { stateOf } from '#providers/state-of.ts'
import { cardOf, tokenOf } from './token.ts'
import type { NotificationItem } from './wire.ts'

type State = ProviderState['state']

/**
 * The meaning of each event when successful and when not. For kind `payment`, `state` is the payment's. For a refund it
 * is the refund's: `captured` = refunded, `failed` = not. For a dispute: `processing` = open, `captured` = won,
 * `failed` = lost.
 */
const EVENTS: Readonly<Record<string, { kind: ProviderEvent['kind']; done: State; not: State }>> = {
  AUTHORISATION: { kind: 'payment', done: 'authorised', not: 'declined' },
  CAPTURE: { kind: 'payment', done: 'captured', not: 'failed' },
  CAPTURE_FAILED: { kind: 'payment', done: 'failed', not: 'unknown' },
  CANCELLATION: { kind: 'payment', done: 'cancelled', not: 'unknown' },
  TECHNICAL_CANCEL: { kind: 'payment', done: 'cancelled', not: 'unknown' },
  EXPIRE: { kind: 'payment', done: 'expired', not: 'unknown' },
  OFFER_CLOSED: { kind: 'payment', done: 'expired', not: 'unknown' },
  REFUND: { kind: 'refund', done: 'captured', not: 'failed' },
  REFUND_FAILED: { kind: 'refund', done: 'failed', not: 'unknown' },
  REFUNDED_REVERSED: { kind: 'refund', done: 'failed', not: 'unknown' },
  REQUEST_FOR_INFORMATION: { kind: 'dispute', done: 'processing', not: 'unknown' },
  NOTIFICATION_OF_CHARGEBACK: { kind: 'dispute', done: 'processing', not: 'unknown' },
  CHARGEBACK: { kind: 'dispute', done: 'processing', not: 'unknown' },
  CHARGEBACK_REVERSED: { kind: 'dispute', done: 'captured', not: 'unknown' },
  PREARBITRATION_WON: { kind: 'dispute', done: 'captured', not: 'unknown' },
  SECOND_CHARGEBACK: { kind: 'dispute', done: 'failed', not: 'unknown' },
  PREARBITRATION_LOST: { kind: 'dispute', done: 'failed', not: 'unknown' },
}
const OTHER = { kind: 'other', done: 'unknown', not: 'unknown' } as const

/** Converts an item of a verified notification to an event. */
export function readEvent(item: NotificationItem): ProviderEvent {
  const { kind, done, not } = EVENTS[item.eventCode] ?? OTHER
  const success = item.success === 'true'
  const state = stateOf(success ? done : not, {
    // A modification has its own reference and names the payment as the original.
    providerRef: item.originalReference ?? item.pspReference,
    amount: toMoney(item.amount),
    reference: item.merchantReference === '' ? null : item.merchantReference,
  })
  return {
    eventId: `${item.pspReference}:${item.eventCode}:${item.success}`,
    kind,
    refundRef: kind === 'refund' ? item.pspReference : null,
    state: item.eventCode === 'AUTHORISATION' ? withOutcome({ ...state, ...cardOf(item.additionalData) }, item) : state,
    occurredAt: timeOf(item.eventDate),
  }
}

/**
 * A successful authorisation may contain a stored card, a refused one the reason; a cancellation by the shopper is not
 * a decline.
 */
function withOutcome(state: ProviderState, item: NotificationItem): ProviderState {
  if (item.success === 'true') return { ...state, token: tokenOf(item.additionalData, item.paymentMethod) }
  const reason = item.reason ?? ''
  const cancelled = /cancelled$/i.test(reason) && !/fraud/i.test(reason)
  return { ...state, state: cancelled ? 'cancelled' : state.state, code: refusalCode(undefined, reason) }
}

/** Adyen's local time with zone, as UTC. It is not signed, so an invalid one is no reason to refuse. */
function timeOf(eventDate: string): string {
  const time = Date.parse(eventDate)
  return new Date(Number.isNaN(time) ? Date.now() : time).toISOString()
}
