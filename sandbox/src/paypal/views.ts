import type { HostedDispute, HostedPayment, HostedRefund } from '../hosted/records.ts'
import { toDecimal } from '../minor-units.ts'
import { refundedOf } from '../hosted/payments.ts'

const STATUS = {
  open: 'PAYER_ACTION_REQUIRED',
  authenticating: 'PAYER_ACTION_REQUIRED',
  approved: 'APPROVED',
  pending: 'COMPLETED',
  paid: 'COMPLETED',
  failed: 'COMPLETED',
  cancelled: 'VOIDED',
  expired: 'VOIDED',
} as const

/** `2018-04-01T21:18:49Z` */
const time = (iso: string): string => `${iso.slice(0, 19)}Z`
export const money = (minor: number, currency: string) => ({
  currency_code: currency,
  value: toDecimal('PayPal', minor, currency),
})

/** A capture has an id of its own, which differs from the order's. */
export const captureId = ({ pageId }: HostedPayment): string => pageId ?? ''

/** An order with its capture. @param base URL of API and page, such as `http://localhost:3001/paypal` */
export function orderView(payment: HostedPayment, base: string): object {
  const status = STATUS[payment.status]
  const self = `${base}/v2/checkout/orders/${payment.id}`
  const taken = status === 'COMPLETED'
  return {
    id: payment.id,
    intent: 'CAPTURE',
    status,
    payment_source: {
      paypal: {
        ...(status === 'PAYER_ACTION_REQUIRED'
          ? {}
          : {
              email_address: 'payer@example.com',
              account_id: 'QYR5Z8XDVJNXQ',
              account_status: 'VERIFIED',
              name: { given_name: 'Ada', surname: 'Rossi' },
            }),
        ...(payment.keep && payment.storedId !== null && payment.customerId !== null
          ? { attributes: { vault: vaultView(payment.storedId, payment.customerId, base) } }
          : {}),
        ...(payment.keep && payment.storedId === null && taken
          ? { attributes: { vault: { status: 'APPROVED' } } }
          : {}),
      },
    },
    purchase_units: [
      {
        reference_id: payment.metadata['reference_id'] ?? 'default',
        amount: money(payment.amount, payment.currency),
        description: payment.description,
        ...texts(payment),
        ...(taken ? { payments: { captures: [captureView(payment, base)], ...refundsOf(payment, base) } } : {}),
      },
    ],
    create_time: time(payment.createdAt),
    update_time: time(payment.changedAt),
    links: [
      { href: self, rel: 'self', method: 'GET' },
      ...(status === 'PAYER_ACTION_REQUIRED'
        ? [{ href: `${base}/checkoutnow?token=${payment.id}`, rel: 'payer-action', method: 'GET' }]
        : []),
      ...(status === 'APPROVED' ? [{ href: `${self}/capture`, rel: 'capture', method: 'POST' }] : []),
    ],
  }
}

/** The merchant's own values of an order, which are copied to its capture. */
const texts = ({ metadata: { custom_id: customId, invoice_id: invoiceId } }: HostedPayment) => ({
  ...(customId === undefined ? {} : { custom_id: customId }),
  ...(invoiceId === undefined ? {} : { invoice_id: invoiceId }),
})

const refundsOf = (payment: HostedPayment, base: string) =>
  payment.refunds.length === 0 ? {} : { refunds: payment.refunds.map((refund) => refundView(payment, refund, base)) }

const vaultView = (id: string, customerId: string, base: string) => ({
  id,
  status: 'VAULTED',
  customer: { id: customerId },
  links: [
    { href: `${base}/v3/vault/payment-tokens/${id}`, rel: 'self', method: 'GET' },
    { href: `${base}/v3/vault/payment-tokens/${id}`, rel: 'delete', method: 'DELETE' },
  ],
})

function captureStatus(payment: HostedPayment): string {
  if (payment.status === 'pending') return 'PENDING'
  if (payment.status === 'failed') return 'DECLINED'
  const refunded = refundedOf(payment)
  return refunded === 0 ? 'COMPLETED' : refunded === payment.amount ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
}

export function captureView(payment: HostedPayment, base: string): object {
  const self = `${base}/v2/payments/captures/${captureId(payment)}`
  const fee = Math.round(payment.amount * 0.034) + 35
  return {
    id: captureId(payment),
    status: captureStatus(payment),
    ...(payment.status === 'pending' ? { status_details: { reason: 'PENDING_REVIEW' } } : {}),
    amount: money(payment.amount, payment.currency),
    final_capture: true,
    seller_protection: { status: 'NOT_ELIGIBLE' },
    ...(payment.status === 'paid'
      ? {
          seller_receivable_breakdown: {
            gross_amount: money(payment.amount, payment.currency),
            paypal_fee: money(fee, payment.currency),
            net_amount: money(payment.amount - fee, payment.currency),
          },
        }
      : {}),
    ...texts(payment),
    supplementary_data: { related_ids: { order_id: payment.id } },
    create_time: time(payment.createdAt),
    update_time: time(payment.changedAt),
    links: [
      { href: self, rel: 'self', method: 'GET' },
      { href: `${self}/refund`, rel: 'refund', method: 'POST' },
      { href: `${base}/v2/checkout/orders/${payment.id}`, rel: 'up', method: 'GET' },
    ],
  }
}

export const refundView = (payment: HostedPayment, refund: HostedRefund, base: string): object => ({
  id: refund.id,
  status: refund.status === 'refunded' ? 'COMPLETED' : refund.status.toUpperCase(),
  amount: money(refund.amount, payment.currency),
  ...(refund.metadata['custom_id'] === undefined ? {} : { custom_id: refund.metadata['custom_id'] }),
  seller_payable_breakdown: {
    gross_amount: money(refund.amount, payment.currency),
    total_refunded_amount: money(refundedOf(payment), payment.currency),
  },
  create_time: time(refund.createdAt),
  update_time: time(refund.createdAt),
  links: [
    { href: `${base}/v2/payments/refunds/${refund.id}`, rel: 'self', method: 'GET' },
    { href: `${base}/v2/payments/captures/${captureId(payment)}`, rel: 'up', method: 'GET' },
  ],
})

export const disputeView = (payment: HostedPayment, dispute: HostedDispute, base: string): object => ({
  dispute_id: dispute.id,
  create_time: dispute.createdAt,
  update_time: dispute.closedAt ?? dispute.createdAt,
  disputed_transactions: [
    {
      seller_transaction_id: captureId(payment),
      create_time: payment.createdAt,
      transaction_status: 'COMPLETED',
      gross_amount: money(payment.amount, payment.currency),
      ...(payment.metadata['invoice_id'] === undefined ? {} : { invoice_number: payment.metadata['invoice_id'] }),
      ...(payment.metadata['custom_id'] === undefined ? {} : { custom: payment.metadata['custom_id'] }),
      buyer: { name: 'Ada Rossi' },
      seller: { merchant_id: 'SANDBOXSELLER', name: 'Incontro sandbox' },
    },
  ],
  reason: 'UNAUTHORISED',
  status: { open: 'WAITING_FOR_SELLER_RESPONSE', review: 'UNDER_REVIEW', won: 'RESOLVED', lost: 'RESOLVED' }[
    dispute.state
  ],
  ...(dispute.state === 'open'
    ? { seller_response_due_date: new Date(Date.parse(dispute.createdAt) + 10 * 86_400_000).toISOString() }
    : {}),
  dispute_amount: money(payment.amount, payment.currency),
  ...(dispute.state === 'open' || dispute.state === 'review'
    ? {}
    : {
        dispute_outcome: {
          outcome_code:
            dispute.state === 'won'
              ? 'RESOLVED_SELLER_FAVOUR'
              : dispute.accepted
                ? 'ACCEPTED'
                : 'RESOLVED_BUYER_FAVOUR',
          ...(dispute.state === 'lost' ? { amount_refunded: money(payment.amount, payment.currency) } : {}),
        },
      }),
  dispute_life_cycle_stage: 'CHARGEBACK',
  dispute_channel: 'INTERNAL',
  links: [{ href: `${base}/v1/customer/disputes/${dispute.id}`, rel: 'self', method: 'GET' }],
})

/** A stored method in the format of its webhook. */
export const paymentTokenView = (payment: HostedPayment, base: string): object => ({
  id: payment.storedId,
  customer: { id: payment.customerId },
  payment_source: { paypal: { email_address: 'payer@example.com' } },
  metadata: { order_id: payment.id },
  links: [{ href: `${base}/v3/vault/payment-tokens/${payment.storedId ?? ''}`, rel: 'self', method: 'GET' }],
})

export const webhookView = (id: string, url: string, base: string): object => ({
  id,
  url,
  event_types: [{ name: '*', description: 'ALL' }],
  links: [{ href: `${base}/v1/notifications/webhooks/${id}`, rel: 'self', method: 'GET' }],
})

export const eventView = (
  id: string,
  { type, resourceType, resource }: { readonly type: string; readonly resourceType: string; readonly resource: object },
  base: string,
): object => ({
  id,
  event_version: '1.0',
  create_time: new Date().toISOString(),
  resource_type: resourceType,
  resource_version: '2.0',
  event_type: type,
  summary: type,
  resource,
  links: [{ href: `${base}/v1/notifications/webhooks-events/${id}`, rel: 'self', method: 'GET' }],
})
