import { describe, expect, it } from 'vitest'
import { WebhookRefused, type ProviderEvent } from '#modules/payments/port.ts'
import { declineCode } from './codes.ts'
import { createPayPal } from './index.ts'

/* Replies that the sandbox never gives, or only in other situations. */

interface Call {
  readonly path: string
  readonly requestId: string | null
  readonly body: unknown
}

const now = Date.parse('2027-01-15T12:00:00Z')

/** An adapter with fixed replies by path. */
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
      const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : null
      calls.push({ path, requestId: new Headers(init?.headers).get('paypal-request-id'), body })
      const [status, answer] = answers[path] ?? [404, { name: 'RESOURCE_NOT_FOUND' }]
      return Response.json(answer, { status })
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

it('captures an approved order under one request id, however often the approval is reported', async () => {
  const { payPal, calls } = payPalThat({
    [path]: [200, order('APPROVED')],
    [`${path}/capture`]: [201, order('COMPLETED', captured)],
  })
  await payPal.lookUp(asked)
  await payPal.complete({ ...asked, params: {}, idempotencyKey: 'x' })
  expect(calls.filter((one) => one.path.endsWith('/capture'))).toEqual([
    { path: `${path}/capture`, requestId: 'ORDER1-capture', body: {} },
    { path: `${path}/capture`, requestId: 'ORDER1-capture', body: {} },
  ])
})

it.each([
  ['VAULTED', { id: 'kept-1', brand: 'paypal', last4: null, shopper: 'member-1' }],
  ['APPROVED', null],
])('of an account whose vault is %s the token is %j', async (status, token) => {
  const { payPal } = payPalThat({ [path]: [200, order('COMPLETED', captured, { id: 'kept-1', status })] })
  expect(await payPal.lookUp(asked)).toMatchObject({ state: 'captured', token })
})

it('declines for reasons that the catalogue knows', () => {
  const byCode = {
    insufficient_funds: ['INSTRUMENT_DECLINED', 'TRANSACTION_LIMIT_EXCEEDED'],
    card_already_declined: ['MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED'],
    card_declined: ['TRANSACTION_REFUSED', 'TRANSACTION_BLOCKED_BY_PAYEE'],
    change_method: [
      'REDIRECT_PAYER_FOR_ALTERNATE_FUNDING',
      'PAYER_ACCOUNT_RESTRICTED',
      'PAYER_ACCOUNT_LOCKED_OR_CLOSED',
    ],
    expired_card: ['CARD_EXPIRED'],
    lost_or_stolen: ['CARD_CLOSED'],
    blacklisted: ['COMPLIANCE_VIOLATION'],
    authentication_required: ['PAYER_ACTION_REQUIRED'],
  }
  for (const [code, issues] of Object.entries(byCode)) expect(issues.map(declineCode)).toEqual(issues.map(() => code))
  expect(['PAYER_CANNOT_PAY', 'PAYEE_BLOCKED_TRANSACTION'].map(declineCode)).toEqual(['change_method', 'change_method'])
  expect(declineCode('CURRENCY_NOT_SUPPORTED')).toBeUndefined()
})

const page = { links: [{ rel: 'payer-action', href: 'https://paypal.example/page' }] }
const captureThat = (...statuses: string[]) => ({
  payments: { captures: statuses.map((status, at) => ({ id: `CAP${at + 1}`, status, amount })) },
})
it.each<[string, object, object]>([
  ['CREATED', {}, { state: 'requires_action', providerRef: 'ORDER1' }],
  ['SAVED', {}, { state: 'requires_action' }],
  ['PAYER_ACTION_REQUIRED', {}, { state: 'requires_action' }],
  ['VOIDED', {}, { state: 'cancelled', providerRef: 'ORDER1' }],
  ['COMPLETED', {}, { state: 'unknown', providerRef: 'ORDER1' }],
  ['COMPLETED', captureThat('COMPLETED'), { state: 'captured', providerRef: 'CAP1' }],
  ['COMPLETED', captureThat('PARTIALLY_REFUNDED'), { state: 'captured', providerRef: 'CAP1' }],
  ['COMPLETED', captureThat('REFUNDED'), { state: 'captured' }],
  ['COMPLETED', captureThat('PENDING'), { state: 'processing' }],
  ['COMPLETED', captureThat('DECLINED'), { state: 'declined', code: 'insufficient_funds' }],
  ['COMPLETED', captureThat('FAILED'), { state: 'declined', code: 'insufficient_funds' }],
  // The payer's second source: the last capture counts.
  ['COMPLETED', captureThat('DECLINED', 'COMPLETED'), { state: 'captured', providerRef: 'CAP2' }],
  ['COMPLETED', captureThat('FAILED', 'DECLINED', 'PENDING'), { state: 'processing', providerRef: 'CAP3' }],
])('of an order that is %s with %j', async (status, more, state) => {
  const { payPal } = payPalThat({ [path]: [200, { ...order(status, more), ...page }] })
  expect(await payPal.lookUp(asked)).toMatchObject({
    reference: 'our-order',
    amount: { minor: 2990, currency: 'EUR' },
    action:
      'state' in state && state.state === 'requires_action'
        ? { type: 'redirect', url: 'https://paypal.example/page', method: 'GET', data: {} }
        : null,
    ...state,
  })
})

it.each<[string, number, object, object]>([
  ['taken already', 422, { name: 'X', details: [{ issue: 'ORDER_ALREADY_CAPTURED' }] }, { state: 'requires_action' }],
  ['wanting the payer again', 422, { name: 'PAYER_ACTION_REQUIRED' }, { state: 'requires_action' }],
  [
    'refused',
    422,
    { name: 'X', details: [{ issue: 'INSTRUMENT_DECLINED' }] },
    { state: 'declined', providerRef: 'ORDER1' },
  ],
  ['not understood', 422, { name: 'X', details: [{ issue: 'SOMETHING_NEW' }] }, { state: 'unknown' }],
  ['lost', 503, {}, { state: 'unknown' }],
])('an approved order whose capture is %s', async (_what, status, body, state) => {
  const { payPal, calls } = payPalThat({
    [path]: [200, order('APPROVED')],
    [`${path}/capture`]: [status, body],
  })
  const read = await payPal.lookUp(asked)
  // Captured already, or refused: the order's state tells.
  expect(calls.filter((one) => one.path === path)).toHaveLength(
    state['state' as keyof object] === 'requires_action' ? 2 : 1,
  )
  expect(read).toMatchObject(state)
})

it('for an expired order the capture has the state; without one it was never paid', async () => {
  const capture = { id: 'ORDER1', status: 'COMPLETED', amount, invoice_id: 'our-order' }
  const kept = payPalThat({ '/v2/payments/captures/ORDER1': [200, capture] })
  expect(await kept.payPal.lookUp(asked)).toMatchObject({ state: 'captured', reference: 'our-order' })
  expect(await payPalThat({}).payPal.lookUp(asked)).toMatchObject({ state: 'expired', reference: 'our-order' })
  const lost = payPalThat({ '/v2/payments/captures/ORDER1': [503, {}] })
  expect(await lost.payPal.lookUp(asked)).toMatchObject({ state: 'unknown' })
})

it('gives up an unapproved order, and captures an approved one', async () => {
  const open = payPalThat({ [path]: [200, { ...order('CREATED'), ...page }] })
  expect(await open.payPal.cancel(asked)).toMatchObject({ state: 'cancelled', action: null })
  const back = { ...asked, idempotencyKey: 'x' }
  expect(await open.payPal.complete({ ...back, params: { left: '1' } })).toMatchObject({ state: 'cancelled' })
  expect(await open.payPal.complete({ ...back, params: {} })).toMatchObject({ state: 'requires_action' })
  expect(await open.payPal.complete({ ...back, providerRef: null, params: {} })).toMatchObject({ state: 'unknown' })
  const approved = payPalThat({
    [path]: [200, order('APPROVED')],
    [`${path}/capture`]: [201, order('COMPLETED', captured)],
  })
  expect(await approved.payPal.cancel(asked)).toMatchObject({ state: 'captured' })
})

it.each([
  ['APPROVED', {}, 'approved', 'ORDER1:APPROVED:requires_action'],
  ['CREATED', {}, 'payment', 'ORDER1:CREATED:requires_action'],
  ['COMPLETED', captured, 'payment', 'ORDER1:COMPLETED:captured:kept'],
])('an order that is %s is an event', async (status, more, kind, eventId) => {
  const { payPal } = payPalThat({ [path]: [200, order(status, more, { id: 'kept-1', status: 'VAULTED' })] })
  expect(await payPal.fetchEvents('ORDER1')).toMatchObject([{ kind, eventId, refundRef: null }])
  expect(await payPal.fetchEvents('ORDER9')).toEqual([])
  await expect(payPalThat({ [path]: [503, {}] }).payPal.fetchEvents('ORDER1')).rejects.toThrow()
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

it('an order states what is bought, and that it renews if the account is stored', async () => {
  const { payPal, calls } = payPalThat({ '/v2/checkout/orders': [201, order('CREATED')] })
  const descriptor = 'INCONTRO.EXAMPLE DATING AND CHAT'
  const charge = { ...renewal, descriptor }
  await payPal.charge({ ...charge, source: { method: 'hosted', store: false } })
  await payPal.charge({ ...charge, source: { method: 'hosted', store: true } })
  await payPal.charge(charge)
  const unit = {
    reference_id: 'our-order',
    custom_id: 'member-1',
    invoice_id: 'our-order',
    description: descriptor,
    soft_descriptor: 'INCONTRO.EXAMPLE DATIN',
    amount,
  }
  const experience_context = {
    brand_name: descriptor,
    locale: 'it-IT',
    shipping_preference: 'NO_SHIPPING',
    landing_page: 'LOGIN',
    user_action: 'PAY_NOW',
    payment_method_preference: 'IMMEDIATE_PAYMENT_REQUIRED',
    return_url: 'https://incontro.example/back',
    cancel_url: 'https://incontro.example/back&left=1',
  }
  const vault = { store_in_vault: 'ON_SUCCESS', usage_type: 'MERCHANT', usage_pattern: 'RECURRING_PREPAID' }
  expect(calls).toEqual(
    [{ experience_context }, { experience_context, attributes: { vault } }, { vault_id: 'kept-1' }].map((paypal) => ({
      path: '/v2/checkout/orders',
      requestId: 'k',
      body: { intent: 'CAPTURE', purchase_units: [unit], payment_source: { paypal } },
    })),
  )
})

it('a charge of a stored account that requires its holder is declined, and an invalid order fails', async () => {
  const wanting = payPalThat({ '/v2/checkout/orders': [201, { ...order('PAYER_ACTION_REQUIRED'), ...page }] })
  expect(await wanting.payPal.charge(renewal)).toMatchObject({
    state: 'declined',
    code: 'authentication_required',
    action: null,
  })
  const onPage = { ...renewal, source: { method: 'hosted', store: false } } as const
  for (const [status, body, state] of [
    [422, { name: 'UNPROCESSABLE', details: [{ issue: 'INSTRUMENT_DECLINED' }] }, 'failed'],
    [409, { name: 'RESOURCE_CONFLICT' }, 'unknown'],
    [422, { name: 'PREVIOUS_REQUEST_IN_PROGRESS' }, 'unknown'],
    [422, { name: 'X', details: [{ issue: 'DUPLICATE_INVOICE_ID' }] }, 'unknown'],
    [503, {}, 'unknown'],
  ] as const)
    expect(await payPalThat({ '/v2/checkout/orders': [status, body] }).payPal.charge(onPage)).toMatchObject({ state })
})

it('a missing account counts as detached, and any other only once PayPal confirms it', async () => {
  const call = '/v3/vault/payment-tokens/kept-1'
  const card = { token: 'kept-1', shopper: 'member-1' }
  for (const status of [200, 404]) await payPalThat({ [call]: [status, {}] }).payPal.detachCard(card)
  for (const status of [401, 422, 503])
    await expect(payPalThat({ [call]: [status, {}] }).payPal.detachCard(card)).rejects.toThrow()
})

it.each([
  [422, { name: 'X', details: [{ issue: 'CAPTURE_FULLY_REFUNDED' }] }, 'refused'],
  [404, { name: 'RESOURCE_NOT_FOUND' }, 'refused'],
  [401, { name: 'AUTHENTICATION_FAILURE' }, 'throws'],
  [409, { name: 'RESOURCE_CONFLICT' }, 'throws'],
  [422, { name: 'X', details: [{ issue: 'DUPLICATE_REQUEST_ID' }] }, 'throws'],
  [503, {}, 'throws'],
])('a refund that is answered by %i %j is %s', async (status, body, outcome) => {
  const { payPal, calls } = payPalThat({ '/v2/payments/captures/CAP1/refund': [status, body] })
  const asking = payPal.refund({ providerRef: 'CAP1', reference: 'r', amount: renewal.amount, idempotencyKey: 'k' })
  if (outcome === 'throws') await expect(asking).rejects.toThrow()
  else expect(await asking).toEqual({ accepted: false, providerRef: null })
  expect(calls[0]).toMatchObject({ requestId: 'k', body: { amount, custom_id: 'r' } })
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

  it('is accepted within four days of its time', async () => {
    for (const sentAt of [now - 4 * day + 1, now, now + 4 * day - 1])
      expect(await read(something, sentAt)).toMatchObject({ kind: 'other' })
    for (const sentAt of [now - 4 * day, now + 4 * day])
      await expect(read(something, sentAt)).rejects.toThrow(WebhookRefused)
  })

  it('of a refund has our reference, PayPal’s id and the payment', async () => {
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

  const back = (status: string) => ({
    id: 'REF1',
    status,
    amount,
    links: [{ rel: 'up', href: 'https://paypal.example/v2/payments/captures/CAP1' }],
  })
  const ofOrder = (id: string) => ({ supplementary_data: { related_ids: { order_id: id } } })
  it.each<[string, object, object]>([
    ['CHECKOUT.ORDER.APPROVED', order('APPROVED'), { kind: 'hint', providerRef: 'ORDER1' }],
    ['CHECKOUT.ORDER.APPROVED', {}, { kind: 'other' }],
    ['VAULT.PAYMENT-TOKEN.CREATED', { metadata: { order_id: 'ORDER2' } }, { kind: 'hint', providerRef: 'ORDER2' }],
    ['VAULT.PAYMENT-TOKEN.DELETED', { metadata: { order_id: 'ORDER2' } }, { kind: 'other' }],
    [
      'PAYMENT.CAPTURE.COMPLETED',
      { id: 'CAP1', status: 'COMPLETED', amount, ...ofOrder('ORDER3') },
      { kind: 'hint', providerRef: 'ORDER3' },
    ],
    ['PAYMENT.CAPTURE.COMPLETED', { id: 'CAP1', status: 'COMPLETED', amount }, { kind: 'other' }],
    ['PAYMENT.REFUND.FAILED', back('FAILED'), { kind: 'refund', refundRef: 'REF1', state: { state: 'failed' } }],
    ['PAYMENT.CAPTURE.REFUNDED', back('CANCELLED'), { kind: 'refund', state: { state: 'failed', reference: null } }],
    ['PAYMENT.REFUND.PENDING', back('PENDING'), { kind: 'other' }],
    [
      'PAYMENT.CAPTURE.REVERSED',
      back('COMPLETED'),
      { kind: 'dispute', refundRef: null, state: { state: 'failed', providerRef: 'CAP1', amount: renewal.amount } },
    ],
    ['PAYMENT.CAPTURE.REVERSED', {}, { kind: 'other' }],
    [
      'CUSTOMER.DISPUTE.CREATED',
      { status: 'OPEN', disputed_transactions: [{ seller_transaction_id: 'CAP1', invoice_number: 'our-order' }] },
      { kind: 'dispute', state: { state: 'processing', providerRef: 'CAP1', reference: 'our-order', amount: null } },
    ],
    ['CUSTOMER.DISPUTE.CREATED', { status: 'OPEN', disputed_transactions: [] }, { kind: 'other' }],
  ])('%s of %j', async (type, resource, expected) => {
    const event = await read({ event_type: type, resource })
    expect(event).toMatchObject(expected)
    if (event && 'eventId' in event)
      expect(event).toMatchObject({ eventId: 'WH-EVENT-1', occurredAt: '2027-01-15T11:59:00.000Z' })
  })

  it.each<[number, object, string]>([
    [200, { verification_status: 'FAILURE' }, 'signature'],
    [400, { name: 'VALIDATION_ERROR' }, 'signature'],
    [401, {}, 'did not say'],
    [503, {}, 'did not say'],
    [200, {}, 'did not say'],
  ])('that PayPal answers with %i %j is refused', async (status, body, reason) => {
    const { payPal, calls } = payPalThat({ '/v1/notifications/verify-webhook-signature': [status, body] })
    const text = '{"id":"WH-EVENT-1","create_time":"x","event_type":"x","resource":{"value":29.90}}'
    const reading = payPal.readWebhook({ raw: Buffer.from(text), headers: headers(now) })
    await expect(reading).rejects.toThrow(reason)
    expect(calls[0]?.body).toMatchObject({
      auth_algo: 'a',
      cert_url: 'b',
      transmission_id: 'c',
      transmission_sig: 'd',
      webhook_id: 'WH-1',
      webhook_event: { id: 'WH-EVENT-1' },
    })
  })

  it('without one of its headers is refused before PayPal is asked', async () => {
    const { payPal, calls } = payPalThat({})
    for (const name of Object.keys(headers(now))) {
      const raw = Buffer.from(JSON.stringify({ id: 'WH-EVENT-1', create_time: 'x', ...something }))
      const lacking = { ...headers(now), [name]: undefined }
      await expect(payPal.readWebhook({ raw, headers: lacking }), name).rejects.toThrow(WebhookRefused)
    }
    expect(calls).toEqual([])
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
  ])('of a dispute that ended with %s: the money is %s', async (outcome, state) => {
    const resource = {
      status: 'RESOLVED',
      dispute_amount: amount,
      dispute_outcome: { outcome_code: outcome },
      disputed_transactions: [{ seller_transaction_id: 'CAP1', invoice_number: 'our-order' }],
    }
    expect(await read({ event_type: 'CUSTOMER.DISPUTE.RESOLVED', resource })).toMatchObject({
      kind: state === 'unknown' ? 'other' : 'dispute',
      state:
        state === 'unknown'
          ? { state }
          : { state, providerRef: 'CAP1', reference: 'our-order', amount: renewal.amount },
    })
  })
})
