import type { DisputeReason, ProviderEvent, ProviderState } from '#modules/payments/port.ts'
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
    ...(kind === 'dispute' && { dispute: disputeOf(item) }),
  }
}

/** Reasons of Visa (10.4) and Mastercard (4837). Source: docs.adyen.com, "Dispute reason codes". */
const reasons: readonly (readonly [RegExp, DisputeReason])[] = [
  [/^(10\.|4837$|4840$|4849$|4870$|4871$)/, 'fraud'],
  [/^4863$/, 'unrecognised'],
  [/^(13\.1$|4855$)/, 'not_received'],
  [/^13\.3$/, 'not_as_described'],
  [/^(13\.[27]$|4841$)/, 'cancelled'],
  [/^(12\.6|4834$)/, 'duplicate'],
  [/^(12\.5$|4831$)/, 'amount'],
  [/^(13\.6$|4860$)/, 'credit_missing'],
]

/** It is defended in the Customer Area: there, documents are taken and no text. */
function disputeOf({ pspReference, additionalData }: NotificationItem): NonNullable<ProviderEvent['dispute']> {
  const code = additionalData['chargebackReasonCode']?.trim()
  const due = Date.parse(additionalData['defensePeriodEndsAt'] ?? '')
  return {
    ref: pspReference,
    reason: code ? (reasons.find(([pattern]) => pattern.test(code))?.[1] ?? 'other') : null,
    dueAt: Number.isNaN(due) ? null : new Date(due).toISOString(),
    awaitsUs: additionalData['defendable'] === 'true',
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
