import { describe, expect, it } from 'vitest'
import type { ChargeRequest } from '#modules/payments/port.ts'
import { toMoney } from './amounts.ts'
import { failureCode } from './codes.ts'
import { eventsOf } from './events.ts'
import { createMollie } from './index.ts'
import { readCreated, readReply } from './states.ts'
import { readToken } from './token.ts'
import { Payment } from './wire.ts'

/* Replies that the sandbox never gives, and the requests sent. */

const amount = { currency: 'EUR', value: '29.90' }
const payment = (more: object = {}) => ({
  id: 'tr_1',
  status: 'paid',
  amount,
  metadata: { reference: 'our-order', shopper: 'member-1' },
  createdAt: '2027-01-15T12:00:00Z',
  _links: {},
  ...more,
})
const read = (more: object = {}) => readReply({ kind: 'answer', body: payment(more) })
const facts = { providerRef: 'tr_1', reference: 'our-order', amount: { minor: 2990, currency: 'EUR' } }

/** An adapter with fixed replies by method and path. */
function mollieThat(answers: Readonly<Record<string, readonly [status: number, body?: object]>>) {
  const calls: { readonly call: string; readonly key: string | null; readonly body: unknown }[] = []
  const mollie = createMollie({
    baseUrl: 'https://mollie.example/v2',
    apiKey: 'test_key',
    async fetch(input, init) {
      const call = `${init?.method} ${String(input).replace('https://mollie.example/v2', '')}`
      const key = new Headers(init?.headers).get('idempotency-key')
      calls.push({ call, key, body: typeof init?.body === 'string' ? JSON.parse(init.body) : null })
      const [status, body] = answers[call] ?? [404, {}]
      return new Response(status === 204 ? null : JSON.stringify(body ?? {}), { status })
    },
  })
  return { mollie, calls }
}
const charge: ChargeRequest = {
  reference: '01990000-0000-7000-8000-123456789abc',
  idempotencyKey: 'k',
  amount: { minor: 2990, currency: 'EUR' },
  source: { method: 'hosted', store: false },
  shopper: { reference: 'member-1', email: 'ada@example.com', locale: 'it-IT', ip: null, country: 'IT' },
  returnUrl: 'https://incontro.example/back',
  webhookUrl: 'https://incontro.example/hook',
  origin: 'https://incontro.example',
  browser: null,
  descriptor: 'INCONTRO',
}
const toKeep = { ...charge, source: { method: 'hosted', store: true } } as const
const renewal = { ...charge, source: { method: 'stored', token: 'cst_1/mdt_1', initiator: 'merchant' } } as const

describe('the card of a first payment', () => {
  const first = payment({
    sequenceType: 'first',
    customerId: 'cst_1',
    mandateId: 'mdt_1',
    details: { cardLabel: 'Visa', cardNumber: '4242' },
  })
  const mandate = 'GET /customers/cst_1/mandates/mdt_1'
  const asked = {
    'GET /payments/tr_1': [200, first],
    'GET /payments/tr_1?embed=refunds,chargebacks': [200, first],
  } as const

  it('is valid until the day that its mandate says, as the payment does not', async () => {
    const { mollie } = mollieThat({ ...asked, [mandate]: [200, { details: { cardExpiryDate: '2030-08-31' } }] })
    const token = { id: 'cst_1/mdt_1', last4: '4242', expiry: { month: 8, year: 2030 } }
    expect(await mollie.lookUp({ providerRef: 'tr_1', reference: 'our-order' })).toMatchObject({
      state: 'captured',
      token,
    })
    expect(await mollie.fetchEvents('tr_1')).toMatchObject([{ state: { state: 'captured', token } }])
  })

  it.each([
    ['none', { details: { cardExpiryDate: null } }],
    ['no date', { details: { cardExpiryDate: '08/30' } }],
    ['another shape', { details: { cardExpiryDate: 2030 } }],
    ['no details', {}],
  ])('has no expiry where the mandate has %s, or is gone', async (_what, body) => {
    for (const answer of [[200, body], [410]] as const) {
      const { mollie } = mollieThat({ ...asked, [mandate]: answer })
      const [event] = await mollie.fetchEvents('tr_1')
      expect(event?.state.token).toEqual({ id: 'cst_1/mdt_1', brand: 'visa', last4: '4242', shopper: 'member-1' })
    }
  })

  it('is asked for again where Mollie does not answer, and the payment is paid all the same', async () => {
    const { mollie } = mollieThat({ ...asked, [mandate]: [503] })
    expect(await mollie.lookUp({ providerRef: 'tr_1', reference: 'our-order' })).toMatchObject({
      state: 'captured',
      token: { last4: '4242' },
    })
    await expect(mollie.fetchEvents('tr_1')).rejects.toThrow('until when')
  })
})

describe('a payment', () => {
  const page = { checkout: { href: 'https://mollie.example/page' } }
  it.each([
    ['open', { _links: page }, 'requires_action', null],
    ['open', {}, 'processing', null],
    ['pending', {}, 'processing', null],
    ['authorized', {}, 'processing', null],
    ['paid', {}, 'captured', null],
    ['canceled', {}, 'cancelled', null],
    ['expired', {}, 'expired', null],
    ['failed', { details: { failureReason: 'card_expired' } }, 'declined', 'expired_card'],
    ['failed', { statusReason: { code: 'invalid_cvv' } }, 'declined', 'invalid_cvc'],
    ['failed', { details: { failureReason: 'card_expired' }, statusReason: { code: 'x' } }, 'declined', 'expired_card'],
    ['failed', {}, 'declined', 'generic'],
  ])('that is %s with %j', (status, more, state, code) => {
    expect(read({ status, ...more })).toMatchObject({ ...facts, state, code })
  })

  it('has its page, and no order of ours if it was created manually', () => {
    const url = 'https://mollie.example/page'
    expect(read({ status: 'open', _links: page }).action).toEqual({ type: 'redirect', url, method: 'GET', data: {} })
    for (const metadata of [null, 'order 7', { reference: 7 }]) expect(read({ metadata }).reference).toBeNull()
    for (const body of [payment({ status: 'new' }), payment({ amount: { currency: 'EUR', value: '29.9' } }), {}])
      expect(readReply({ kind: 'answer', body }).state).toBe('unknown')
    expect(readReply({ kind: 'refusal', status: 404, body: {} }).state).toBe('unknown')
    expect(toMoney({ currency: 'EUR', value: '0.05' })).toEqual({ minor: 5, currency: 'EUR' })
  })

  const kept = { customerId: 'cst_1', mandateId: 'mdt_1', sequenceType: 'first' }
  it('that was the first contains the mandate, and no other does', () => {
    const details = { cardLabel: 'Mastercard', cardNumber: '**** 6787' }
    const token = { id: 'cst_1/mdt_1', brand: 'mc', last4: '6787', shopper: 'member-1' }
    expect(read({ ...kept, details }).token).toEqual(token)
    expect(read({ ...kept, details: { cardLabel: 'American Express' } }).token).toMatchObject({ brand: 'amex' })
    expect(read({ ...kept, details: { cardLabel: 'Visa' } }).token).toMatchObject({ brand: 'visa', last4: null })
    expect(read(kept).token).toMatchObject({ brand: null, last4: null })
    for (const lacking of [{ sequenceType: 'recurring' }, { customerId: null }, { mandateId: null }])
      expect(read({ ...kept, ...lacking }).token).toBeNull()
    expect(readToken('cst_1/mdt_1')).toEqual({ customerId: 'cst_1', mandateId: 'mdt_1' })
    for (const text of ['', 'cst_1', 'mdt_1/cst_1', 'cst_1/mdt_1/x', 'cst_1/pm_1']) expect(readToken(text)).toBeNull()
  })

  it('fails for reasons that the catalogue knows', () => {
    const byCode = {
      insufficient_funds: ['insufficient_funds'],
      card_declined: ['card_declined', 'refused_by_issuer', 'possible_fraud'],
      expired_card: ['card_expired'],
      lost_or_stolen: ['inactive_card', 'lost_or_stolen_card'],
      invalid_cvc: ['invalid_cvv'],
      invalid_number: ['invalid_card_number'],
      change_method: ['invalid_card_type'],
      authentication_required: ['authentication_required'],
      warning: ['authentication_failed', 'authentication_abandoned', 'authentication_unavailable_acs'],
      generic: ['', null, undefined, 'something_new'],
    }
    for (const [code, reasons] of Object.entries(byCode))
      expect(reasons.map((reason) => failureCode(reason))).toEqual(reasons.map(() => code))
  })
})

it.each([
  [409, true, 'unknown', null],
  [409, false, 'unknown', null],
  [404, true, 'declined', 'change_method'],
  [410, true, 'declined', 'change_method'],
  [422, true, 'declined', 'change_method'],
  [422, false, 'failed', 'processing_error'],
  [400, true, 'failed', 'processing_error'],
])('a payment refused with %i, on a mandate %s, is %s', (status, onMandate, state, code) => {
  expect(readCreated({ kind: 'refusal', status, body: {} }, onMandate)).toMatchObject({ state, code })
})

describe('the events of a payment', () => {
  const refund = (id: string, status: string) => ({
    id,
    status,
    amount: { currency: 'EUR', value: '10.00' },
    createdAt: '2027-01-16T12:00:00Z',
    metadata: { reference: 'our-refund' },
  })
  const of = (more: object) => eventsOf(Payment.parse(payment(more)))

  it('are the payment, its finished refunds and its chargebacks, each under one id', () => {
    const back = { id: 'chb_1', amount, createdAt: '2027-01-17T12:00:00Z' }
    const events = of({
      paidAt: '2027-01-15T13:00:00Z',
      _embedded: {
        refunds: ['refunded', 'failed', 'canceled', 'queued', 'pending', 'processing'].map((status, at) =>
          refund(`re_${at}`, status),
        ),
        chargebacks: [back, { ...back, id: 'chb_2', reversedAt: '2027-01-18T12:00:00Z' }],
      },
    })
    expect(events.map((one) => [one.eventId, one.kind, one.state.state, one.refundRef, one.occurredAt])).toEqual([
      ['tr_1:paid', 'payment', 'captured', null, '2027-01-15T13:00:00.000Z'],
      ['re_0:refunded', 'refund', 'captured', 're_0', '2027-01-16T12:00:00.000Z'],
      ['re_1:failed', 'refund', 'failed', 're_1', '2027-01-16T12:00:00.000Z'],
      ['re_2:canceled', 'refund', 'failed', 're_2', '2027-01-16T12:00:00.000Z'],
      ['chb_1:open', 'dispute', 'processing', null, '2027-01-17T12:00:00.000Z'],
      ['chb_2:reversed', 'dispute', 'captured', null, '2027-01-18T12:00:00.000Z'],
    ])
    expect(events[1]?.state).toMatchObject({
      providerRef: 'tr_1',
      reference: 'our-refund',
      amount: { minor: 1000, currency: 'EUR' },
    })
    expect(events[4]?.state).toMatchObject({ providerRef: 'tr_1', amount: facts.amount })
    expect(of({ status: 'open' })[0]).toMatchObject({ eventId: 'tr_1:open', occurredAt: '2027-01-15T12:00:00.000Z' })
  })

  it('are none for an unknown payment, and an error while Mollie is down', async () => {
    const asked = 'GET /payments/tr_1?embed=refunds,chargebacks'
    expect(await mollieThat({ [asked]: [404] }).mollie.fetchEvents('tr_1')).toEqual([])
    for (const answer of [[401], [503], [200, {}]] as const)
      await expect(mollieThat({ [asked]: answer }).mollie.fetchEvents('tr_1')).rejects.toThrow()
    expect(await mollieThat({ [asked]: [200, payment()] }).mollie.fetchEvents('tr_1')).toHaveLength(1)
  })
})

describe('a charge', () => {
  const common = {
    amount,
    description: 'INCONTRO 123456789abc',
    webhookUrl: 'https://incontro.example/hook',
    metadata: { reference: charge.reference, shopper: 'member-1' },
  }
  const onPage = { ...common, redirectUrl: 'https://incontro.example/back', locale: 'it_IT' }

  it('on the page is created in a language of the page', async () => {
    const { mollie, calls } = mollieThat({ 'POST /payments': [201, payment()] })
    await mollie.charge(charge)
    for (const locale of ['es-ES', 'fr-FR', 'en-IE', 'xx-XX'])
      await mollie.charge({ ...charge, shopper: { ...charge.shopper, locale } })
    const { locale: _, ...withoutLanguage } = onPage
    expect(calls.map(({ body }) => body)).toEqual([
      onPage,
      { ...onPage, locale: 'es_ES' },
      { ...onPage, locale: 'fr_FR' },
      { ...onPage, locale: 'en_GB' },
      withoutLanguage,
    ])
    expect(calls[0]).toMatchObject({ call: 'POST /payments', key: 'k' })
  })

  it('to store creates a customer for it, under a key of its own', async () => {
    const { mollie, calls } = mollieThat({
      'POST /customers': [201, { id: 'cst_1' }],
      'POST /payments': [201, payment()],
    })
    await mollie.charge(toKeep)
    expect(calls).toEqual([
      { call: 'POST /customers', key: 'k-customer', body: { metadata: { shopper: 'member-1' } } },
      {
        call: 'POST /payments',
        key: 'k',
        body: { ...onPage, sequenceType: 'first', customerId: 'cst_1', method: ['creditcard'] },
      },
    ])
  })

  it.each([
    [409, 'unknown'],
    [503, 'unknown'],
    [422, 'failed'],
  ])('fails when the customer is answered by %i', async (status, state) => {
    const { mollie, calls } = mollieThat({ 'POST /customers': [status], 'POST /payments': [201, payment()] })
    expect(await mollie.charge(toKeep)).toMatchObject({ state })
    expect(calls).toHaveLength(1)
  })

  it('of a mandate needs no page, and one of another provider is refused', async () => {
    const { mollie, calls } = mollieThat({ 'POST /payments': [201, payment({ status: 'pending' })] })
    expect(await mollie.charge(renewal)).toMatchObject({ state: 'processing' })
    const mandate = { sequenceType: 'recurring', customerId: 'cst_1', mandateId: 'mdt_1' }
    expect(calls).toEqual([{ call: 'POST /payments', key: 'k', body: { ...common, ...mandate } }])
    const other = { ...renewal, source: { ...renewal.source, token: 'card-of-adyen' } }
    expect(await mollie.charge(other)).toMatchObject({ state: 'declined', code: 'change_method' })
    expect(calls).toHaveLength(1)
  })
})

it('a payment is closed, or its state reported if that is too late', async () => {
  const asked = { providerRef: 'tr_1', reference: 'our-order' }
  const closed = mollieThat({ 'DELETE /payments/tr_1': [200, payment({ status: 'canceled' })] })
  expect(await closed.mollie.cancel(asked)).toMatchObject({ state: 'cancelled' })
  const late = mollieThat({ 'DELETE /payments/tr_1': [422], 'GET /payments/tr_1': [200, payment()] })
  expect(await late.mollie.cancel(asked)).toMatchObject({ state: 'captured' })
  const back = { reference: 'our-order', params: {}, idempotencyKey: 'k' }
  expect(await late.mollie.complete({ ...back, providerRef: 'tr_1' })).toMatchObject({ state: 'captured' })
  expect(await late.mollie.complete({ ...back, providerRef: null })).toMatchObject({ state: 'unknown' })
})

describe('a refund', () => {
  const path = '/payments/tr_1/refunds'
  const wish = { providerRef: 'tr_1', reference: 'our-refund', amount: facts.amount, idempotencyKey: 'k' }
  const made = (reference: string, id: string) => ({
    id,
    status: 'pending',
    amount,
    createdAt: '2027-01-16T12:00:00Z',
    metadata: { reference },
  })
  const list = (...refunds: object[]) => [200, { _embedded: { refunds } }] as const

  it('that was made before is found among the others, and not repeated', async () => {
    const listed = list(made('another', 're_0'), made('our-refund', 're_1'))
    const { mollie, calls } = mollieThat({ [`GET ${path}`]: listed })
    expect(await mollie.refund(wish)).toEqual({ accepted: true, providerRef: 're_1' })
    expect(calls).toHaveLength(1)
  })

  it.each([
    [[201, made('our-refund', 're_2')], { accepted: true, providerRef: 're_2' }],
    [[422], { accepted: false, providerRef: null }],
    [[409], 'throws'],
    [[503], 'throws'],
  ] as const)('that is answered by %j', async (answer, outcome) => {
    const listed = list(made('another', 're_0'))
    const { mollie, calls } = mollieThat({ [`GET ${path}`]: listed, [`POST ${path}`]: answer })
    if (outcome === 'throws') await expect(mollie.refund(wish)).rejects.toThrow()
    else expect(await mollie.refund(wish)).toEqual(outcome)
    const body = { amount, metadata: { reference: 'our-refund' } }
    expect(calls[1]).toEqual({ call: `POST ${path}`, key: 'k', body })
  })

  it('is refused for an unknown payment, and not sent while the others are unknown', async () => {
    const none = mollieThat({ [`GET ${path}`]: [404] })
    expect(await none.mollie.refund(wish)).toEqual({ accepted: false, providerRef: null })
    for (const answer of [[401], [503], [200, {}]] as const) {
      const { mollie, calls } = mollieThat({ [`GET ${path}`]: answer })
      await expect(mollie.refund(wish)).rejects.toThrow()
      expect(calls).toHaveLength(1)
    }
  })
})

it('a mandate is deleted with its customer; a missing one counts as deleted', async () => {
  const call = 'DELETE /customers/cst_1'
  const card = { token: 'cst_1/mdt_1', shopper: 'member-1' }
  for (const status of [204, 404, 410]) {
    const { mollie, calls } = mollieThat({ [call]: [status] })
    await mollie.detachCard(card)
    expect(calls.map((one) => one.call)).toEqual([call])
  }
  for (const status of [401, 409, 503])
    await expect(mollieThat({ [call]: [status] }).mollie.detachCard(card)).rejects.toThrow()
})

it.each([
  ['id=tr_1', true],
  ['id=tr_1&more=x', true],
  ['', false],
  ['id=', false],
  ['id=tr_', false],
  ['id=tr_1&id=tr_2', false],
  ['id=re_1', false],
  ['id=tr_1%2Fx', false],
  [`id=tr_${'a'.repeat(64)}`, true],
  [`id=tr_${'a'.repeat(65)}`, false],
])('a webhook %s is a hint: %s', async (text, isHint) => {
  const read = mollieThat({}).mollie.readWebhook({ raw: Buffer.from(text), headers: {} })
  if (isHint) expect(await read).toMatchObject([{ kind: 'hint', providerRef: /id=(\w+)/.exec(text)?.[1] }])
  else await expect(read).rejects.toThrow('no payment id')
})
