import { signTrustPay } from '../../../../sandbox/src/trustpay/index.ts'
import { createTrustPay } from '#providers/trustpay/index.ts'
import { exchangesOf, origin, type Recorded } from './operations.ts'

const transfer = (status: string) => ({
  PaymentInformation: {
    Status: status,
    StatusReasonInformation: { Reason: { Code: '800.100.203' } },
    References: { PaymentRequestId: 70, MerchantReference: 'our-order' },
    Amount: { Amount: '29.90', Currency: 'EUR' },
  },
})
const notification = (direction: string, status: string) => ({
  CreditDebitIndicator: direction,
  References: { MerchantReference: 'ours', PaymentId: '11', PaymentRequestId: '70' },
  Status: status,
  Amount: { Amount: '10.00', Currency: 'EUR' },
  StatusReasonInformation: { Reason: { Code: '800.100.203' } },
})
export const trustPay: Recorded = {
  create: (fetch) => createTrustPay({ baseUrl: origin, projectId: '4107', secretKey: 'key', fetch }),
  exchanges: exchangesOf(
    'TrustPay',
    '70',
    'none',
    [
      ['capabilities', '', {}],
      ['ping', '', { 'GET /api/Payments/Payment/0': [404] }],
      [
        'page',
        '',
        { 'POST /api/Payments/Payment': [201, { PaymentRequestId: 70, GatewayUrl: 'https://trustpay.example/page' }] },
      ],
      ['look-up', 'rejected', { 'GET /api/Payments/Payment/70': [200, transfer('Rejected')] }],
      ['return, left', '', { 'GET /api/Payments/Payment/70': [200, transfer('Pending')] }],
      [
        'refund',
        '',
        { 'POST /api/Payments/Payout': [200, { PaymentRequestId: 90, ResultInfo: { ResultCode: 1_001_000 } }] },
      ],
      ['refund', 'refused', { 'POST /api/Payments/Payout': [400, { ResultInfo: { ResultCode: 1_132_000 } }] }],
    ],
    [
      ['a payment', notification('CRDT', 'Rejected')],
      ['a payout', notification('DBIT', 'Refunded')],
    ],
    (body) => {
      const message = { PaymentInformation: body as object }
      return { raw: JSON.stringify({ ...message, Signature: signTrustPay(message, 'key') }), headers: {} }
    },
  ),
}
