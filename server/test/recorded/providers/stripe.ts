import { createHmac } from 'node:crypto'
import { createStripe } from '#providers/stripe/index.ts'
import { at, exchangesOf, now, origin, type Recorded } from './operations.ts'

const stripeCharge = {
  amount_refunded: 1000,
  balance_transaction: { fee: 70, currency: 'eur' },
  payment_method_details: { card: { brand: 'mastercard', last4: '4444', fingerprint: 'f1' } },
}
const intent = (status: string, more: object = {}) => ({
  id: 'pi_1',
  object: 'payment_intent',
  status,
  amount: 2990,
  amount_received: 2990,
  currency: 'eur',
  customer: 'cus_1',
  payment_method: 'pm_1',
  setup_future_usage: 'off_session',
  metadata: { reference: 'our-order', shopper: 'member-1' },
  last_payment_error: { code: 'card_declined', decline_code: 'insufficient_funds' },
  latest_charge: stripeCharge,
  ...more,
})
const session = (status: string, paid: string, more: object = {}) => ({
  id: 'cs_1',
  object: 'checkout.session',
  status,
  payment_status: paid,
  amount_total: 2990,
  currency: 'eur',
  client_reference_id: 'our-order',
  metadata: { kept: '1' },
  url: 'https://stripe.example/page',
  payment_intent: intent('succeeded'),
  ...more,
})
const stripeRefund = (reference: string) => ({
  id: 're_1',
  object: 'refund',
  status: 'succeeded',
  amount: 1000,
  currency: 'eur',
  payment_intent: 'pi_1',
  metadata: { reference },
})
const cardError = {
  error: {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'lost_card',
    payment_intent: intent('requires_payment_method'),
  },
}
const sessionPath = 'GET /checkout/sessions/cs_1?expand[]=payment_intent.latest_charge.balance_transaction'
const refundsPath = 'GET /refunds?payment_intent=cs_1&limit=100'
const stripeEvent = (type: string, object: object) => ({
  id: 'evt_1',
  object: 'event',
  type,
  created: Date.parse(at) / 1000,
  data: { object },
})
export const stripe: Recorded = {
  create: (fetch) => createStripe({ baseUrl: origin, secretKey: 'key', webhookSecret: 'secret', now, fetch }),
  exchanges: exchangesOf(
    'Stripe',
    'cs_1',
    'cus_1/pm_1',
    [
      ['capabilities', '', {}],
      ['ping', '', { 'GET /balance': [200, {}] }],
      ['page', '', { 'POST /checkout/sessions': [200, session('open', 'unpaid', { payment_intent: null })] }],
      ['page, stored', '', { 'POST /checkout/sessions': [200, session('open', 'unpaid', { payment_intent: null })] }],
      ['renewal', '', { 'POST /payment_intents': [200, intent('succeeded')] }],
      ['renewal', 'declined', { 'POST /payment_intents': [402, cardError] }],
      ['look-up', 'paid', { [sessionPath]: [200, session('complete', 'paid')] }],
      [
        'look-up',
        'refused',
        { [sessionPath]: [200, session('open', 'unpaid', { payment_intent: intent('requires_payment_method') })] },
      ],
      [
        'return, left',
        '',
        {
          'POST /checkout/sessions/cs_1/expire': [200, session('expired', 'unpaid')],
          [sessionPath]: [200, session('complete', 'paid')],
        },
      ],
      ['events', '', { [sessionPath]: [200, session('complete', 'paid')] }],
      [
        'refund',
        '',
        {
          [refundsPath]: [200, { object: 'list', data: [stripeRefund('another')] }],
          'POST /refunds': [200, stripeRefund('our-refund')],
        },
      ],
      [
        'refund',
        'that was made before',
        { [refundsPath]: [200, { object: 'list', data: [stripeRefund('our-refund')] }] },
      ],
      ['detach', '', { 'DELETE /customers/cus_1': [200, {}] }],
    ],
    [
      [
        'a page that was paid',
        stripeEvent(
          'checkout.session.completed',
          session('complete', 'paid', { metadata: {}, payment_intent: 'pi_1' }),
        ),
      ],
      [
        'a page whose card is kept',
        stripeEvent('checkout.session.completed', session('complete', 'paid', { payment_intent: 'pi_1' })),
      ],
      [
        'a page whose payment failed later',
        stripeEvent('checkout.session.async_payment_failed', session('complete', 'unpaid', { payment_intent: 'pi_1' })),
      ],
      ['a renewal', stripeEvent('payment_intent.succeeded', intent('succeeded', { latest_charge: 'ch_1' }))],
      ['a refund', stripeEvent('refund.updated', stripeRefund('our-refund'))],
      [
        'a dispute',
        stripeEvent('charge.dispute.created', {
          id: 'dp_1',
          object: 'dispute',
          status: 'needs_response',
          amount: 2990,
          currency: 'eur',
          payment_intent: 'pi_1',
        }),
      ],
    ],
    (body) => {
      const raw = JSON.stringify(body)
      const time = String(now() / 1000)
      const v1 = createHmac('sha256', 'secret').update(`${time}.${raw}`).digest('hex')
      return { raw, headers: { 'stripe-signature': `t=${time},v1=${v1}` } }
    },
  ),
}
