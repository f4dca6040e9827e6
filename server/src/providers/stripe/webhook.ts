import {
  type DisputeFacts,
  type DisputeReason,
  WebhookRefused,
  type PaymentProvider,
  type ProviderEvent,
  type WebhookHint,
} from '#modules/payments/port.ts'
import { stateOf } from '#providers/state-of.ts'
import { toMoney } from './amounts.ts'
import type { StripeOptions } from './options.ts'
import { checkSignature } from './signature.ts'
import { readIntent, readSession } from './states.ts'
import { Dispute, Event, Intent, Refund, Session } from './wire.ts'

/** Verifies and parses an event. Rejects with WebhookRefused. */
export function readWebhook(
  { raw, headers }: Parameters<PaymentProvider['readWebhook']>[0],
  { webhookSecret, now = Date.now }: Pick<StripeOptions, 'webhookSecret' | 'now'>,
): readonly (ProviderEvent | WebhookHint)[] {
  const verdict = checkSignature(raw, headers['stripe-signature'], webhookSecret, now())
  if (verdict !== 'genuine') throw new WebhookRefused(verdict === 'old' ? 'signed too long ago' : 'signature')
  const event = Event.safeParse(parse(raw))
  if (!event.success) throw new WebhookRefused('not an event')
  return [readEvent(event.data)]
}

function parse(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'))
  } catch {
    throw new WebhookRefused('not JSON')
  }
}

/** Other events, and those of an unknown shape, are stored and have no effect. */
function readEvent(event: Event): ProviderEvent | WebhookHint {
  const of = (kind: ProviderEvent['kind'], state: ProviderEvent['state'], refundRef: string | null = null) => ({
    eventId: event.id,
    kind,
    state,
    refundRef,
    occurredAt: new Date(event.created * 1000).toISOString(),
  })
  const { object } = event.data
  if (event.type.startsWith('checkout.session.')) {
    const session = Session.safeParse(object)
    if (!session.success) return of('other', stateOf('unknown'))
    // The stored card is in the intent, which the event does not contain.
    if (session.data.metadata['kept'] === '1' && session.data.payment_status === 'paid')
      return { kind: 'hint', providerRef: session.data.id }
    return of('payment', failedLater(event.type) ? stateOfFailed(session.data) : readSession(session.data))
  }
  if (event.type.startsWith('payment_intent.')) {
    const intent = Intent.safeParse(object)
    const isOurs = intent.success && intent.data.metadata['page'] !== '1'
    return isOurs ? of('payment', readIntent(intent.data)) : of('other', stateOf('unknown'))
  }
  if (event.type.startsWith('refund.') || event.type === 'charge.refund.updated') return readRefund(object, of)
  if (event.type.startsWith('charge.dispute.')) return readDispute(object, of)
  return of('other', stateOf('unknown'))
}

const failedLater = (type: string): boolean => type === 'checkout.session.async_payment_failed'

const stateOfFailed = (session: Session) => ({
  ...readSession(session),
  state: 'declined' as const,
  code: 'generic' as const,
})

type Make = (kind: ProviderEvent['kind'], state: ProviderEvent['state'], refundRef?: string | null) => ProviderEvent

function readRefund(object: unknown, of: Make): ProviderEvent {
  const refund = Refund.safeParse(object)
  const state = refund.success
    ? ({ succeeded: 'captured', failed: 'failed', canceled: 'failed' } as const)[refund.data.status ?? '']
    : undefined
  if (!refund.success || !state) return of('other', stateOf('unknown'))
  const { id, amount, currency, metadata, payment_intent: providerRef } = refund.data
  const facts = { providerRef, amount: toMoney(amount, currency), reference: metadata['reference'] ?? null }
  return of('refund', stateOf(state, facts), id)
}

/** A closed inquiry is won. */
const disputeStates: Readonly<Record<string, 'processing' | 'captured' | 'failed'>> = {
  needs_response: 'processing',
  under_review: 'processing',
  won: 'captured',
  prevented: 'captured',
  lost: 'failed',
}

function readDispute(object: unknown, of: Make): ProviderEvent {
  const dispute = Dispute.safeParse(object)
  const state = dispute.success ? disputeStates[dispute.data.status] : undefined
  if (!dispute.success || !state) return of('other', stateOf('unknown'))
  const { payment_intent: providerRef, amount, currency } = dispute.data
  const event = of('dispute', stateOf(state, { providerRef, amount: toMoney(amount, currency) }))
  return { ...event, dispute: factsOf(dispute.data) }
}

const reasons: Readonly<Record<string, DisputeReason>> = {
  fraudulent: 'fraud',
  unrecognized: 'unrecognised',
  product_not_received: 'not_received',
  product_unacceptable: 'not_as_described',
  subscription_canceled: 'cancelled',
  duplicate: 'duplicate',
  credit_not_processed: 'credit_missing',
}

function factsOf({ id, reason, status, evidence_details: details }: Dispute): DisputeFacts {
  // 0 if the bank takes no answer to this one.
  const due = details?.due_by ?? 0
  return {
    ref: id,
    reason: reason ? (reasons[reason] ?? 'other') : null,
    dueAt: due > 0 ? new Date(due * 1000).toISOString() : null,
    awaitsUs: status === 'needs_response' && due > 0,
  }
}
