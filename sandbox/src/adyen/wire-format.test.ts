import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { checkoutClient } from '../testing/checkout-client.ts'
import { haveSpecs, operationOf, schemaOf } from '../testing/openapi.ts'
import { startSandbox, type RunningSandbox } from '../testing/start-sandbox.ts'

const CHECKOUT = 'CheckoutService-v72.json'

describe.skipIf(!haveSpecs())("Adyen's wire format", () => {
  let running: RunningSandbox
  let client: ReturnType<typeof checkoutClient>
  beforeAll(async () => {
    running = await startSandbox()
    client = checkoutClient(running)
  })
  afterAll(() => running.close())

  test.each([
    ['an authorisation', '4111111111111111', 'Authorised'],
    ['a refusal', '4100000000000126', 'Refused'],
    ['an error', '4100000000000043', 'Error'],
    ['a pending payment', '4100000000013004', 'Received'],
    ['a redirect', '4212345678901237', 'RedirectShopper'],
  ])('is that of PaymentResponse for %s', async (_what, number, resultCode) => {
    const { status, body } = await client.post(
      '/payments',
      client.payment(await client.card(number), { storePaymentMethod: true, shopperReference: 'member-1' }),
    )
    expect([status, body.resultCode]).toEqual([200, resultCode])
    // An action has one of twelve types, so it is validated against the schema of the type it names.
    const { action, ...rest } = body
    expect(schemaOf(CHECKOUT, 'PaymentResponse').problems(rest)).toEqual([])
    if (action) expect(schemaOf(CHECKOUT, 'CheckoutRedirectAction').problems(action)).toEqual([])
  })

  test('is that of PaymentDetailsResponse after a challenge', async () => {
    const { body } = await client.post('/payments', client.payment(await client.card('4212345678901237')))
    const response = await fetch(body.action?.url ?? '', {
      method: 'POST',
      body: new URLSearchParams({ outcome: 'approve' }),
      redirect: 'manual',
    })
    const redirectResult = new URL(response.headers.get('location') ?? '').searchParams.get('redirectResult')
    const details = { details: { redirectResult } }
    expect(schemaOf(CHECKOUT, 'PaymentDetailsRequest').problems(details)).toEqual([])
    const answer = await client.post('/payments/details', details)
    expect(answer.body.resultCode).toBe('Authorised')
    expect(schemaOf(CHECKOUT, 'PaymentDetailsResponse').problems(answer.body)).toEqual([])
  })

  test('is that of the modifications', async () => {
    const paid = await client.post('/payments', client.payment(await client.card('4111111111111111')))
    const { merchantAccount } = running.config.adyen
    const refund = await client.post(`/payments/${paid.body.pspReference}/refunds`, {
      merchantAccount,
      amount: { value: 1, currency: 'EUR' },
      reference: 'r',
    })
    const cancel = await client.post(`/payments/${paid.body.pspReference}/cancels`, { merchantAccount })
    expect([refund.status, cancel.status]).toEqual([201, 201])
    expect(schemaOf(CHECKOUT, 'PaymentRefundResponse').problems(refund.body)).toEqual([])
    expect(schemaOf(CHECKOUT, 'PaymentCancelResponse').problems(cancel.body)).toEqual([])
  })

  test('is that of the removal of a stored card', async () => {
    const stored = await client.post(
      '/payments',
      client.payment(await client.card('4111111111111111'), {
        storePaymentMethod: true,
        shopperReference: 'member-wire',
      }),
    )
    const token = stored.body.additionalData?.['tokenization.storedPaymentMethodId'] ?? ''
    const { parameters, responses } = operationOf(CHECKOUT, '/storedPaymentMethods/{storedPaymentMethodId}', 'delete')
    const query = { merchantAccount: running.config.adyen.merchantAccount, shopperReference: 'member-wire' }
    expect(
      parameters
        .filter((one) => one.in === 'query')
        .map(({ name }) => name)
        .sort(),
    ).toEqual(Object.keys(query).sort())
    expect(Object.keys(responses)).toEqual(['204'])
    expect(await client.remove(token, query)).toEqual({ status: 204, text: '' })
    const again = await client.remove(token, query)
    expect(again.status).toBe(422)
    expect(schemaOf(CHECKOUT, 'ServiceError').problems(JSON.parse(again.text))).toEqual([])
  })

  test('is that of ServiceError', async () => {
    const bad = [
      await client.post('/payments', {}),
      await client.post('/payments', '{'),
      await client.post('/payments', {}, { 'x-api-key': 'no' }),
    ]
    expect(bad.map(({ status }) => status)).toEqual([422, 400, 401])
    for (const { body } of bad) {
      expect(schemaOf(CHECKOUT, 'ServiceError').problems(body)).toEqual([])
      expect(Object.keys(body).sort()).toEqual(['errorCode', 'errorType', 'message', 'pspReference', 'status'])
    }
  })

  test.each([
    ['AUTHORISATION', 'AuthorisationNotificationRequest'],
    ['CAPTURE', 'CaptureNotificationRequest'],
    ['REFUND', 'RefundNotificationRequest'],
    ['CANCELLATION', 'CancellationNotificationRequest'],
    ['CHARGEBACK', 'ChargebackNotificationRequest'],
  ])('is that of the %s webhook', async (eventCode, schema) => {
    const reference = `wire-${eventCode}`
    const paid = await client.post(
      '/payments',
      client.payment(await client.card('4111111111111111'), {
        reference,
        storePaymentMethod: true,
        shopperReference: 'member-1',
        recurringProcessingModel: 'Subscription',
      }),
    )
    const { merchantAccount } = running.config.adyen
    const path = `/payments/${paid.body.pspReference}`
    await client.post(`${path}/refunds`, { merchantAccount, amount: { value: 1, currency: 'EUR' } })
    await client.post(`${path}/cancels`, { merchantAccount })
    await fetch(`${running.origin}${path}/chargeback`, { method: 'POST' })

    const bodies = () =>
      running.webhooks
        .map(({ raw }) => raw.toString())
        .filter((text) => text.includes(`"${reference}"`) && text.includes(`"eventCode":"${eventCode}"`))
    await vi.waitFor(() => expect(bodies()).toHaveLength(1))
    expect(schemaOf('Webhooks-v1.json', schema).problems(JSON.parse(bodies()[0] ?? ''))).toEqual([])
  })
})
