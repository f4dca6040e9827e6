import { sign } from '../../../../sandbox/src/adyen/signature.ts'
import { createAdyen } from '#providers/adyen/index.ts'
import { exchangesOf, origin, type Recorded } from './operations.ts'

const adyenPayment = (resultCode: string) => ({
  resultCode,
  pspReference: 'PSP1',
  merchantReference: 'our-order',
  amount: { value: 2990, currency: 'EUR' },
  refusalReason: 'Not enough balance',
  refusalReasonCode: '12',
  paymentMethod: { brand: 'mc' },
  additionalData: {
    merchantReference: 'our-order',
    'recurring.recurringDetailReference': 'STORED1',
    'tokenization.storedPaymentMethodId': 'STORED1',
    'recurring.shopperReference': 'member-1',
    'tokenization.shopperReference': 'member-1',
    cardSummary: '4444',
    paymentMethod: 'mc',
    alias: 'f1',
  },
  action: { type: 'redirect', url: 'https://bank.example/page', method: 'POST', data: { MD: 'm' } },
})
type SignedItem = Parameters<typeof sign>[0]
const adyenItem = (eventCode: string, success: string) => ({
  additionalData: {
    'recurring.recurringDetailReference': 'STORED1',
    'recurring.shopperReference': 'member-1',
    cardSummary: '4444',
    alias: 'f1',
  },
  amount: { value: 2990, currency: 'EUR' },
  eventCode,
  eventDate: '2027-01-15T13:00:00+01:00',
  merchantAccountCode: 'account',
  merchantReference: 'our-order',
  originalReference: 'PSP0',
  paymentMethod: 'mc',
  pspReference: 'PSP1',
  reason: 'Not enough balance',
  success,
})
const hmacKey = '00'.repeat(32)
export const adyen: Recorded = {
  create: (fetch) =>
    createAdyen({
      baseUrl: origin,
      shopperBaseUrl: origin,
      apiKey: 'key',
      clientKey: 'client',
      merchantAccount: 'account',
      hmacKey,
      webhookUser: 'user',
      webhookPassword: 'password',
      fetch,
    }),
  exchanges: exchangesOf(
    'Adyen',
    'PSP1',
    'STORED1',
    [
      ['capabilities', '', {}],
      ['ping', '', { 'GET /v1/clientKeys/client': [200, {}] }],
      ['card key', '', { 'GET /v1/clientKeys/client': [200, { publicKey: '10001|ABCDEF' }] }],
      ['card', 'authorised', { 'POST /payments': [200, adyenPayment('Authorised')] }],
      ['card', 'refused', { 'POST /payments': [200, adyenPayment('Refused')] }],
      ['card', 'with a page', { 'POST /payments': [200, adyenPayment('RedirectShopper')] }],
      ['card', 'with an error', { 'POST /payments': [422, { errorCode: '103' }] }],
      ['renewal', '', { 'POST /payments': [200, adyenPayment('Received')] }],
      ['return', '', { 'POST /payments/details': [200, adyenPayment('Cancelled')] }],
      ['return, left', '', {}],
      ['refund', '', { 'POST /payments/PSP1/refunds': [201, { pspReference: 'REF1' }] }],
      [
        'detach',
        '',
        { 'DELETE /storedPaymentMethods/STORED1?merchantAccount=account&shopperReference=member-1': [204] },
      ],
    ],
    [
      ['an authorisation', adyenItem('AUTHORISATION', 'true')],
      ['a refused authorisation', adyenItem('AUTHORISATION', 'false')],
      ['a refund', adyenItem('REFUND', 'true')],
    ],
    (body) => {
      const item = body as SignedItem & { readonly additionalData?: object | null; readonly amount?: object | null }
      // Without an amount there is nothing to sign.
      const hmacSignature = item.amount ? sign(item, hmacKey) : ''
      const additionalData = item.additionalData && { ...item.additionalData, hmacSignature }
      const NotificationRequestItem = { ...item, ...(additionalData === undefined ? {} : { additionalData }) }
      return {
        raw: JSON.stringify({ notificationItems: [{ NotificationRequestItem }] }),
        headers: { authorization: `Basic ${Buffer.from('user:password').toString('base64')}` },
      }
    },
  ),
}
