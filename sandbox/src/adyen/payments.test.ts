import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkoutClient } from '../testing/checkout-client.ts'
import { encryptCard } from '../testing/encrypt-card.ts'
import { startSandbox, type RunningSandbox } from '../testing/start-sandbox.ts'
import { REFUSALS, refusalByCode } from './refusals.ts'
import { TEST_CARDS } from './test-cards.ts'

let running: RunningSandbox
let client: ReturnType<typeof checkoutClient>
beforeAll(async () => {
  running = await startSandbox()
  client = checkoutClient(running)
})
afterAll(() => running.close())

async function pay(number: string, more: object = {}, holderName?: string) {
  return client.post('/payments', client.payment(await client.card(number, holderName), more))
}

describe('test cards', () => {
  test('pass the Luhn check and have a recognised scheme', () => {
    for (const { number } of TEST_CARDS) expect(luhnSum(number) % 10, number).toBe(0)
    expect(new Set(TEST_CARDS.map(({ number }) => number)).size).toBe(TEST_CARDS.length)
  })

  test('cover every code of the catalogue', () => {
    const outcomes = TEST_CARDS.map(({ outcome }) => outcome)
    expect(outcomes).toEqual(
      expect.arrayContaining([
        'success',
        'pending',
        'invalid_cvc',
        'insufficient_funds',
        'lost_or_stolen',
        'invalid_expiry_month',
        'invalid_expiry_year',
        'expired_card',
        'card_already_declined',
        'change_method',
        'processing_error',
        'card_declined',
        'warning',
        'invalid_number',
        'blacklisted',
        'retry',
        'authentication_required',
        'generic',
      ]),
    )
  })

  test.each(TEST_CARDS)('$number: $outcome', async ({ number, behaviour }) => {
    const { status, body } = await pay(number)
    switch (behaviour.kind) {
      case 'refuse': {
        const refusal = refusalByCode(behaviour.refusal)
        expect(body).toMatchObject({
          resultCode: refusal?.result,
          refusalReason: refusal?.reason,
          refusalReasonCode: String(refusal?.code),
        })
        break
      }
      case 'invalid':
        expect([status, body.errorCode]).toEqual([422, behaviour.errorCode])
        break
      case 'challenge':
        expect(body.resultCode).toBe('RedirectShopper')
        break
      case 'pending':
        expect(body.resultCode).toBe('Received')
        break
      default:
        expect(body.resultCode).toBe('Authorised')
    }
  })

  test.each(REFUSALS.flatMap(({ holderNames, ...refusal }) => holderNames.map((name) => ({ name, ...refusal }))))(
    'with holder name $name: $reason',
    async ({ name, code, result }) => {
      const { body } = await pay('4111111111111111', {}, name)
      expect(body).toMatchObject({ resultCode: result, refusalReasonCode: String(code) })
    },
  )

  test('that the sandbox does not know are refused, and their numbers are not stored', async () => {
    expect((await pay('4242424242424242')).body).toMatchObject({ resultCode: 'Refused', refusalReasonCode: '2' })
    expect(JSON.stringify(running.sandbox.state.payments.all())).not.toContain('4242424242424242')
  })
})

describe('requests refused before any payment', () => {
  test('an unencrypted card', async () => {
    const { status, body } = await client.post(
      '/payments',
      client.payment({ type: 'scheme', number: '4111111111111111', expiryMonth: '03', expiryYear: '2030', cvc: '737' }),
    )
    expect([status, body.errorCode]).toEqual([403, '905'])
  })

  test('fields encrypted more than a day ago', async () => {
    const old = new Date(Date.now() - 25 * 60 * 60 * 1000).toISOString()
    const fields = await encryptCard(await client.publicKey(), { number: '4111111111111111' }, old)
    expect((await client.post('/payments', client.payment({ type: 'scheme', ...fields }))).body.errorCode).toBe('172')
  })

  test('fields that are not ciphertext', async () => {
    const method = {
      type: 'scheme',
      encryptedCardNumber: 'nonsense',
      encryptedExpiryMonth: 'x',
      encryptedExpiryYear: 'y',
    }
    expect((await client.post('/payments', client.payment(method))).body.errorCode).toBe('174')
  })

  test('another merchant, a missing key, an amount in quotes, no return URL', async () => {
    const method = await client.card('4111111111111111')
    const codes = await Promise.all([
      client.post('/payments', client.payment(method, { merchantAccount: 'Other' })),
      client.post('/payments', client.payment(method), { 'x-api-key': 'wrong' }),
      client.post('/payments', client.payment(method, { amount: { value: '2990', currency: 'EUR' } })),
      client.post('/payments', client.payment(method, { returnUrl: '' })),
    ])
    expect(codes.map(({ status, body }) => [status, body.errorCode])).toEqual([
      [403, '901'],
      [401, '000'],
      [422, '137'],
      [422, '14_030'],
    ])
  })
})

describe('an idempotency key', () => {
  test('answers a repeat with the first answer and charges once', async () => {
    const body = client.payment(await client.card('4111111111111111'), { reference: 'once' })
    const [first, ...repeats] = [
      await client.post('/payments', body, { 'idempotency-key': 'k-once' }),
      await client.post('/payments', body, { 'idempotency-key': 'k-once' }),
    ]
    for (const repeat of repeats) expect(repeat.body).toEqual(first?.body)
    expect(first?.headers.get('idempotency-key')).toBe('k-once')
    expect(running.sandbox.state.payments.all().filter(({ reference }) => reference === 'once')).toHaveLength(1)
  })

  test('is refused for another request', async () => {
    const method = await client.card('4111111111111111')
    await client.post('/payments', client.payment(method), { 'idempotency-key': 'k-other' })
    const other = await client.post('/payments', client.payment(method, { amount: { value: 1, currency: 'EUR' } }), {
      'idempotency-key': 'k-other',
    })
    expect([other.status, other.body.errorCode]).toEqual([422, '704'])
  })

  test('is refused for a repeat while the first request is in progress', async () => {
    await running.sandbox.app.inject({ method: 'POST', url: '/control', payload: { delayMs: 150 } })
    const body = client.payment(await client.card('4111111111111111'))
    const answers = await Promise.all([1, 2].map(() => client.post('/payments', body, { 'idempotency-key': 'k-busy' })))
    await running.sandbox.app.inject({ method: 'POST', url: '/control/reset' })
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
    expect(answers.find(({ status }) => status === 422)?.headers.get('transient-error')).toBe('true')
  })
})

describe('stored cards', () => {
  const shopper = { shopperReference: 'member-7', storePaymentMethod: true, recurringProcessingModel: 'Subscription' }

  test('are reported as created the first time and as existing afterwards, and can be charged', async () => {
    const first = await pay('4111111111111111', shopper)
    const again = await pay('4111111111111111', shopper)
    const id = first.body.additionalData?.['tokenization.storedPaymentMethodId']
    expect(first.body.additionalData).toMatchObject({
      'tokenization.store.operationType': 'created',
      'recurring.recurringDetailReference': id,
    })
    expect(again.body.additionalData).toMatchObject({
      'tokenization.store.operationType': 'alreadyExisting',
      'tokenization.storedPaymentMethodId': id,
    })

    const renewal = {
      shopperReference: 'member-7',
      shopperInteraction: 'ContAuth',
      recurringProcessingModel: 'UnscheduledCardOnFile',
    }
    const stored = { type: 'scheme', storedPaymentMethodId: id }
    expect((await client.post('/payments', client.payment(stored, renewal))).body.resultCode).toBe('Authorised')
    expect(
      (await client.post('/payments', client.payment(stored, { ...renewal, shopperReference: 'member-8' }))).body
        .errorCode,
    ).toBe('803')
  })

  test('can be removed only by their shopper, then pay no more, and get a new id when stored again', async () => {
    const mine = { ...shopper, shopperReference: 'member-9' }
    const { merchantAccount } = running.config.adyen
    const tokenOf = async () =>
      (await pay('4111111111111111', mine)).body.additionalData?.['tokenization.storedPaymentMethodId'] ?? ''
    const token = await tokenOf()
    const codeOf = ({ status, text }: { status: number; text: string }) => [
      status,
      (JSON.parse(text) as { errorCode: string }).errorCode,
    ]
    expect(codeOf(await client.remove(token, { merchantAccount, shopperReference: 'member-8' }))).toEqual([422, '803'])
    expect(codeOf(await client.remove(token, { merchantAccount: 'Other', shopperReference: 'member-9' }))).toEqual([
      403,
      '901',
    ])
    expect(codeOf(await client.remove(token, { merchantAccount }))).toEqual([422, '180'])
    expect(
      codeOf(await client.remove(token, { merchantAccount, shopperReference: 'member-9' }, { 'x-api-key': 'wrong' })),
    ).toEqual([401, '000'])
    expect(await client.remove(token, { merchantAccount, shopperReference: 'member-9' })).toEqual({
      status: 204,
      text: '',
    })
    expect(codeOf(await client.remove(token, { merchantAccount, shopperReference: 'member-9' }))).toEqual([422, '803'])
    const renewal = {
      shopperReference: 'member-9',
      shopperInteraction: 'ContAuth',
      recurringProcessingModel: 'Subscription',
    }
    expect(
      (await client.post('/payments', client.payment({ type: 'scheme', storedPaymentMethodId: token }, renewal))).body
        .errorCode,
    ).toBe('803')
    expect(await tokenOf()).not.toBe(token)
  })

  test('are not stored when the payment is refused', async () => {
    const { body } = await pay('4100000000000126', shopper)
    expect(body.additionalData).not.toHaveProperty('tokenization.storedPaymentMethodId')
  })

  test('can refuse payments that the merchant starts', async () => {
    const { body } = await pay('4100000000203803', shopper)
    const stored = {
      type: 'scheme',
      storedPaymentMethodId: body.additionalData?.['tokenization.storedPaymentMethodId'],
    }
    const renewal = await client.post(
      '/payments',
      client.payment(stored, {
        shopperReference: 'member-7',
        shopperInteraction: 'ContAuth',
        recurringProcessingModel: 'Subscription',
      }),
    )
    expect(renewal.body).toMatchObject({ resultCode: 'Refused', refusalReasonCode: '38' })
  })
})

test('the 3DS page keeps the first answer it gets', async () => {
  const { body } = await pay('4212345678901237')
  const answer = (outcome: string) =>
    fetch(body.action?.url ?? '', { method: 'POST', body: new URLSearchParams({ outcome }), redirect: 'manual' })
  const first = (await answer('decline')).headers.get('location')
  expect((await answer('approve')).headers.get('location')).toBe(first)
  const redirectResult = new URL(first ?? '').searchParams.get('redirectResult')
  const details = await client.post('/payments/details', { details: { redirectResult } })
  expect(details.body).toMatchObject({ resultCode: 'Refused', refusalReasonCode: '11' })
})

test('the page of an unknown challenge is not found', async () => {
  expect((await fetch(`${running.origin}/3ds/none`)).status).toBe(404)
})

function luhnSum(number: string): number {
  return [...number].reverse().reduce((sum, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return sum + (value > 9 ? value - 9 : value)
  }, 0)
}
