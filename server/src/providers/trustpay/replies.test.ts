import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { NotDone, type ChargeRequest } from '#modules/payments/port.ts'
import { toMoney } from './amounts.ts'
import { rejection } from './codes.ts'
import { createTrustPay } from './index.ts'
import { isSigned } from './signature.ts'
import { readPayment } from './states.ts'

/* Replies that the sandbox never gives, and the requests sent. */

/** An adapter with fixed replies by method and path. */
function trustPayThat(answers: Readonly<Record<string, readonly [status: number, body?: object]>>) {
  const calls: { readonly call: string; readonly body: unknown }[] = []
  const trustPay = createTrustPay({
    baseUrl: 'https://trustpay.example',
    projectId: '4107',
    secretKey: 'key',
    async fetch(input, init) {
      const { pathname } = new URL(String(input))
      if (pathname === '/api/oauth2/token') return Response.json({ access_token: 't', expires_in: 1800 })
      const call = `${init?.method} ${pathname}`
      calls.push({ call, body: typeof init?.body === 'string' ? JSON.parse(init.body) : null })
      const [status, body = {}] = answers[call] ?? [404]
      return Response.json(body, { status })
    },
  })
  return { trustPay, calls }
}

it('counts cents despite binary fractions', () => {
  for (let minor = 1; minor < 4_000; minor += 1)
    expect(toMoney({ Amount: Number((minor / 100).toFixed(2)), Currency: 'EUR' }).minor).toBe(minor)
})

const asked = { providerRef: '70', reference: 'our-order' }
it.each([
  ['our reference, where it is said', '71', 'another-order', 'another-order'],
  ['the one asked about, where it says only its own number of it', '70', null, 'our-order'],
  ['none, where it speaks of another payment', '71', null, null],
])('reads %s', (_what, PaymentRequestId, MerchantReference, reference) => {
  const said = { Status: 'Paid', References: { PaymentRequestId, MerchantReference } } as const
  expect(readPayment({ PaymentInformation: said }, asked)).toMatchObject({
    state: 'captured',
    providerRef: PaymentRequestId,
    reference,
  })
})

it('accepts a signature over numbers as written or as parsed, and no other', () => {
  const text = '{"PaymentInformation":{"Amount":29.90,"Status":"Paid","Reason":null}}'
  const sign = (...values: string[]) => createHmac('sha256', 'key').update(values.sort().join('/')).digest('hex')
  expect(isSigned(text, sign('29.90', 'Paid'), 'key')).toBe(true)
  expect(isSigned(text, sign('29.9', 'Paid').toUpperCase(), 'key')).toBe(true)
  for (const wrong of [
    sign('29.900', 'Paid'),
    sign('Paid'),
    sign('29.9', 'Paid', ''),
    '',
    sign('29.9', 'Paid').slice(2),
  ])
    expect(isSigned(text, wrong, 'key'), wrong).toBe(false)
  expect(isSigned(text, sign('29.90', 'Paid'), 'other key')).toBe(false)
})

it('maps rejections to the catalogue’s reasons', () => {
  const byCode = {
    warning: ['100.380.401'],
    authentication_required: ['300.100.100'],
    card_declined: ['100.390.118'],
    invalid_number: ['800.100.151'],
    insufficient_funds: ['800.100.155', '800.100.162', '800.100.203'],
    lost_or_stolen: ['800.100.160', '800.100.168'],
    blacklisted: ['800.300.401'],
    generic: ['900.100.100'],
  }
  for (const [code, reasons] of Object.entries(byCode))
    expect(reasons.map(rejection)).toEqual(reasons.map(() => ({ state: 'declined', code })))
  // The payer left: it was not declined.
  expect(['', null, undefined].map(rejection)).toEqual(Array(3).fill({ state: 'expired', code: null }))
})

describe('a payment', () => {
  const path = '/api/Payments/Payment'
  const status = (Status: string, more: object = {}) => ({
    PaymentInformation: {
      Status,
      References: { PaymentRequestId: 70, MerchantReference: 'our-order' },
      Amount: { Amount: '29.90', Currency: 'EUR' },
      ...more,
    },
  })
  const rejected = { StatusReasonInformation: { Reason: { Code: '800.100.203' } } }
  it.each<[string, object, object]>([
    ['Paid', {}, { state: 'captured', code: null }],
    ['Authorized', {}, { state: 'processing' }],
    ['Authorizing', {}, { state: 'processing' }],
    ['Pending', {}, { state: 'requires_action' }],
    ['Rejected', rejected, { state: 'declined', code: 'insufficient_funds' }],
    ['Rejected', {}, { state: 'expired', code: null }],
  ])('that is %s with %j', async (Status, more, state) => {
    const { trustPay } = trustPayThat({ [`GET ${path}/70`]: [200, status(Status, more)] })
    const facts = { providerRef: '70', reference: 'our-order', amount: { minor: 2990, currency: 'EUR' } }
    expect(await trustPay.lookUp(asked)).toMatchObject({ ...facts, ...state })
    const isLeft = Status === 'Pending' || ('state' in state && state.state === 'expired')
    const back = { ...asked, idempotencyKey: 'k' }
    expect((await trustPay.complete({ ...back, params: { left: '1' } })).state).toBe(
      isLeft ? 'cancelled' : state['state' as keyof object],
    )
    expect(await trustPay.complete({ ...back, params: {} })).toMatchObject(state)
  })

  it('is unknown until it is reported, and its page counts as open while there is no payment', async () => {
    for (const answer of [[404], [401], [503], [200, status('New')]] as const)
      expect(await trustPayThat({ [`GET ${path}/70`]: answer }).trustPay.lookUp(asked)).toMatchObject({
        state: 'unknown',
      })
    const { trustPay } = trustPayThat({})
    expect(await trustPay.complete({ ...asked, providerRef: null, params: {}, idempotencyKey: 'k' })).toMatchObject({
      state: 'unknown',
    })
    await trustPay.ping()
    for (const answer of [[401], [503]] as const)
      await expect(trustPayThat({ [`GET ${path}/0`]: answer }).trustPay.ping()).rejects.toThrow()
  })

  const charge: ChargeRequest = {
    reference: 'our-order',
    idempotencyKey: 'k',
    amount: { minor: 2990, currency: 'EUR' },
    source: { method: 'hosted', store: false },
    shopper: { reference: 'member-1', email: 'ada@example.com', locale: 'it-IT', ip: null, country: 'IT' },
    returnUrl: 'https://incontro.example/back?reference=our-order',
    webhookUrl: 'https://incontro.example/hook',
    origin: 'https://incontro.example',
    browser: null,
    descriptor: 'INCONTRO',
  }
  it('is requested with the URLs to which the bank returns the member', async () => {
    const url = 'https://trustpay.example/page'
    const { trustPay, calls } = trustPayThat({ [`POST ${path}`]: [201, { PaymentRequestId: 70, GatewayUrl: url }] })
    expect(await trustPay.charge(charge)).toMatchObject({
      state: 'requires_action',
      providerRef: '70',
      reference: 'our-order',
      action: { type: 'redirect', url, method: 'GET', data: {} },
    })
    expect(calls[0]?.body).toEqual({
      PaymentMethod: 'Wire',
      MerchantIdentification: { ProjectId: '4107' },
      PaymentInformation: {
        Amount: { Amount: '29.90', Currency: 'EUR' },
        References: { MerchantReference: 'our-order' },
        Debtor: { Name: 'member-1', Email: 'ada@example.com' },
      },
      CallbackUrls: {
        Success: 'https://incontro.example/back?reference=our-order',
        Cancel: 'https://incontro.example/back?reference=our-order&left=1',
        Error: 'https://incontro.example/back?reference=our-order',
        Notification: 'https://incontro.example/hook',
      },
    })
    for (const [answer, state] of [
      [[400], 'failed'],
      [[503], 'unknown'],
      [[200, {}], 'unknown'],
    ] as const)
      expect(await trustPayThat({ [`POST ${path}`]: answer }).trustPay.charge(charge)).toMatchObject({ state })
  })
})

it.each<[number, number | string | null, object | 'NotDone' | 'unknown']>([
  [200, 1_001_000, { accepted: true, providerRef: '90' }],
  ...[1_130_000, 1_130_001, 1_130_002, 1_130_003, 1_130_004, 1_130_005].map((code): [number, number, object] => [
    200,
    code,
    { accepted: true, providerRef: '90' },
  ]),
  [200, '1001000', { accepted: true, providerRef: '90' }],
  [200, 1_130_006, { accepted: false, providerRef: null }],
  [200, 1_132_000, { accepted: false, providerRef: null }],
  [400, 1_132_000, { accepted: false, providerRef: null }],
  // Nothing was done: it may be repeated.
  [200, 1_132_014, 'NotDone'],
  [400, 1_132_014, 'NotDone'],
  [400, 1_133_000, 'NotDone'],
  [401, null, 'NotDone'],
  [200, null, 'unknown'],
  [503, null, 'unknown'],
])('a refund that is answered by %i and the result %s', async (status, ResultCode, outcome) => {
  const body = { PaymentRequestId: 90, ...(ResultCode !== null && { ResultInfo: { ResultCode } }) }
  const { trustPay, calls } = trustPayThat({ 'POST /api/Payments/Payout': [status, body] })
  const wish = { providerRef: '70', reference: 'our-refund', amount: { minor: 1000, currency: 'EUR' } }
  const asking = trustPay.refund({ ...wish, idempotencyKey: 'k' })
  if (outcome === 'NotDone') await expect(asking).rejects.toBeInstanceOf(NotDone)
  else if (outcome === 'unknown') await expect(asking).rejects.not.toBeInstanceOf(NotDone)
  else expect(await asking).toEqual(outcome)
  expect(calls[0]?.body).toEqual({
    MerchantIdentification: { ProjectId: '4107' },
    PaymentInformation: {
      Amount: { Amount: '10.00', Currency: 'EUR' },
      References: { PaymentRequestId: '70', MerchantReference: 'our-refund' },
    },
  })
})

describe('a notification', () => {
  /** Every value is signed as written in the text. */
  const send = (direction: string, Status: string, more: object = {}) => {
    const PaymentInformation = {
      CreditDebitIndicator: direction,
      References: { MerchantReference: 'ours', PaymentId: '11', PaymentRequestId: '70' },
      Amount: { Amount: '10.00', Currency: 'EUR' },
      Status,
      ...more,
    }
    const values: string[] = []
    JSON.stringify(PaymentInformation, (_key, value: unknown) => {
      if (typeof value === 'string') values.push(value)
      return value
    })
    const Signature = createHmac('sha256', 'key').update(values.sort().join('/')).digest('hex')
    const raw = Buffer.from(JSON.stringify({ PaymentInformation, Signature }))
    return trustPayThat({}).trustPay.readWebhook({ raw, headers: {} })
  }
  it.each([
    ['CRDT', 'Paid', 'payment', 'captured'],
    ['CRDT', 'Authorized', 'payment', 'processing'],
    ['CRDT', 'Authorizing', 'payment', 'processing'],
    ['CRDT', 'Rejected', 'payment', 'expired'],
    ['CRDT', 'Pending', 'other', 'unknown'],
    ['DBIT', 'Refunded', 'refund', 'captured'],
    ['DBIT', 'Paid', 'refund', 'captured'],
    ['DBIT', 'Rejected', 'refund', 'failed'],
    ['DBIT', 'Authorized', 'other', 'unknown'],
    ['CRDT', 'Chargebacked', 'dispute', 'failed'],
    ['DBIT', 'Chargebacked', 'dispute', 'failed'],
  ])('%s %s is of a %s: %s', async (direction, status, kind, state) => {
    const [event] = await send(direction, status)
    expect(event).toMatchObject({
      eventId: `${direction}:70:${status}`,
      kind,
      refundRef: kind === 'refund' ? '70' : null,
      state: {
        state,
        code: state === 'declined' ? 'generic' : null,
        providerRef: kind === 'payment' ? '70' : null,
        ...(kind !== 'other' && { reference: 'ours', amount: { minor: 1000, currency: 'EUR' } }),
      },
    })
  })

  it('has the reason, and an id of its own', async () => {
    const why = { StatusReasonInformation: { Reason: { Code: '100.390.118' } } }
    expect(await send('CRDT', 'Rejected', why)).toMatchObject([{ state: { code: 'card_declined' } }])
    const numbers = async (References: object) => (await send('CRDT', 'Paid', { References }))[0]
    expect(await numbers({ MerchantReference: 'ours', PaymentId: '11' })).toMatchObject({ eventId: 'CRDT:11:Paid' })
    expect(await numbers({ MerchantReference: 'ours' })).toMatchObject({ eventId: 'CRDT:ours:Paid' })
  })
})
