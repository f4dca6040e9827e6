import { fingerprintOf } from '../hosted/fingerprint.ts'
import type { HostedDispute, HostedPayment, HostedRefund } from '../hosted/records.ts'
import { refundedOf } from '../hosted/payments.ts'

const seconds = (iso: string): number => Math.floor(Date.parse(iso) / 1000)
const chargeId = (payment: HostedPayment): string => payment.id.replace(/^pi_/, 'ch_')
const balanceTransactionId = (payment: HostedPayment): string => payment.id.replace(/^pi_/, 'txn_')

function balanceTransaction(payment: HostedPayment): object {
  const fee = Math.round(payment.amount * 0.015) + 25
  return {
    id: balanceTransactionId(payment),
    object: 'balance_transaction',
    amount: payment.amount,
    currency: payment.currency.toLowerCase(),
    fee,
    net: payment.amount - fee,
    source: chargeId(payment),
    type: 'charge',
  }
}

/** The part of a payment's error that the customer and the merchant see. */
export interface CardError {
  readonly type: 'card_error'
  readonly code: string
  readonly decline_code?: string
  readonly message: string
}

/** Failures that have their own error code; any other is a decline code of `card_declined`. */
const OWN_CODES = new Set([
  'expired_card',
  'incorrect_cvc',
  'incorrect_number',
  'processing_error',
  'authentication_required',
  'invalid_expiry_month',
  'invalid_expiry_year',
])

export const cardError = (reason: string): CardError => ({
  type: 'card_error',
  ...(OWN_CODES.has(reason) ? { code: reason } : { code: 'card_declined', decline_code: reason }),
  message: 'Your card was declined.',
})

const INTENT_STATUS = {
  open: 'requires_payment_method',
  approved: 'requires_capture',
  authenticating: 'requires_action',
  pending: 'processing',
  paid: 'succeeded',
  failed: 'requires_payment_method',
  cancelled: 'canceled',
  expired: 'canceled',
} as const

/** @param expand paths as in `expand[]`, relative to the intent */
export function intentView(payment: HostedPayment, expand: readonly string[] = []): object {
  const status = INTENT_STATUS[payment.status]
  const isPaid = payment.status === 'paid'
  const isExpanded = expand.some((path) => path === 'latest_charge' || path.startsWith('latest_charge.'))
  const charge = isPaid ? (isExpanded ? chargeView(payment, expand) : chargeId(payment)) : null
  return {
    id: payment.id,
    object: 'payment_intent',
    amount: payment.amount,
    amount_capturable: 0,
    amount_received: isPaid ? payment.amount : 0,
    automatic_payment_methods: { enabled: true },
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic',
    client_secret: `${payment.id}_secret_sandbox`,
    confirmation_method: 'automatic',
    created: seconds(payment.createdAt),
    currency: payment.currency.toLowerCase(),
    customer: payment.customerId,
    description: payment.description,
    last_payment_error: payment.failure === null ? null : cardError(payment.failure),
    latest_charge: charge,
    livemode: false,
    metadata: payment.metadata,
    next_action: null,
    payment_method: payment.storedId ?? (payment.card === null ? null : payment.id.replace(/^pi_/, 'pm_')),
    payment_method_options: {},
    payment_method_types: ['card'],
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: payment.keep ? 'off_session' : null,
    shipping: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status,
    transfer_data: null,
    transfer_group: null,
  }
}

const chargeView = (payment: HostedPayment, expand: readonly string[]): object => ({
  id: chargeId(payment),
  object: 'charge',
  amount: payment.amount,
  amount_captured: payment.amount,
  amount_refunded: refundedOf(payment),
  balance_transaction: expand.includes('latest_charge.balance_transaction')
    ? balanceTransaction(payment)
    : balanceTransactionId(payment),
  captured: true,
  created: seconds(payment.createdAt),
  currency: payment.currency.toLowerCase(),
  customer: payment.customerId,
  disputed: payment.dispute !== null,
  livemode: false,
  metadata: payment.metadata,
  paid: true,
  payment_intent: payment.id,
  payment_method: payment.storedId,
  payment_method_details: {
    card: {
      brand: payment.card?.brand ?? 'visa',
      last4: payment.card?.last4 ?? '4242',
      exp_month: 8,
      exp_year: 2030,
      fingerprint: fingerprintOf(payment.card, 16),
    },
    type: 'card',
  },
  refunded: refundedOf(payment) === payment.amount,
  status: 'succeeded',
})

/** @param base URL of the pages, such as `http://localhost:3001/stripe` */
export function sessionView(payment: HostedPayment, base: string, expand: readonly string[] = []): object {
  const status = { open: 'open', expired: 'expired', cancelled: 'expired' }[payment.status as string] ?? 'complete'
  const hasIntent = payment.status !== 'open' && status !== 'expired'
  const below = expand.flatMap((path) => (path.startsWith('payment_intent.') ? [path.slice(15)] : []))
  const expanded = expand.some((path) => path === 'payment_intent' || path.startsWith('payment_intent.'))
  return {
    id: payment.pageId,
    object: 'checkout.session',
    amount_subtotal: payment.amount,
    amount_total: payment.amount,
    cancel_url: payment.cancelUrl,
    client_reference_id: payment.metadata['reference'] ?? null,
    created: seconds(payment.createdAt),
    currency: payment.currency.toLowerCase(),
    customer: payment.customerId,
    customer_creation: payment.keep ? 'always' : 'if_required',
    expires_at: seconds(payment.expiresAt),
    livemode: false,
    locale: payment.locale,
    metadata: payment.pageMetadata,
    mode: 'payment',
    payment_intent: hasIntent ? (expanded ? intentView(payment, below) : payment.id) : null,
    payment_method_types: ['card'],
    payment_status: payment.status === 'paid' ? 'paid' : 'unpaid',
    status,
    success_url: payment.returnUrl,
    url: status === 'open' ? `${base}/pay/${payment.pageId}` : null,
  }
}

export const refundView = (payment: HostedPayment, refund: HostedRefund): object => ({
  id: refund.id,
  object: 'refund',
  amount: refund.amount,
  balance_transaction: null,
  charge: chargeId(payment),
  created: seconds(refund.createdAt),
  currency: payment.currency.toLowerCase(),
  metadata: refund.metadata,
  payment_intent: payment.id,
  reason: null,
  receipt_number: null,
  status: refund.status === 'refunded' ? 'succeeded' : refund.status,
})

export const disputeView = (payment: HostedPayment, dispute: HostedDispute): object => ({
  id: dispute.id,
  object: 'dispute',
  amount: payment.amount,
  charge: chargeId(payment),
  created: seconds(dispute.createdAt),
  currency: payment.currency.toLowerCase(),
  livemode: false,
  metadata: {},
  payment_intent: payment.id,
  reason: 'fraudulent',
  evidence: { uncategorized_text: dispute.evidence ?? null },
  evidence_details: {
    // The end of the seventh day.
    due_by: (Math.floor(seconds(dispute.createdAt) / 86_400) + 8) * 86_400 - 1,
    has_evidence: dispute.evidence !== undefined,
    past_due: false,
    submission_count: dispute.evidence === undefined ? 0 : 1,
  },
  is_charge_refundable: false,
  status: { open: 'needs_response', review: 'under_review', won: 'won', lost: 'lost' }[dispute.state],
})

export const eventView = (id: string, type: string, object: object): object => ({
  id,
  object: 'event',
  api_version: '2025-03-31.basil',
  created: Math.floor(Date.now() / 1000),
  data: { object },
  livemode: false,
  pending_webhooks: 1,
  request: { id: null, idempotency_key: null },
  type,
})
