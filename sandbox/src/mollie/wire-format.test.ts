import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { haveSpecs, schemaOf } from '../testing/openapi.ts'
import { startSandbox, type RunningSandbox } from '../testing/start-sandbox.ts'

interface Body {
  readonly id: string
  readonly status: string | number
  readonly _links: { readonly checkout?: { readonly href: string } }
  readonly _embedded?: { readonly refunds: readonly object[]; readonly chargebacks: readonly object[] }
}

describe.skipIf(!haveSpecs())("Mollie's wire format", () => {
  let running: RunningSandbox
  beforeAll(async () => {
    running = await startSandbox()
  })
  afterAll(() => running.close())

  async function call(method: string, path: string, body?: object, key?: string) {
    const response = await fetch(`${running.origin}/mollie/v2${path}`, {
      method,
      headers: {
        authorization: `Bearer ${running.config.mollie.apiKey}`,
        ...(body && { 'content-type': 'application/json' }),
        ...(key && { 'idempotency-key': key }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as Body }
  }
  const order = (changes: object = {}) => ({
    amount: { currency: 'EUR', value: '24.90' },
    description: 'BATTITO 1',
    redirectUrl: 'http://localhost:3000/paymentCheck/mollie?reference=1',
    webhookUrl: 'http://localhost:3000/pay/webhooks/mollie',
    metadata: { reference: '1' },
    locale: 'it_IT',
    ...changes,
  })
  const answer = (body: Body, form: Record<string, string>) =>
    fetch(body._links.checkout?.href ?? '', { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
  const fits = (schema: string, body: unknown) => expect(schemaOf('mollie', schema).problems(body)).toEqual([])

  test.each([
    [{ choice: 'pay' }, 'paid'],
    [{ choice: 'wait' }, 'pending'],
    [{ choice: 'decline', failure: 'card_expired' }, 'failed'],
    [{ choice: 'leave' }, 'canceled'],
  ])('is that of a payment, opened and after %o', async (form, status) => {
    const opened = await call('POST', '/payments', order())
    expect([opened.status, opened.body.status]).toEqual([201, 'open'])
    fits('payment-response', opened.body)
    const back = await answer(opened.body, form)
    expect(back.headers.get('location')).toBe(order().redirectUrl)
    const { body } = await call('GET', `/payments/${opened.body.id}`)
    expect(body.status).toBe(status)
    fits('payment-response', body)
  })

  test('is that of customers, first and recurring payments', async () => {
    const customer = await call('POST', '/customers', { metadata: { shopper: 'member-1' } })
    expect(customer.status).toBe(201)
    fits('customer-response', customer.body)
    const first = order({ sequenceType: 'first', customerId: customer.body.id, method: ['creditcard'] })
    fits('payment-request', first)
    const opened = await call('POST', '/payments', first)
    fits('payment-response', opened.body)
    await answer(opened.body, { choice: 'pay' })
    const paid = (await call('GET', `/payments/${opened.body.id}`)).body as Body & { mandateId: string }
    fits('payment-response', paid)
    const mandate = await call('GET', `/customers/${customer.body.id}/mandates/${paid.mandateId}`)
    fits('mandate-response', mandate.body)
    expect(mandate.body).toMatchObject({ details: { cardExpiryDate: '2030-08-31' } })
    const recurring = await call('POST', '/payments', {
      ...order({ sequenceType: 'recurring', customerId: customer.body.id, mandateId: paid.mandateId }),
    })
    expect([recurring.status, recurring.body.status, recurring.body._links.checkout]).toEqual([201, 'paid', undefined])
    fits('payment-response', recurring.body)
    expect((await call('DELETE', `/customers/${customer.body.id}`)).status).toBe(204)
    const revoked = await call('POST', '/payments', {
      ...order({ sequenceType: 'recurring', customerId: customer.body.id, mandateId: paid.mandateId }),
    })
    expect(revoked.status).toBe(410)
    fits('error-response', revoked.body)
  })

  test('is that of refunds and chargebacks', async () => {
    const opened = await call('POST', '/payments', order())
    await answer(opened.body, { choice: 'pay' })
    const refund = await call('POST', `/payments/${opened.body.id}/refunds`, {
      amount: { currency: 'EUR', value: '10.00' },
      metadata: { reference: 'r' },
    })
    expect(refund.status).toBe(201)
    fits('entity-refund-response', refund.body)
    running.sandbox.mollie.payments.dispute(opened.body.id)
    const { body } = await call('GET', `/payments/${opened.body.id}?embed=refunds,chargebacks`)
    fits('payment-response', body)
    expect(body._embedded?.refunds).toHaveLength(1)
    for (const one of body._embedded?.chargebacks ?? []) fits('entity-chargeback', one)
    running.sandbox.mollie.payments.closeDispute(opened.body.id, 'won')
    const won = (await call('GET', `/payments/${opened.body.id}?embed=chargebacks`)).body
    expect(won._embedded?.chargebacks).toMatchObject([{ reversedAt: expect.any(String) }])
    const tooMuch = await call('POST', `/payments/${opened.body.id}/refunds`, {
      amount: { currency: 'EUR', value: '24.90' },
    })
    expect(tooMuch.status).toBe(422)
    fits('error-response', tooMuch.body)
  })

  test('is that of refusals', async () => {
    const bad = [
      await call('POST', '/payments', {}),
      await call('GET', '/payments/tr_none'),
      await call('POST', '/payments', order({ surprise: 1 })),
    ]
    expect(bad.map(({ status }) => status)).toEqual([422, 404, 422])
    for (const { body } of bad) fits('error-response', body)
  })

  test('repeats the first answer for the same idempotency key, and refuses another request with that key', async () => {
    const first = await call('POST', '/payments', order(), 'key-1')
    expect((await call('POST', '/payments', order(), 'key-1')).body.id).toBe(first.body.id)
    expect((await call('POST', '/payments', order({ description: 'Other' }), 'key-1')).status).toBe(409)
  })

  test('posts only the id, to the webhook URL of the payment', async () => {
    const opened = await call('POST', '/payments', order())
    await answer(opened.body, { choice: 'pay' })
    const hook = await vi.waitFor(() => {
      const found = running.webhooks.find(({ raw }) => raw.toString() === `id=${opened.body.id}`)
      if (!found) throw new Error('no webhook yet')
      return found
    })
    expect(hook.headers['content-type']).toBe('application/x-www-form-urlencoded')
  })
})
