import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { haveSpecs, schemaOf, type Description } from '../../../../sandbox/src/testing/openapi.ts'
import { startSandbox, type RunningSandbox } from '../../../../sandbox/src/testing/start-sandbox.ts'
import { chargeOf } from '#providers/testing/contract/suite.ts'
import { createPayPal, type PayPal } from './index.ts'

interface Call {
  readonly call: string
  readonly status: number
  readonly request: unknown
  readonly answer: unknown
}
type Schema = readonly [Description, string]

/** Schemas of request and response by call. */
const operations: readonly (readonly [call: RegExp, request: Schema | null, answer: Schema | null])[] = [
  [/^POST \/v2\/checkout\/orders$/, ['paypal orders', 'order_request'], ['paypal orders', 'order']],
  [/^GET \/v2\/checkout\/orders\/\w+$/, null, ['paypal orders', 'order']],
  [/^POST .*\/orders\/\w+\/capture$/, ['paypal orders', 'order_capture_request'], ['paypal orders', 'order']],
  [/^GET \/v2\/payments\/captures\/\w+$/, null, ['paypal payments', 'capture-2']],
  [/^POST .*\/captures\/\w+\/refund$/, ['paypal payments', 'refund_request'], ['paypal payments', 'refund']],
  [
    /^POST .*\/verify-webhook-signature$/,
    ['paypal webhooks', 'verify_webhook_signature'],
    ['paypal webhooks', 'verify_webhook_signature_response'],
  ],
  [/^GET \/v1\/notifications\/webhooks\/\w+$/, null, ['paypal webhooks', 'webhook']],
  [/^DELETE \/v3\/vault\/payment-tokens\/\w+$/, null, null],
]
const resources: Readonly<Record<string, Schema>> = {
  'checkout-order': ['paypal orders', 'order'],
  capture: ['paypal payments', 'capture-2'],
  refund: ['paypal payments', 'refund'],
  dispute: ['paypal disputes', 'dispute'],
  payment_token: ['paypal vault', 'payment_token_response'],
}

describe.skipIf(!haveSpecs())("PayPal's wire format, of adapter and sandbox", () => {
  let running: RunningSandbox
  let payPal: PayPal
  const calls: Call[] = []
  beforeAll(async () => {
    running = await startSandbox()
    payPal = createPayPal({
      baseUrl: `${running.origin}/paypal`,
      ...running.config.paypal,
      async fetch(input, init) {
        const response = await fetch(input, init)
        const text = await response.clone().text()
        calls.push({
          call: `${init?.method ?? 'GET'} ${new URL(String(input)).pathname.replace(/^\/paypal/, '')}`,
          status: response.status,
          request: typeof init?.body === 'string' && init.body.startsWith('{') ? JSON.parse(init.body) : null,
          answer: text === '' ? null : JSON.parse(text),
        })
        return response
      },
    })
  })
  afterAll(() => running.close())

  async function approve(store: boolean, form: Record<string, string>) {
    const request = chargeOf({ method: 'hosted', store })
    const { action, providerRef } = await payPal.charge(request)
    const page = await fetch(action?.url ?? '')
    await fetch(page.url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
    return payPal.lookUp({ providerRef: providerRef ?? '', reference: request.reference })
  }
  const fits = ([file, name]: Schema, value: unknown) => schemaOf(file, name).problems(value)

  test('follows its public description, in every call and every webhook', async () => {
    await payPal.ping()
    const paid = await approve(true, { choice: 'pay' })
    expect(paid).toMatchObject({ state: 'captured', token: { brand: 'paypal' } })
    const slow = await approve(false, { choice: 'wait' })
    expect(slow.state).toBe('processing')
    await payPal.lookUp({ providerRef: slow.providerRef ?? '', reference: randomUUID() })
    expect(await approve(false, { choice: 'decline', failure: 'TRANSACTION_REFUSED' })).toMatchObject({
      state: 'declined',
    })
    const token = paid.token?.id ?? ''
    await payPal.charge(chargeOf({ method: 'stored', token, initiator: 'merchant' }))
    const refund = { providerRef: paid.providerRef ?? '', reference: randomUUID(), idempotencyKey: randomUUID() }
    await payPal.refund({ ...refund, amount: { minor: 1000, currency: 'EUR' } })
    await payPal.refund({ ...refund, amount: { minor: 9900, currency: 'EUR' }, idempotencyKey: randomUUID() })
    await payPal.detachCard({ token, shopper: 'member-1' })
    const order = running.sandbox.state.paypalPayments.all().find(({ pageId }) => pageId === paid.providerRef)
    running.sandbox.paypal.payments.dispute(order?.id ?? '')
    running.sandbox.paypal.payments.closeDispute(order?.id ?? '', 'lost')

    const events = () => running.webhooks.map(({ raw }) => JSON.parse(raw.toString()) as Record<string, unknown>)
    await vi.waitFor(() =>
      expect(new Set(events().map(({ event_type: type }) => type))).toEqual(
        new Set([
          'CHECKOUT.ORDER.APPROVED',
          'PAYMENT.CAPTURE.COMPLETED',
          'PAYMENT.CAPTURE.PENDING',
          'PAYMENT.CAPTURE.REFUNDED',
          'VAULT.PAYMENT-TOKEN.CREATED',
          'CUSTOMER.DISPUTE.CREATED',
          'CUSTOMER.DISPUTE.RESOLVED',
        ]),
      ),
    )
    for (const event of events()) {
      expect(fits(['paypal webhooks', 'event'], event)).toEqual([])
      const schema = resources[String(event['resource_type'])]
      expect([event['event_type'], schema && fits(schema, event['resource'])]).toEqual([event['event_type'], []])
    }
    const hook = running.webhooks[0]!
    await payPal.readWebhook(hook)

    const seen = new Set<string>()
    for (const { call, status, request, answer } of calls.filter(({ call: name }) => !name.endsWith('/token'))) {
      const operation = operations.find(([pattern]) => pattern.test(call))
      expect([call, operation !== undefined]).toEqual([call, true])
      seen.add(String(operation?.[0]))
      if (operation?.[1]) expect([call, fits(operation[1], request)]).toEqual([call, []])
      const answered: Schema | null = status < 300 ? (operation?.[2] ?? null) : ['paypal orders', 'error_422']
      if (answered && status !== 404) expect([call, fits(answered, answer)]).toEqual([call, []])
    }
    expect(seen.size).toBe(operations.length)
  })

  test('violations are refused: an unknown field, no request id, an unknown token', async () => {
    const bearer = await fetch(`${running.origin}/paypal/v1/oauth2/token`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${running.config.paypal.clientId}:${running.config.paypal.clientSecret}`).toString('base64')}`,
      },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    })
    const { access_token: token } = (await bearer.json()) as { access_token: string }
    const unit = { amount: { currency_code: 'EUR', value: '1.00' } }
    const order = { intent: 'CAPTURE', purchase_units: [unit], payment_source: { paypal: {} } }
    const post = async (body: object, headers: Record<string, string>) => {
      const response = await fetch(`${running.origin}/paypal/v2/checkout/orders`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
        body: JSON.stringify(body),
      })
      return response.status
    }
    expect(await post(order, { 'paypal-request-id': '1' })).toBe(201)
    expect(await post(order, { 'paypal-request-id': '1' })).toBe(200)
    expect(await post(order, {})).toBe(400)
    expect(await post({ ...order, surprise: 1 }, { 'paypal-request-id': '2' })).toBe(400)
    expect(await post(order, { 'paypal-request-id': '3', authorization: 'Bearer made-up' })).toBe(401)
  })
})
