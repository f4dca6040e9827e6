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
import type { PayPalClient } from './client.ts'
import type { PayPalOptions } from './options.ts'
import { Capture, Dispute, Event, Kept, Order, Refund, Verification } from './wire.ts'

/** PayPal repeats a webhook for three days; an older one is a replay. */
const longestMs = 4 * 86_400_000

const signed = [
  ['auth_algo', 'paypal-auth-algo'],
  ['cert_url', 'paypal-cert-url'],
  ['transmission_id', 'paypal-transmission-id'],
  ['transmission_sig', 'paypal-transmission-sig'],
  ['transmission_time', 'paypal-transmission-time'],
] as const

type Hook = Parameters<PaymentProvider['readWebhook']>[0]

/**
 * Parses a webhook after PayPal has confirmed it as its own. Rejects with WebhookRefused, or with another error while
 * PayPal does not answer; it then posts again.
 */
export async function readWebhook(
  client: PayPalClient,
  { raw, headers }: Hook,
  { webhookId, now = Date.now }: Pick<PayPalOptions, 'webhookId' | 'now'>,
): Promise<readonly (ProviderEvent | WebhookHint)[]> {
  const text = raw.toString('utf8')
  const event = Event.safeParse(parse(text))
  if (!event.success) throw new WebhookRefused('not an event')
  const fields = signed.map(([name, header]) => [name, headers[header]] as const)
  if (fields.some(([, value]) => !value)) throw new WebhookRefused('signature')
  const age = now() - Date.parse(headers['paypal-transmission-time'] ?? '')
  if (!(Math.abs(age) < longestMs)) throw new WebhookRefused('sent too long ago')
  const known = JSON.stringify({ ...Object.fromEntries(fields), webhook_id: webhookId })
  // Unchanged: the signature covers the text.
  const body = `${known.slice(0, -1)},"webhook_event":${text}}`
  const reply = await client.post('/v1/notifications/verify-webhook-signature', body)
  if (reply.kind === 'refusal' && reply.status !== 401) throw new WebhookRefused('signature')
  const verdict = reply.kind === 'answer' ? Verification.safeParse(reply.body) : null
  if (!verdict?.success) throw new Error('PayPal did not say whether a webhook is its own')
  if (verdict.data.verification_status !== 'SUCCESS') throw new WebhookRefused('signature')
  return [readEvent(event.data)]
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new WebhookRefused('not JSON')
  }
}

/**
 * Stored accounts and approvals are only in the order, so they lead to a look-up. Other events, and those of an unknown
 * shape, are stored and have no effect.
 */
function readEvent(event: Event): ProviderEvent | WebhookHint {
  const { event_type: type, resource } = event
  if (type.startsWith('CHECKOUT.')) {
    const order = Order.safeParse(resource)
    if (order.success) return { kind: 'hint', providerRef: order.data.id }
  }
  if (type === 'VAULT.PAYMENT-TOKEN.CREATED') {
    const kept = Kept.safeParse(resource)
    if (kept.success) return { kind: 'hint', providerRef: kept.data.metadata.order_id }
  }
  if (type === 'PAYMENT.CAPTURE.REFUNDED' || type.startsWith('PAYMENT.REFUND.')) return readRefund(event)
  if (type === 'PAYMENT.CAPTURE.REVERSED') return readReversal(event)
  if (type.startsWith('PAYMENT.CAPTURE.')) {
    const capture = Capture.safeParse(resource)
    const orderId = capture.data?.supplementary_data?.related_ids?.order_id
    if (orderId) return { kind: 'hint', providerRef: orderId }
  }
  if (type.startsWith('CUSTOMER.DISPUTE.')) return readDispute(event)
  return eventOf(event, 'other', stateOf('unknown'))
}

const eventOf = (
  event: Event,
  kind: ProviderEvent['kind'],
  state: ProviderEvent['state'],
  refundRef: string | null = null,
): ProviderEvent => {
  const time = Date.parse(event.create_time)
  return {
    eventId: event.id,
    kind,
    state,
    refundRef,
    occurredAt: new Date(Number.isNaN(time) ? Date.now() : time).toISOString(),
  }
}

/** A refund's resource names its capture in a link. */
const captureOf = ({ links }: Refund): string | null =>
  /\/captures\/([A-Za-z0-9-]+)$/.exec(links.find(({ rel }) => rel === 'up')?.href ?? '')?.[1] ?? null

function readRefund(event: Event): ProviderEvent {
  const refund = Refund.safeParse(event.resource)
  const state = refund.success
    ? ({ COMPLETED: 'captured', FAILED: 'failed', CANCELLED: 'failed', PENDING: null } as const)[refund.data.status]
    : null
  if (!refund.success || state === null) return eventOf(event, 'other', stateOf('unknown'))
  const { id, amount, custom_id: reference } = refund.data
  const facts = { providerRef: captureOf(refund.data), amount: toMoney(amount), reference: reference ?? null }
  return eventOf(event, 'refund', stateOf(state, facts), id)
}

/** PayPal or a bank took the money back: a lost dispute. */
function readReversal(event: Event): ProviderEvent {
  const reversal = Refund.safeParse(event.resource)
  if (!reversal.success) return eventOf(event, 'other', stateOf('unknown'))
  const { amount } = reversal.data
  return eventOf(
    event,
    'dispute',
    stateOf('failed', { providerRef: captureOf(reversal.data), amount: toMoney(amount) }),
  )
}

/** By the outcome of a closed dispute; one cancelled by the buyer is won. */
const outcomes: Readonly<Record<string, 'captured' | 'failed'>> = {
  RESOLVED_SELLER_FAVOUR: 'captured',
  CANCELED_BY_BUYER: 'captured',
  RESOLVED_WITH_PAYOUT: 'captured',
  DENIED: 'captured',
  NONE: 'captured',
  RESOLVED_BUYER_FAVOUR: 'failed',
  ACCEPTED: 'failed',
}

function readDispute(event: Event): ProviderEvent {
  const dispute = Dispute.safeParse(event.resource)
  const [transaction] = dispute.data?.disputed_transactions ?? []
  if (!dispute.success || !transaction) return eventOf(event, 'other', stateOf('unknown'))
  const { status, dispute_amount: amount, dispute_outcome: outcome } = dispute.data
  const state = status === 'RESOLVED' ? outcomes[outcome?.outcome_code ?? ''] : 'processing'
  if (!state) return eventOf(event, 'other', stateOf('unknown'))
  const found = eventOf(
    event,
    'dispute',
    stateOf(state, {
      providerRef: transaction.seller_transaction_id,
      reference: transaction.invoice_number ?? null,
      amount: amount ? toMoney(amount) : null,
    }),
  )
  return { ...found, dispute: factsOf(dispute.data) }
}

const reasons: Readonly<Record<string, DisputeReason>> = {
  UNAUTHORISED: 'fraud',
  MERCHANDISE_OR_SERVICE_NOT_RECEIVED: 'not_received',
  MERCHANDISE_OR_SERVICE_NOT_AS_DESCRIBED: 'not_as_described',
  CANCELED_RECURRING_BILLING: 'cancelled',
  DUPLICATE_TRANSACTION: 'duplicate',
  INCORRECT_AMOUNT: 'amount',
  CREDIT_NOT_PROCESSED: 'credit_missing',
}

function factsOf({ dispute_id: ref, reason, status, seller_response_due_date: due }: Dispute): DisputeFacts {
  const dueMs = Date.parse(due ?? '')
  return {
    ref: ref ?? null,
    reason: reason === undefined ? null : (reasons[reason] ?? 'other'),
    dueAt: Number.isNaN(dueMs) ? null : new Date(dueMs).toISOString(),
    awaitsUs: ref !== undefined && status === 'WAITING_FOR_SELLER_RESPONSE',
  }
}
