import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { encryptCard, type TypedCard } from '../../../../sandbox/src/testing/encrypt-card.ts'
import { startSandbox, type RunningSandbox } from '../../../../sandbox/src/testing/start-sandbox.ts'
import { haveSpecs, schemaOf } from '../../../../sandbox/src/testing/openapi.ts'
import { TEST_CARDS } from '../../../../sandbox/src/adyen/test-cards.ts'
import { WebhookRefused, type ChargeRequest, type PaymentSource } from '#modules/payments/port.ts'
import { createAdyen, type Adyen, type AdyenOptions } from './index.ts'
import { paymentRequest } from './payment-request.ts'

const CIPHERTEXT = {
  encryptedCardNumber: 'a',
  encryptedExpiryMonth: 'b',
  encryptedExpiryYear: 'c',
  encryptedSecurityCode: 'd',
  holderName: 'Ada Rossi',
}

let sandbox: RunningSandbox
let options: AdyenOptions
let adyen: Adyen
let count = 0

beforeAll(async () => {
  sandbox = await startSandbox({ slowAnswerMs: 1_200 })
  const { origin, config } = sandbox
  options = {
    baseUrl: `${origin}/adyen/checkout/v72`,
    shopperBaseUrl: `${origin}/adyen/checkoutshopper`,
    ...config.adyen,
    timeoutMs: 600,
  }
  adyen = createAdyen(options)
})
afterAll(() => sandbox.close())

async function card(typed: TypedCard | string, store = false): Promise<PaymentSource> {
  const { publicKey } = await adyen.cardKey()
  const plain = typeof typed === 'string' ? { number: typed } : typed
  return { method: 'card', store, card: { ...(await encryptCard(publicKey, plain)), holderName: 'Ada Rossi' } }
}

function chargeOf(source: PaymentSource, changes: Partial<ChargeRequest> = {}): ChargeRequest {
  count += 1
  return {
    reference: `order-${count}`,
    idempotencyKey: `attempt-${count}`,
    amount: { minor: 2990, currency: 'EUR' },
    source,
    shopper: { reference: 'member-1', email: 'ada@example.com', locale: 'it-IT', ip: '192.0.2.7', country: 'IT' },
    returnUrl: `http://localhost:3000/paymentCheck/adyen?attempt=${count}`,
    webhookUrl: 'http://localhost:3000/pay/webhooks/adyen',
    origin: 'http://localhost:3000',
    browser: {
      userAgent: 'test',
      acceptHeader: '*/*',
      language: 'it',
      screenHeight: 800,
      screenWidth: 400,
      colorDepth: 24,
      timeZoneOffset: -60,
      javaEnabled: false,
      javaScriptEnabled: true,
    },
    descriptor: 'INCONTRO',
    ...changes,
  }
}

/** Waits for the webhook events of a reference. */
async function eventsOf(reference: string, howMany: number) {
  const events = async () =>
    (await Promise.all(sandbox.webhooks.map((hook) => adyen.readWebhook(hook))))
      .flat()
      .filter(({ state }) => state.reference === reference)
  await vi.waitFor(async () => expect((await events()).length).toBeGreaterThanOrEqual(howMany), 3_000)
  return events()
}

const complete = (redirectResult: string, idempotencyKey: string) =>
  adyen.complete({ reference: 'any', providerRef: null, params: { redirectResult }, idempotencyKey })

describe('a charge', () => {
  test('is authorised, then captured by webhook', async () => {
    const request = chargeOf(await card('4111 1111 1111 1111'))
    const state = await adyen.charge(request)
    expect(state).toMatchObject({
      state: 'authorised',
      reference: request.reference,
      amount: { minor: 2990, currency: 'EUR' },
      code: null,
      token: null,
    })

    const events = await eventsOf(request.reference, 2)
    expect(events.map((event) => [event.kind, event.state.state])).toEqual([
      ['payment', 'authorised'],
      ['payment', 'captured'],
    ])
    for (const event of events)
      expect(event.state).toMatchObject({ providerRef: state.providerRef, amount: request.amount })
    expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(2)
  })

  const declining = TEST_CARDS.filter(({ behaviour }) => behaviour.kind === 'refuse' || behaviour.kind === 'invalid')
  test.each(declining)('of $number is $outcome', async ({ number, outcome, behaviour }) => {
    const request = chargeOf(await card(number))
    const expected = outcome === 'processing_error' ? 'failed' : 'declined'
    expect(await adyen.charge(request)).toMatchObject({ state: expected, code: outcome })
    if (behaviour.kind !== 'refuse') return
    const [event] = await eventsOf(request.reference, 1)
    expect(event?.state).toMatchObject({ state: 'declined', code: outcome })
  })

  test('with a wrong cvc is invalid_cvc, with a number that is none invalid_number', async () => {
    expect(await adyen.charge(chargeOf(await card({ number: '4111111111111111', cvc: '123' })))).toMatchObject({
      code: 'invalid_cvc',
    })
    expect(await adyen.charge(chargeOf(await card('4111111111111112')))).toMatchObject({
      state: 'declined',
      code: 'invalid_number',
    })
    expect(await adyen.charge(chargeOf(await card({ number: '4111111111111111', year: '2024' })))).toMatchObject({
      code: 'expired_card',
    })
  })

  test('at a slow bank is processing and authorised later', async () => {
    const request = chargeOf(await card('4100000000013004'))
    expect(await adyen.charge(request)).toMatchObject({ state: 'processing', code: null })
    expect((await eventsOf(request.reference, 2)).at(-1)?.state.state).toBe('captured')
  })

  test('of zero authorises a card without capturing', async () => {
    const request = chargeOf(await card('4111111111111111', true), { amount: { minor: 0, currency: 'EUR' } })
    expect(await adyen.charge(request)).toMatchObject({
      state: 'authorised',
      amount: { minor: 0 },
      token: { brand: 'visa', last4: '1111' },
    })
  })
})

describe('a lost response', () => {
  test('is unknown, and asking again finds the one payment', async () => {
    const request = chargeOf(await card('4100000000504002'))
    expect(await adyen.charge(request)).toMatchObject({ state: 'unknown', providerRef: null })
    const found = await adyen.resolve(request)
    expect(found).toMatchObject({ state: 'authorised', reference: request.reference })
    expect(
      sandbox.sandbox.state.payments.all().filter(({ reference }) => reference === request.reference),
    ).toHaveLength(1)
    const [event] = await eventsOf(request.reference, 2)
    expect(event?.state.providerRef).toBe(found.providerRef)
  })

  test.each([
    ['no connection', () => Promise.reject(new TypeError('fetch failed'))],
    ['a 503', () => Promise.resolve(new Response('{}', { status: 503 }))],
    ['no JSON', () => Promise.resolve(new Response('<html>'))],
    ['a result nobody knows', () => Promise.resolve(Response.json({ resultCode: 'Sideways' }))],
    ['a key in use', () => Promise.resolve(Response.json({ errorCode: '704' }, { status: 422 }))],
  ])('for %s is unknown', async (_name, fetch) => {
    const broken = createAdyen({ ...options, fetch })
    const source: PaymentSource = { method: 'stored', token: 'T', initiator: 'merchant' }
    expect((await broken.charge(chargeOf(source))).state).toBe('unknown')
    await expect(
      broken.refund({ providerRef: 'P', reference: 'r', amount: { minor: 1, currency: 'EUR' }, idempotencyKey: 'k' }),
    ).rejects.toThrow()
  })

  test('while the first call is in progress is unknown', async () => {
    await sandbox.sandbox.app.inject({ method: 'POST', url: '/control', payload: { delayMs: 300 } })
    const request = chargeOf(await card('4111111111111111'))
    // Whichever arrives first is in progress when the other arrives.
    const answers = await Promise.all([adyen.charge(request), adyen.resolve(request)])
    expect(answers.map(({ state }) => state).sort()).toEqual(['authorised', 'unknown'])
    await sandbox.sandbox.app.inject({ method: 'POST', url: '/control/reset' })
    expect((await adyen.resolve(request)).state).toBe('authorised')
  })
})

describe.skipIf(!haveSpecs())("the requests match Adyen's description", () => {
  test.each([
    ['a card', { method: 'card', store: false, card: CIPHERTEXT }],
    ['a card to store', { method: 'card', store: true, card: CIPHERTEXT }],
    ['a stored card', { method: 'stored', token: 'T', initiator: 'member' }],
    ['a renewal', { method: 'stored', token: 'T', initiator: 'merchant' }],
  ] satisfies [string, PaymentSource][])('for %s', (_what, source) => {
    const request = paymentRequest(chargeOf(source), options.merchantAccount)
    const { paymentMethod, ...rest } = { paymentMethod: null, ...request }
    expect(schemaOf('CheckoutService-v72.json', 'CardDetails').problems(paymentMethod)).toEqual([])
    // The method is one of sixty kinds, so it was validated as the one it claims to be.
    expect(schemaOf('CheckoutService-v72.json', 'PaymentRequest').problems(rest)).toEqual([
      " must have required property 'paymentMethod'",
    ])
    expect(paymentRequest(chargeOf(source, { reference: 'r', returnUrl: 'u' }), 'm')).toEqual(
      paymentRequest(chargeOf(source, { reference: 'r', returnUrl: 'u' }), 'm'),
    )
  })
})

test.skipIf(!haveSpecs()).each([
  ['googlepay', 'GooglePayDetails'],
  ['applepay', 'ApplePayDetails'],
])('the request for %s matches its description', (wallet, schema) => {
  const source = { method: 'wallet', wallet, payload: 'encrypted', store: true } as const
  const { paymentMethod } = { paymentMethod: null, ...paymentRequest(chargeOf(source), options.merchantAccount) }
  expect(schemaOf('CheckoutService-v72.json', schema).problems(paymentMethod)).toEqual([])
})

test('wrong credentials fail and reveal nothing about the card', async () => {
  const wrong = createAdyen({ ...options, apiKey: 'wrong' })
  expect(await wrong.charge(chargeOf(await card('4111111111111111')))).toMatchObject({
    state: 'failed',
    code: 'processing_error',
  })
})

describe('3D Secure', () => {
  async function challenge(outcome: string) {
    const request = chargeOf(await card('4212345678901237'))
    const state = await adyen.charge(request)
    expect(state).toMatchObject({ state: 'requires_action', action: { type: 'redirect', method: 'GET' } })
    const url = state.action?.url ?? ''
    expect(await (await fetch(url)).text()).toContain('29.90 EUR')
    const response = await fetch(url, { method: 'POST', body: new URLSearchParams({ outcome }), redirect: 'manual' })
    const back = new URL(response.headers.get('location') ?? '')
    expect(back.href.startsWith(request.returnUrl)).toBe(true)
    return { request, redirectResult: back.searchParams.get('redirectResult') ?? '' }
  }

  test('approved is authorised, once', async () => {
    const { request, redirectResult } = await challenge('approve')
    const done = await complete(redirectResult, `details-${request.reference}`)
    expect(done).toMatchObject({ state: 'authorised', reference: request.reference, amount: request.amount })
    expect(await complete(redirectResult, 'another')).toEqual(done)
    expect(await eventsOf(request.reference, 2)).toHaveLength(2)
  })

  test('declined is warning', async () => {
    const { redirectResult } = await challenge('decline')
    expect(await complete(redirectResult, `d-${redirectResult}`.slice(0, 60))).toMatchObject({
      state: 'declined',
      code: 'warning',
    })
  })

  test('without the page’s parameters is left open', async () => {
    const input = { reference: 'any', providerRef: null, params: { MD: 'else' }, idempotencyKey: 'none' }
    expect(await adyen.complete(input)).toMatchObject({ state: 'unknown', reference: null })
  })

  test('with a forged result fails', async () => {
    expect(await complete('made-up', 'made-up')).toMatchObject({
      state: 'failed',
    })
  })
})

describe('a stored card', () => {
  async function store(number: string) {
    const request = chargeOf(await card(number, true))
    const state = await adyen.charge(request)
    return { token: state.token?.id ?? '', request, state }
  }

  test('is in the response and in the webhook', async () => {
    const { request, state, token } = await store('5555444433331111')
    const card = { brand: 'mc', last4: '1111', shopper: 'member-1', expiry: { month: 3, year: 2030 } }
    expect(state.token).toEqual({ id: expect.any(String), ...card })
    const [event] = await eventsOf(request.reference, 2)
    expect(event?.state.token).toEqual({ id: token, ...card })
  })

  test('pays for the member and for the merchant', async () => {
    const { token } = await store('4111111111111111')
    for (const initiator of ['member', 'merchant'] as const) {
      expect((await adyen.charge(chargeOf({ method: 'stored', token, initiator }))).state).toBe('authorised')
    }
  })

  test('can decline renewals', async () => {
    const { token } = await store('4100000000201203')
    const renewal = await adyen.charge(chargeOf({ method: 'stored', token, initiator: 'merchant' }))
    expect(renewal).toMatchObject({ state: 'declined', code: 'insufficient_funds' })
  })

  test('of another shopper, or unknown, cannot be charged', async () => {
    const { token } = await store('4111111111111111')
    const shopper = { ...chargeOf({ method: 'stored', token, initiator: 'merchant' }).shopper, reference: 'member-2' }
    expect(await adyen.charge(chargeOf({ method: 'stored', token, initiator: 'merchant' }, { shopper }))).toMatchObject(
      {
        state: 'declined',
        code: 'change_method',
      },
    )
  })
})

describe('detaching a stored card', () => {
  const store = async () =>
    (
      await adyen.charge(
        chargeOf(await card('4111111111111111', true), {
          shopper: {
            ...chargeOf({ method: 'stored', token: '', initiator: 'member' }).shopper,
            reference: 'member-gone',
          },
        }),
      )
    ).token?.id ?? ''
  const pay = async (token: string) => {
    const charge = chargeOf({ method: 'stored', token, initiator: 'merchant' })
    return (await adyen.charge({ ...charge, shopper: { ...charge.shopper, reference: 'member-gone' } })).state
  }

  test('makes it unchargeable, idempotently', async () => {
    const token = await store()
    expect(await pay(token)).toBe('authorised')
    await adyen.detachCard({ token, shopper: 'member-gone' })
    expect(await pay(token)).toBe('declined')
    await adyen.detachCard({ token, shopper: 'member-gone' })
    await adyen.detachCard({ token: 'of/nobody?at all', shopper: 'member-gone' })
  })

  test('counts as done only once Adyen confirms it', async () => {
    const token = await store()
    for (const change of [
      { apiKey: 'wrong' },
      { merchantAccount: 'Other' },
      { fetch: () => Promise.reject(new TypeError('fetch failed')) },
      { fetch: () => Promise.resolve(new Response('', { status: 500 })) },
      { fetch: () => Promise.resolve(new Response('not found', { status: 404 })) },
      { fetch: () => Promise.resolve(Response.json({ status: 404, errorCode: '905' }, { status: 404 })) },
    ])
      await expect(
        createAdyen({ ...options, ...change }).detachCard({ token, shopper: 'member-gone' }),
      ).rejects.toThrow('did not confirm')
    expect(await pay(token)).toBe('authorised')
  })
})

describe('a refund', () => {
  test('is accepted and confirmed by webhook', async () => {
    const request = chargeOf(await card('4111111111111111'))
    const { providerRef } = await adyen.charge(request)
    const input = {
      providerRef: providerRef ?? '',
      reference: `refund-${request.reference}`,
      amount: { minor: 1000, currency: 'EUR' },
      idempotencyKey: `refund-${request.reference}`,
    }
    const refund = await adyen.refund(input)
    expect(refund.accepted).toBe(true)
    expect(await adyen.refund(input)).toEqual(refund)
    const [event] = await eventsOf(input.reference, 1)
    expect(event).toMatchObject({ kind: 'refund', state: { state: 'captured', providerRef, amount: { minor: 1000 } } })
    expect(event?.eventId).toContain(refund.providerRef)
  })

  test('of an unknown payment is not accepted', async () => {
    expect(
      await adyen.refund({
        providerRef: 'NOPE',
        reference: 'r',
        amount: { minor: 1, currency: 'EUR' },
        idempotencyKey: 'nope',
      }),
    ).toEqual({ accepted: false, providerRef: null })
  })
})

test('a chargeback opens a dispute', async () => {
  const request = chargeOf(await card('4111111111111111'))
  const { providerRef } = await adyen.charge(request)
  await sandbox.sandbox.app.inject({ method: 'POST', url: `/payments/${providerRef}/chargeback` })
  const events = await eventsOf(request.reference, 3)
  expect(events.find(({ kind }) => kind === 'dispute')?.state).toMatchObject({ state: 'processing', providerRef })
})

describe('a webhook', () => {
  async function genuine() {
    const request = chargeOf(await card('4111111111111111'))
    await adyen.charge(request)
    await eventsOf(request.reference, 2)
    const hook = sandbox.webhooks.find(({ raw }) => raw.includes(`"${request.reference}"`))
    if (!hook) throw new Error('no webhook came')
    return hook
  }

  test.each([
    ['amount', '"value":2990', '"value":1'],
    ['reference', '"merchantReference":"order', '"merchantReference":"other'],
    ['success', '"success":"true"', '"success":"false"'],
    ['signature', '"hmacSignature":"', '"hmacSignature":"A'],
    ['signature left out', '"hmacSignature"', '"signature"'],
  ])('with a changed %s is refused', async (_what, from, to) => {
    const { raw, headers } = await genuine()
    const tampered = raw.toString().replace(from, to)
    expect(tampered).not.toBe(raw.toString())
    await expect(adyen.readWebhook({ raw: Buffer.from(tampered), headers })).rejects.toThrow(WebhookRefused)
  })

  test('without the right credentials, key or account is refused', async () => {
    const { raw, headers } = await genuine()
    await expect(adyen.readWebhook({ raw, headers: {} })).rejects.toThrow(WebhookRefused)
    await expect(
      adyen.readWebhook({ raw, headers: { ...headers, authorization: 'Basic d3Jvbmc6d3Jvbmc=' } }),
    ).rejects.toThrow(WebhookRefused)
    await expect(createAdyen({ ...options, hmacKey: '00'.repeat(32) }).readWebhook({ raw, headers })).rejects.toThrow(
      WebhookRefused,
    )
    await expect(createAdyen({ ...options, merchantAccount: 'Other' }).readWebhook({ raw, headers })).rejects.toThrow(
      WebhookRefused,
    )
  })

  test.each(['', '{}', '[]', '{"notificationItems":[]}', '{"notificationItems":[{}]}', '\u0000'])(
    'of %j is refused',
    async (text) => {
      const { headers } = await genuine()
      await expect(adyen.readWebhook({ raw: Buffer.from(text), headers })).rejects.toThrow(WebhookRefused)
    },
  )
})

test('the card key is requested once, and again after a failure', async () => {
  let calls = 0
  const answers = [new Response('', { status: 503 }), Response.json({ publicKey: '10001|ABCD' })]
  const provider = createAdyen({ ...options, fetch: async () => answers[calls++] ?? Response.error() })
  await expect(provider.cardKey()).rejects.toThrow()
  const both = await Promise.all([provider.cardKey(), provider.cardKey()])
  expect(both).toEqual([{ publicKey: '10001|ABCD' }, { publicKey: '10001|ABCD' }])
  expect(await provider.cardKey()).toEqual({ publicKey: '10001|ABCD' })
  expect(calls).toBe(2)
})
