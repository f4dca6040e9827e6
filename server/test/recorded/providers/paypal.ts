import { createPayPal } from '#providers/paypal/index.ts'
import { at, exchangesOf, now, origin, type Recorded } from './operations.ts'

const payPalAmount = { currency_code: 'EUR', value: '29.90' }
const capture = (status: string) => ({
  id: 'CAP1',
  status,
  amount: payPalAmount,
  invoice_id: 'our-order',
  seller_receivable_breakdown: { paypal_fee: { currency_code: 'EUR', value: '1.20' } },
  supplementary_data: { related_ids: { order_id: 'ORDER1' } },
})
const order = (status: string, captures: readonly object[] = []) => ({
  id: 'ORDER1',
  status,
  purchase_units: [{ reference_id: 'our-order', custom_id: 'member-1', amount: payPalAmount, payments: { captures } }],
  payment_source: { paypal: { attributes: { vault: { id: 'kept-1', status: 'VAULTED' } } } },
  links: [{ rel: 'payer-action', href: 'https://paypal.example/page' }],
})
const payPalRefund = (status: string) => ({
  id: 'REF1',
  status,
  amount: { currency_code: 'EUR', value: '10.00' },
  custom_id: 'our-refund',
  links: [{ rel: 'up', href: 'https://paypal.example/v2/payments/captures/CAP1' }],
})
const payPalEvent = (type: string, resource: object) => ({
  id: 'WH-1',
  event_type: type,
  create_time: '2027-01-15T11:59:00Z',
  resource,
})
const orderPath = '/v2/checkout/orders/ORDER1'
const refusedBy = (issue: string) => [422, { name: 'UNPROCESSABLE_ENTITY', details: [{ issue }] }] as const
export const payPal: Recorded = {
  create: (fetch) =>
    createPayPal({ baseUrl: origin, clientId: 'client', clientSecret: 'secret', webhookId: 'HOOK', now, fetch }),
  exchanges: exchangesOf(
    'PayPal',
    'ORDER1',
    'kept-1',
    [
      ['capabilities', '', {}],
      ['ping', '', { 'GET /v1/notifications/webhooks/HOOK': [200, {}] }],
      ['page', '', { 'POST /v2/checkout/orders': [201, order('PAYER_ACTION_REQUIRED')] }],
      ['page, stored', '', { 'POST /v2/checkout/orders': [201, order('PAYER_ACTION_REQUIRED')] }],
      ['renewal', '', { 'POST /v2/checkout/orders': [201, order('COMPLETED', [capture('COMPLETED')])] }],
      ['renewal', 'declined', { 'POST /v2/checkout/orders': refusedBy('INSTRUMENT_DECLINED') }],
      [
        'look-up',
        'approved',
        {
          [`GET ${orderPath}`]: [200, order('APPROVED')],
          [`POST ${orderPath}/capture`]: [201, order('COMPLETED', [capture('COMPLETED')])],
        },
      ],
      [
        'look-up',
        'approved and refused',
        {
          [`GET ${orderPath}`]: [200, order('APPROVED')],
          [`POST ${orderPath}/capture`]: refusedBy('INSTRUMENT_DECLINED'),
        },
      ],
      [
        'look-up',
        'too late for its order',
        { [`GET ${orderPath}`]: [404], 'GET /v2/payments/captures/ORDER1': [200, capture('REFUNDED')] },
      ],
      ['return, left', '', { [`GET ${orderPath}`]: [200, order('CREATED')] }],
      ['events', '', { [`GET ${orderPath}`]: [200, order('COMPLETED', [capture('PENDING')])] }],
      ['refund', '', { 'POST /v2/payments/captures/ORDER1/refund': [201, payPalRefund('COMPLETED')] }],
      ['refund', 'refused', { 'POST /v2/payments/captures/ORDER1/refund': refusedBy('CAPTURE_FULLY_REFUNDED') }],
      ['detach', '', { 'DELETE /v3/vault/payment-tokens/kept-1': [204] }],
    ],
    [
      ['an approved order', payPalEvent('CHECKOUT.ORDER.APPROVED', order('APPROVED'))],
      ['a kept account', payPalEvent('VAULT.PAYMENT-TOKEN.CREATED', { metadata: { order_id: 'ORDER1' } })],
      ['a capture', payPalEvent('PAYMENT.CAPTURE.COMPLETED', capture('COMPLETED'))],
      ['a refund', payPalEvent('PAYMENT.CAPTURE.REFUNDED', payPalRefund('COMPLETED'))],
      ['a reversal', payPalEvent('PAYMENT.CAPTURE.REVERSED', payPalRefund('COMPLETED'))],
      [
        'a dispute',
        payPalEvent('CUSTOMER.DISPUTE.RESOLVED', {
          status: 'RESOLVED',
          dispute_amount: payPalAmount,
          dispute_outcome: { outcome_code: 'RESOLVED_BUYER_FAVOUR' },
          disputed_transactions: [{ seller_transaction_id: 'CAP1', invoice_number: 'our-order' }],
        }),
      ],
    ],
    (body) => ({
      raw: JSON.stringify(body),
      headers: {
        'paypal-auth-algo': 'a',
        'paypal-cert-url': 'b',
        'paypal-transmission-id': 'c',
        'paypal-transmission-sig': 'd',
        'paypal-transmission-time': at,
      },
    }),
    { 'POST /v1/notifications/verify-webhook-signature': [200, { verification_status: 'SUCCESS' }] },
  ),
}
