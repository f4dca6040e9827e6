import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { ChargeRequest } from '#modules/payments/port.ts'
import { declineCode } from './codes.ts'
import { createStripe } from './index.ts'
import { isKeyInUse, readCreated, readReply } from './replies.ts'
import { readToken } from './token.ts'

/* Replies that the sandbox never gives, and the requests sent. */

const now = Date.parse('2027-01-15T12:00:00Z')
const secret = 'whsec_of_the_tests'

/** An adapter with fixed replies by method and path. */
function stripeThat(answers: Readonly<Record<string, readonly [status: number, body?: object]>>) {
  const calls: { readonly call: string; readonly key: string | null; readonly form: Record<string, string> }[] = []
  const stripe = createStripe({
    baseUrl: 'https://stripe.example/v1',
    secretKey: 'sk_key',
    webhookSecret: secret,
    now: () => now,
    async fetch(input, init) {
      const call = `${init?.method} ${String(input).replace('https://stripe.example/v1', '')}`
      const form = Object.fromEntries(new URLSearchParams(typeof init?.body === 'string' ? init.body : ''))
      calls.push({ call, key: new Headers(init?.headers).get('idempotency-key'), form })
      const [status, body = {}] = answers[call] ?? [404, { error: { type: 'invalid_request_error' } }]
      return Response.json(body, { status })
    },
  })
  return { stripe, calls }
}

const intent = (more: object = {}) => ({
  id: 'pi_1',
  object: 'payment_intent',
  status: 'succeeded',
  amount: 2990,
  amount_received: 2990,
  currency: 'eur',
  metadata: { reference: 'our-order', shopper: 'member-1' },
  ...more,
})
const session = (more: object = {}) => ({
  id: 'cs_1',
  object: 'checkout.session',
  status: 'complete',
  payment_status: 'paid',
  amount_total: 2990,
  currency: 'eur',
  client_reference_id: 'our-order',
  metadata: {},
  url: null,
  payment_intent: 'pi_1',
  ...more,
})
const read = (body: object) => readReply({ kind: 'answer', body })
const money = { minor: 2990, currency: 'EUR' }
const charge: ChargeRequest = {
  reference: 'our-order',
  idempotencyKey: 'k',
  amount: money,
  source: { method: 'hosted', store: false },
  shopper: { reference: 'member-1', email: 'ada@example.com', locale: 'it-IT', ip: null, country: 'IT' },
  returnUrl: 'https://incontro.example/back?reference=our-order',
  webhookUrl: 'https://incontro.example/hook',
  origin: 'https://incontro.example',
  browser: null,
  descriptor: 'INCONTRO.EXAMPLE DATING AND CHAT',
}
const renewal = { ...charge, source: { method: 'stored', token: 'cus_1/pm_1', initiator: 'merchant' } } as const

it('declines for reasons that the catalogue knows, the closer one first', () => {
  const byCode = {
    insufficient_funds: ['insufficient_funds', 'withdrawal_count_limit_exceeded'],
    lost_or_stolen: ['lost_card', 'stolen_card', 'pickup_card', 'restricted_card'],
    expired_card: ['expired_card'],
    invalid_cvc: ['incorrect_cvc', 'invalid_cvc'],
    invalid_number: ['incorrect_number', 'invalid_number', 'invalid_account'],
    invalid_expiry_month: ['invalid_expiry_month'],
    invalid_expiry_year: ['invalid_expiry_year'],
    authentication_required: ['authentication_required'],
    warning: ['authentication_not_handled', 'payment_intent_authentication_failure'],
    processing_error: ['processing_error'],
    retry: ['issuer_not_available', 'reenter_transaction', 'try_again_later'],
    card_already_declined: ['card_velocity_exceeded', 'duplicate_transaction'],
    change_method: ['card_not_supported', 'currency_not_supported', 'resource_missing'],
    blacklisted: ['merchant_blacklist'],
    card_declined: ['generic_decline', 'do_not_honor', 'fraudulent', 'highest_risk_level', 'card_declined'],
    generic: ['something_new', null, undefined],
  }
  for (const [code, reasons] of Object.entries(byCode))
    for (const reason of reasons) expect([reason, declineCode({ code: reason })]).toEqual([reason, code])
  expect(declineCode({ decline_code: 'stolen_card', code: 'card_declined' })).toBe('lost_or_stolen')
  expect(declineCode({ decline_code: 'something_new', code: 'expired_card' })).toBe('expired_card')
})

describe('an intent', () => {
  const facts = { providerRef: 'pi_1', reference: 'our-order', amount: money }
  it.each([
    ['succeeded', {}, 'captured', null],
    ['processing', {}, 'processing', null],
    ['requires_capture', {}, 'processing', null],
    ['canceled', {}, 'cancelled', null],
    ['requires_payment_method', { last_payment_error: { decline_code: 'lost_card' } }, 'declined', 'lost_or_stolen'],
    ['requires_payment_method', {}, 'declined', 'generic'],
    ['requires_action', {}, 'declined', 'authentication_required'],
    ['requires_confirmation', {}, 'unknown', null],
  ])('that %s with %j', (status, more, state, code) => {
    expect(read(intent({ status, ...more }))).toMatchObject({ ...facts, state, code, token: null })
  })

  it('has the received amount once it succeeded, and the requested one before', () => {
    const partly = { amount_received: 1000 }
    expect(read(intent(partly)).amount).toEqual({ minor: 1000, currency: 'EUR' })
    expect(read(intent({ ...partly, status: 'processing' })).amount).toEqual(money)
    expect(read(intent({ metadata: {} })).reference).toBeNull()
  })

  const kept = { customer: 'cus_1', payment_method: 'pm_1', setup_future_usage: 'off_session' }
  it('that stored its method contains it, and no other does', () => {
    const card = (brand: string | null) => ({
      latest_charge: { payment_method_details: { card: { brand, last4: '4242' } } },
    })
    const token = { id: 'cus_1/pm_1', brand: 'mc', last4: '4242', shopper: 'member-1' }
    expect(read(intent({ ...kept, ...card('mastercard') })).token).toEqual(token)
    expect(read(intent({ ...kept, ...card('visa') })).token).toMatchObject({ brand: 'visa' })
    expect(read(intent({ ...kept, latest_charge: 'ch_1' })).token).toMatchObject({ brand: null, last4: null })
    for (const lacking of [{ setup_future_usage: 'on_session' }, { customer: null }, { payment_method: null }])
      expect(read(intent({ ...kept, ...lacking })).token).toBeNull()
    expect(readToken('cus_1/pm_1')).toEqual({ customer: 'cus_1', paymentMethod: 'pm_1' })
    for (const text of ['', 'cus_1', 'pm_1/cus_1', 'cus_1/pm_1/x', 'cst_1/pm_1']) expect(readToken(text)).toBeNull()
  })
})

describe('a session', () => {
  const url = 'https://stripe.example/page'
  it.each<[string, object, object]>([
    [
      'that is open',
      { status: 'open', url, payment_status: 'unpaid' },
      { state: 'requires_action', providerRef: 'cs_1' },
    ],
    ['that is open without its page', { status: 'open' }, { state: 'unknown', providerRef: 'pi_1' }],
    ['that expired', { status: 'expired', payment_intent: null }, { state: 'expired', providerRef: 'cs_1' }],
    ['that is not paid yet', { payment_status: 'unpaid' }, { state: 'processing', providerRef: 'pi_1' }],
    ['of nothing to pay', { payment_status: 'no_payment_required' }, { state: 'processing' }],
    ['that is paid', {}, { state: 'captured', providerRef: 'pi_1', amount: money }],
    [
      'that is paid by an intent',
      { payment_intent: intent({ amount_received: 2000, metadata: {} }) },
      { state: 'captured', providerRef: 'pi_1', amount: { minor: 2000, currency: 'EUR' } },
    ],
    [
      'that is paid by an intent under way',
      { payment_intent: intent({ status: 'processing' }) },
      { state: 'processing', providerRef: 'pi_1' },
    ],
    ['without an amount', { amount_total: null }, { state: 'captured', amount: null }],
  ])('%s', (_what, more, state) => {
    expect(read(session(more))).toMatchObject({ reference: 'our-order', ...state })
  })

  it('has its page', () => {
    const { action } = read(session({ status: 'open', url }))
    expect(action).toEqual({ type: 'redirect', url, method: 'GET', data: {} })
  })
})

describe('a refusal', () => {
  const refused = (status: number, error: object | null) =>
    readCreated({ kind: 'refusal', status, body: error && { error } })
  it.each<[string, number, object | null, object]>([
    ['cannot be read', 400, null, { state: 'unknown' }],
    ['of a key in use', 409, { type: 'invalid_request_error' }, { state: 'unknown' }],
    ['of a key used for another request', 400, { type: 'idempotency_error' }, { state: 'unknown' }],
    [
      'of the card',
      402,
      {
        type: 'card_error',
        decline_code: 'expired_card',
        payment_intent: intent({ status: 'requires_payment_method' }),
      },
      { state: 'declined', code: 'expired_card', providerRef: 'pi_1', reference: 'our-order' },
    ],
    [
      'of the card alone',
      402,
      { type: 'card_error', code: 'lost_card' },
      { state: 'declined', code: 'lost_or_stolen' },
    ],
    [
      'of a method that is gone',
      404,
      { type: 'invalid_request_error', code: 'resource_missing' },
      { state: 'declined', code: 'change_method' },
    ],
    ['of anything else', 400, { type: 'invalid_request_error' }, { state: 'failed', code: 'processing_error' }],
  ])('%s', (_what, status, error, state) => {
    expect(refused(status, error)).toMatchObject(state)
    expect(isKeyInUse({ kind: 'refusal', status, body: { error } })).toBe(
      status === 409 || (error && 'type' in error && error.type === 'idempotency_error') === true,
    )
  })
})

describe('a charge', () => {
  const form = {
    mode: 'payment',
    client_reference_id: 'our-order',
    customer_email: 'ada@example.com',
    locale: 'it',
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': 'eur',
    'line_items[0][price_data][unit_amount]': '2990',
    'line_items[0][price_data][product_data][name]': 'INCONTRO.EXAMPLE DATING AND CHAT',
    success_url: 'https://incontro.example/back?reference=our-order',
    cancel_url: 'https://incontro.example/back?reference=our-order&left=1',
    'metadata[kept]': '0',
    'payment_intent_data[metadata][reference]': 'our-order',
    'payment_intent_data[metadata][shopper]': 'member-1',
    'payment_intent_data[metadata][page]': '1',
    'payment_intent_data[statement_descriptor_suffix]': 'INCONTRO.EXAMPLE DATIN',
  }
  it('opens a page, which stores the method if requested', async () => {
    const { stripe, calls } = stripeThat({ 'POST /checkout/sessions': [200, session()] })
    await stripe.charge(charge)
    await stripe.charge({ ...charge, source: { method: 'hosted', store: true } })
    await stripe.charge({ ...charge, shopper: { ...charge.shopper, locale: 'xx-XX' } })
    const { locale: _, ...withoutLanguage } = form
    expect(calls).toEqual([
      { call: 'POST /checkout/sessions', key: 'k', form },
      {
        call: 'POST /checkout/sessions',
        key: 'k',
        form: {
          ...form,
          'metadata[kept]': '1',
          customer_creation: 'always',
          'payment_intent_data[setup_future_usage]': 'off_session',
        },
      },
      { call: 'POST /checkout/sessions', key: 'k', form: withoutLanguage },
    ])
  })

  it('of a stored method needs no page, and one of another provider is refused', async () => {
    const { stripe, calls } = stripeThat({ 'POST /payment_intents': [200, intent()] })
    expect(await stripe.charge(renewal)).toMatchObject({ state: 'captured' })
    const other = { ...renewal, source: { ...renewal.source, token: 'cst_1/mdt_1' } }
    expect(await stripe.charge(other)).toMatchObject({ state: 'declined', code: 'change_method' })
    expect(calls).toEqual([
      {
        call: 'POST /payment_intents',
        key: 'k',
        form: {
          amount: '2990',
          currency: 'eur',
          customer: 'cus_1',
          payment_method: 'pm_1',
          confirm: 'true',
          off_session: 'true',
          'metadata[reference]': 'our-order',
          'metadata[shopper]': 'member-1',
        },
      },
    ])
  })
})

it('is looked up by session or intent, and only a session is closed', async () => {
  const asked = { reference: 'our-order', params: {}, idempotencyKey: 'k' }
  const ofSession = 'GET /checkout/sessions/cs_1?expand[]=payment_intent.latest_charge.balance_transaction'
  const ofIntent = 'GET /payment_intents/pi_1?expand[]=latest_charge.balance_transaction'
  const { stripe, calls } = stripeThat({
    [ofSession]: [200, session()],
    [ofIntent]: [200, intent()],
    'POST /checkout/sessions/cs_2/expire': [200, session({ id: 'cs_2', status: 'expired' })],
    'POST /checkout/sessions/cs_1/expire': [400],
  })
  expect(await stripe.complete({ ...asked, providerRef: null })).toMatchObject({ state: 'unknown' })
  expect(await stripe.complete({ ...asked, providerRef: 'cs_1' })).toMatchObject({ state: 'captured' })
  expect(await stripe.complete({ ...asked, providerRef: 'pi_1' })).toMatchObject({ state: 'captured' })
  expect(await stripe.complete({ ...asked, providerRef: 'cs_2', params: { left: '1' } })).toMatchObject({
    state: 'cancelled',
  })
  // It was paid meanwhile.
  expect(await stripe.cancel({ providerRef: 'cs_1', reference: 'our-order' })).toMatchObject({ state: 'captured' })
  expect(await stripe.cancel({ providerRef: 'pi_1', reference: 'our-order' })).toMatchObject({ state: 'captured' })
  expect(calls.map(({ call }) => call)).toEqual([
    ofSession,
    ofIntent,
    'POST /checkout/sessions/cs_2/expire',
    'POST /checkout/sessions/cs_1/expire',
    ofSession,
    ofIntent,
  ])
  expect(await stripe.fetchEvents('cs_1')).toMatchObject([
    { eventId: 'cs_1:complete:paid', kind: 'payment', state: { state: 'captured' } },
  ])
  expect(await stripe.fetchEvents('cs_9')).toEqual([])
  for (const answer of [[401], [503], [200, {}]] as const)
    await expect(stripeThat({ [ofSession]: answer }).stripe.fetchEvents('cs_1')).rejects.toThrow()
})

const refund = (more: object = {}) => ({
  id: 're_1',
  object: 'refund',
  status: 'succeeded',
  amount: 1000,
  currency: 'eur',
  payment_intent: 'pi_1',
  metadata: { reference: 'our-refund' },
  ...more,
})

describe('a refund', () => {
  const list = 'GET /refunds?payment_intent=pi_1&limit=100'
  const wish = {
    providerRef: 'pi_1',
    reference: 'our-refund',
    amount: { minor: 1000, currency: 'EUR' },
    idempotencyKey: 'k',
  }
  const listed = (...data: object[]) => [200, { object: 'list', data }] as const
  const another = refund({ id: 're_0', metadata: { reference: 'another' } })

  it('that was made before is found among the others, and not repeated', async () => {
    const { stripe, calls } = stripeThat({ [list]: listed(another, refund()) })
    expect(await stripe.refund(wish)).toEqual({ accepted: true, providerRef: 're_1' })
    expect(calls).toHaveLength(1)
  })

  it.each([
    [[200, refund({ id: 're_2' })], { accepted: true, providerRef: 're_2' }],
    [[400, { error: { type: 'invalid_request_error' } }], { accepted: false, providerRef: null }],
    [[409, { error: { type: 'invalid_request_error' } }], 'throws'],
    [[400, { error: { type: 'idempotency_error' } }], 'throws'],
    [[503], 'throws'],
  ] as const)('that is answered by %j', async (answer, outcome) => {
    const { stripe, calls } = stripeThat({ [list]: listed(another), 'POST /refunds': answer })
    if (outcome === 'throws') await expect(stripe.refund(wish)).rejects.toThrow()
    else expect(await stripe.refund(wish)).toEqual(outcome)
    const form = { payment_intent: 'pi_1', amount: '1000', 'metadata[reference]': 'our-refund' }
    expect(calls[1]).toEqual({ call: 'POST /refunds', key: 'k', form })
  })

  it('is refused for an unknown payment, and not sent while the others are unknown', async () => {
    expect(await stripeThat({ [list]: [404] }).stripe.refund(wish)).toEqual({ accepted: false, providerRef: null })
    for (const answer of [[401], [503], [200, {}]] as const) {
      const { stripe, calls } = stripeThat({ [list]: answer })
      await expect(stripe.refund(wish)).rejects.toThrow()
      expect(calls).toHaveLength(1)
    }
  })
})

it('a stored method is deleted with its customer; a missing one counts as deleted', async () => {
  const call = 'DELETE /customers/cus_1'
  const card = { token: 'cus_1/pm_1', shopper: 'member-1' }
  for (const answer of [[200, {}], [404]] as const) await stripeThat({ [call]: answer }).stripe.detachCard(card)
  for (const answer of [[401], [409], [503]] as const)
    await expect(stripeThat({ [call]: answer }).stripe.detachCard(card)).rejects.toThrow()
})

describe('a webhook', () => {
  const sign = (text: string, at = now, by = secret) => {
    const time = Math.floor(at / 1000)
    return `t=${time},v1=${createHmac('sha256', by).update(`${time}.${text}`).digest('hex')}`
  }
  const { stripe } = stripeThat({})
  const send = (text: string, signature: string) =>
    stripe.readWebhook({ raw: Buffer.from(text), headers: { 'stripe-signature': signature } })
  async function event(type: string, object: object) {
    const text = JSON.stringify({ id: 'evt_1', object: 'event', type, created: now / 1000, data: { object } })
    const [read] = await send(text, sign(text))
    return read
  }

  it('is signed within five minutes, by one of two secrets during a rotation', async () => {
    const text = JSON.stringify({ id: 'evt_1', object: 'event', type: 'x', created: 1, data: { object: {} } })
    for (const at of [now - 300_000, now + 300_000]) expect(await send(text, sign(text, at))).toHaveLength(1)
    for (const at of [now - 301_000, now + 301_000])
      await expect(send(text, sign(text, at))).rejects.toThrow('signed too long ago')
    const old = sign(text, now, 'whsec_of_before')
    expect(await send(text, `${old},${sign(text).split(',')[1]}`)).toHaveLength(1)
    for (const wrong of ['', old, sign(text).replace('v1=', 'v0='), sign(`${text} `), sign(text).slice(0, -2)])
      await expect(send(text, wrong), wrong).rejects.toThrow('signature')
  })

  it.each<[string, object, object]>([
    ['checkout.session.completed', session(), { kind: 'payment', state: { state: 'captured' } }],
    ['checkout.session.completed', session({ metadata: { kept: '1' } }), { kind: 'hint', providerRef: 'cs_1' }],
    [
      'checkout.session.completed',
      session({ metadata: { kept: '1' }, payment_status: 'unpaid' }),
      { kind: 'payment', state: { state: 'processing' } },
    ],
    ['checkout.session.async_payment_succeeded', session(), { kind: 'payment', state: { state: 'captured' } }],
    [
      'checkout.session.async_payment_failed',
      session({ payment_status: 'unpaid' }),
      { kind: 'payment', state: { state: 'declined', code: 'generic', reference: 'our-order' } },
    ],
    ['checkout.session.expired', session({ status: 'expired' }), { kind: 'payment', state: { state: 'expired' } }],
    ['checkout.session.completed', {}, { kind: 'other', state: { state: 'unknown' } }],
    ['payment_intent.succeeded', intent(), { kind: 'payment', state: { state: 'captured' } }],
    ['payment_intent.payment_failed', intent({ metadata: { page: '1' } }), { kind: 'other' }],
    ['refund.updated', refund(), { kind: 'refund', refundRef: 're_1', state: { state: 'captured' } }],
    ['charge.refund.updated', refund({ status: 'failed' }), { kind: 'refund', state: { state: 'failed' } }],
    ['refund.updated', refund({ status: 'canceled' }), { kind: 'refund', state: { state: 'failed' } }],
    ['refund.created', refund({ status: 'pending' }), { kind: 'other', refundRef: null }],
    ['refund.created', refund({ status: null }), { kind: 'other', refundRef: null }],
    ['customer.created', {}, { kind: 'other', state: { state: 'unknown' } }],
  ])('%s of %j', async (type, object, read) => {
    expect(await event(type, object)).toMatchObject(read)
  })

  it('has its time, and for a refund amount, payment and our reference', async () => {
    expect(await event('refund.updated', refund())).toEqual({
      eventId: 'evt_1',
      kind: 'refund',
      refundRef: 're_1',
      occurredAt: '2027-01-15T12:00:00.000Z',
      state: expect.objectContaining({
        providerRef: 'pi_1',
        reference: 'our-refund',
        amount: { minor: 1000, currency: 'EUR' },
      }),
    })
  })

  it.each([
    ['needs_response', 'processing'],
    ['under_review', 'processing'],
    ['won', 'captured'],
    ['prevented', 'captured'],
    ['lost', 'failed'],
    // An inquiry takes no money.
    ['warning_closed', null],
  ])('of a dispute that is %s: the money is %s', async (status, state) => {
    const dispute = { id: 'dp_1', object: 'dispute', status, amount: 2990, currency: 'eur', payment_intent: 'pi_1' }
    const read = await event('charge.dispute.updated', dispute)
    expect(read).toMatchObject(
      state === null ? { kind: 'other' } : { kind: 'dispute', state: { state, providerRef: 'pi_1', amount: money } },
    )
  })
})
