import { createMollie } from '#providers/mollie/index.ts'
import { exchangesOf, origin, type Recorded } from './operations.ts'

const euros = { currency: 'EUR', value: '29.90' }
const mollieRefund = (status: string, reference: string) => ({
  id: 're_1',
  status,
  amount: { currency: 'EUR', value: '10.00' },
  createdAt: '2027-01-15T14:00:00Z',
  metadata: { reference },
})
const molliePayment = (status: string, more: object = {}) => ({
  id: 'tr_1',
  status,
  amount: euros,
  amountRefunded: { currency: 'EUR', value: '10.00' },
  metadata: { reference: 'our-order', shopper: 'member-1' },
  createdAt: '2027-01-15T11:00:00Z',
  paidAt: '2027-01-15T11:30:00Z',
  customerId: 'cst_1',
  mandateId: 'mdt_1',
  sequenceType: 'first',
  details: { cardNumber: '1234', cardLabel: 'Mastercard', cardFingerprint: 'f1', failureReason: 'card_expired' },
  statusReason: { code: 'insufficient_funds' },
  _links: { checkout: { href: 'https://mollie.example/page' } },
  ...more,
})
const mollieHook = (body: unknown) => ({
  raw: new URLSearchParams(body as Record<string, string>).toString(),
  headers: {},
})
export const mollie: Recorded = {
  create: (fetch) => createMollie({ baseUrl: origin, apiKey: 'key', fetch }),
  exchanges: exchangesOf(
    'Mollie',
    'tr_1',
    'cst_1/mdt_1',
    [
      ['capabilities', '', {}],
      ['ping', '', { 'GET /methods': [200, {}] }],
      ['page', '', { 'POST /payments': [201, molliePayment('open')] }],
      [
        'page, stored',
        '',
        { 'POST /customers': [201, { id: 'cst_1' }], 'POST /payments': [201, molliePayment('open')] },
      ],
      ['renewal', '', { 'POST /payments': [201, molliePayment('pending')] }],
      ['look-up', 'paid', { 'GET /payments/tr_1': [200, molliePayment('paid')] }],
      ['look-up', 'failed', { 'GET /payments/tr_1': [200, molliePayment('failed')] }],
      ['return', 'open', { 'GET /payments/tr_1': [200, molliePayment('open')] }],
      [
        'cancel',
        '',
        {
          'DELETE /payments/tr_1': [200, molliePayment('canceled')],
          'GET /payments/tr_1': [200, molliePayment('paid')],
        },
      ],
      [
        'events',
        '',
        {
          'GET /payments/tr_1?embed=refunds,chargebacks': [
            200,
            molliePayment('paid', {
              _embedded: {
                refunds: [mollieRefund('refunded', 'our-refund')],
                chargebacks: [
                  { id: 'chb_1', amount: euros, createdAt: '2027-01-15T15:00:00Z', reversedAt: '2027-01-15T16:00:00Z' },
                ],
              },
            }),
          ],
        },
      ],
      [
        'refund',
        '',
        {
          'GET /payments/tr_1/refunds': [200, { _embedded: { refunds: [mollieRefund('refunded', 'another')] } }],
          'POST /payments/tr_1/refunds': [201, mollieRefund('pending', 'our-refund')],
        },
      ],
      [
        'refund',
        'that was made before',
        { 'GET /payments/tr_1/refunds': [200, { _embedded: { refunds: [mollieRefund('pending', 'our-refund')] } }] },
      ],
      ['detach', '', { 'DELETE /customers/cst_1': [204] }],
    ],
    [['a payment', { id: 'tr_1' }]],
    mollieHook,
  ),
}
