import { describe, expect, it } from 'vitest'
import { WebhookRefused, type ProviderEvent } from '../../modules/payments/port.ts'
import { createPayPal } from './index.ts'

/* What PayPal says and its stand-in never does, or does only at another time. */

interface Call {
  readonly path: string
  readonly requestId: string | null
}

const now = Date.parse('2027-01-15T12:00:00Z')

/** An adapter whose calls are answered by path: with a status and a body. */
function payPalThat(answers: Readonly<Record<string, readonly [status: number, body: object]>>) {
  const calls: Call[] = []
  const payPal = createPayPal({
    baseUrl: 'https://paypal.example',
    clientId: 'client',
    clientSecret: 'secret',
    webhookId: 'WH-1',
    now: () => now,
    async fetch(input, init) {
      const path = new URL(String(input)).pathname
      if (path === '/v1/oauth2/token') return Response.json({ access_token: 't', expires_in: 3600 })
      calls.push({ path, requestId: new Headers(init?.headers).get('paypal-request-id') })
      const [status, body] = answers[path] ?? [404, { name: 'RESOURCE_NOT_FOUND' }]
      return Response.json(body, { status })
    },
  })
  return { payPal, calls }
}

const amount = { currency_code: 'EUR', value: '29.90' }
const order = (status: string, more: object = {}, vault?: object) => ({
  id: 'ORDER1',
  status,
  purchase_units: [{ reference_id: 'our-order', custom_id: 'member-1', amount, ...more }],
  ...(vault && { payment_source: { paypal: { attributes: { vault } } } }),
})
const captured = { payments: { captures: [{ id: 'CAP1', status: 'COMPLETED', amount }] } }
const path = '/v2/checkout/orders/ORDER1'
const asked = { providerRef: 'ORDER1', reference: 'our-order' }

it('takes an approved order under one id of the request, however often it hears of the approval', async () => {
  const { payPal, calls } = payPalThat({
    [path]: [200, order('APPROVED')],
    [`${path}/capture`]: [201, order('COMPLETED', captured)],
  })
  await payPal.lookUp(asked)
  await payPal.complete({ ...asked, params: {}, idempotencyKey: 'x' })
  expect(calls.filter((one) => one.path.endsWith('/capture'))).toEqual([
    { path: `${path}/capture`, requestId: 'ORDER1-capture' },
    { path: `${path}/capture`, requestId: 'ORDER1-capture' },
  ])
})

it.each([
  ['VAULTED', { id: 'kept-1', brand: 'paypal', last4: null, shopper: 'member-1' }],
  ['APPROVED', null],
])('of an account whose vault is %s the token is %j', async (status, token) => {
  const { payPal } = payPalThat({ [path]: [200, order('COMPLETED', captured, { id: 'kept-1', status })] })
  expect(await payPal.lookUp(asked)).toMatchObject({ state: 'captured', token })
})

const renewal = {
  reference: 'our-order',
  idempotencyKey: 'k',
  amount: { minor: 2990, currency: 'EUR' },
  source: { method: 'stored', token: 'kept-1', initiator: 'merchant' },
  shopper: { reference: 'member-1', email: 'ada@example.com', locale: 'it-IT', ip: null, country: 'IT' },
  returnUrl: 'https://incontro.example/back',
  webhookUrl: 'https://incontro.example/hook',
  origin: 'https://incontro.example',
  browser: null,
  descriptor: 'INCONTRO',
} as const
it.each([
  ['a conflict', 409, { name: 'RESOURCE_CONFLICT' }, 'unknown'],
  ['an id that is in use', 400, { name: 'UNPROCESSABLE', details: [{ issue: 'DUPLICATE_REQUEST_ID' }] }, 'unknown'],
  ['an account that is gone', 404, { name: 'RESOURCE_NOT_FOUND' }, 'declined'],
  ['a refusal of the payer', 422, { name: 'UNPROCESSABLE', details: [{ issue: 'INSTRUMENT_DECLINED' }] }, 'declined'],
  ['anything else', 422, { name: 'UNPROCESSABLE', details: [{ issue: 'CURRENCY_NOT_SUPPORTED' }] }, 'failed'],
])('a charge that is answered by %s', async (_what, status, body, state) => {
  const { payPal } = payPalThat({ '/v2/checkout/orders': [status, body] })
  expect(await payPal.charge(renewal)).toMatchObject({ state })
})

it.each([
  ['COMPLETED', { accepted: true, providerRef: 'REF1' }],
  ['PENDING', { accepted: true, providerRef: 'REF1' }],
  ['FAILED', { accepted: false, providerRef: null }],
  ['CANCELLED', { accepted: false, providerRef: null }],
])('a refund that is %s is answered by %j', async (status, answer) => {
  const { payPal } = payPalThat({ '/v2/payments/captures/CAP1/refund': [201, { id: 'REF1', status, amount }] })
  const wish = { providerRef: 'CAP1', reference: 'r', amount: renewal.amount, idempotencyKey: 'k' }
  expect(await payPal.refund(wish)).toEqual(answer)
})

describe('a webhook', () => {
  const headers = (sentAt: number) => ({
    'paypal-auth-algo': 'a',
    'paypal-cert-url': 'b',
    'paypal-transmission-id': 'c',
    'paypal-transmission-sig': 'd',
    'paypal-transmission-time': new Date(sentAt).toISOString(),
  })
  async function read(event: object, sentAt = now): Promise<ProviderEvent | undefined> {
    const { payPal } = payPalThat({
      '/v1/notifications/verify-webhook-signature': [200, { verification_status: 'SUCCESS' }],
    })
    const text = JSON.stringify({ id: 'WH-EVENT-1', create_time: '2027-01-15T11:59:00Z', ...event })
    const [read] = await payPal.readWebhook({ raw: Buffer.from(text), headers: headers(sentAt) })
    return read as ProviderEvent | undefined
  }
  const day = 86_400_000
  const something = { event_type: 'BILLING.PLAN.CREATED', resource: {} }

  it('was sent within four days of now, before or after', async () => {
    for (const sentAt of [now - 4 * day + 1, now, now + 4 * day - 1])
      expect(await read(something, sentAt)).toMatchObject({ kind: 'other' })
    for (const sentAt of [now - 4 * day, now + 4 * day])
      await expect(read(something, sentAt)).rejects.toThrow(WebhookRefused)
  })

  it('of a refund names our reference, PayPal’s number and the payment', async () => {
    const resource = {
      id: 'REF1',
      status: 'COMPLETED',
      amount,
      custom_id: 'our-refund',
      links: [{ rel: 'up', href: 'https://paypal.example/v2/payments/captures/CAP1' }],
    }
    expect(await read({ event_type: 'PAYMENT.CAPTURE.REFUNDED', resource })).toMatchObject({
      kind: 'refund',
      refundRef: 'REF1',
      state: { state: 'captured', reference: 'our-refund', providerRef: 'CAP1', amount: renewal.amount },
    })
  })

  it.each([
    ['RESOLVED_SELLER_FAVOUR', 'captured'],
    ['CANCELED_BY_BUYER', 'captured'],
    ['RESOLVED_WITH_PAYOUT', 'captured'],
    ['DENIED', 'captured'],
    ['NONE', 'captured'],
    ['RESOLVED_BUYER_FAVOUR', 'failed'],
    ['ACCEPTED', 'failed'],
    ['OTHER', 'unknown'],
  ])('of a dispute that ended with %s leaves the money %s', async (outcome, state) => {
    const resource = {
      status: 'RESOLVED',
      dispute_amount: amount,
      dispute_outcome: { outcome_code: outcome },
      disputed_transactions: [{ seller_transaction_id: 'CAP1', invoice_number: 'our-order' }],
    }
    expect(await read({ event_type: 'CUSTOMER.DISPUTE.RESOLVED', resource })).toMatchObject({
      kind: state === 'unknown' ? 'other' : 'dispute',
      state: { state },
    })
  })
})
