import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startSandbox, type RunningSandbox } from '../testing/start-sandbox.ts'

type Resource = Readonly<Record<string, unknown>>

const file = join(
  resolve(process.env.PROVIDER_SPECS ?? join(import.meta.dirname, '../../../../shared/openapi')),
  'stripe/fixtures-subset.json',
)
if (!existsSync(file)) console.warn(`Stripe's wire format is not checked: no ${file} (set PROVIDER_SPECS)`)

/** The differences of a resource from Stripe's own example: additional fields, and values of another type. */
function problems(value: unknown, example: unknown, path = ''): string[] {
  if (value === null || example === null || example === undefined) return []
  if (typeof value !== typeof example) return [`${path} is ${typeof value}, not ${typeof example}`]
  if (Array.isArray(value) || typeof value !== 'object') return []
  const known = example as Resource
  // Their fields are named by us, or differ from one example to the next.
  if (/(metadata|\.card|data\.object)$/.test(path)) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    name in known ? problems(inner, known[name], `${path}.${name}`) : [`${path}.${name} is no field`],
  )
}

describe.skipIf(!existsSync(file))("Stripe's wire format", () => {
  let running: RunningSandbox
  let examples: Readonly<Record<string, Resource>>
  beforeAll(async () => {
    examples = (JSON.parse(readFileSync(file, 'utf8')) as { resources: typeof examples }).resources
    running = await startSandbox()
  })
  afterAll(() => running.close())

  async function call(method: string, path: string, form?: Record<string, string>) {
    const response = await fetch(`${running.origin}/stripe/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${running.config.stripe.secretKey}` },
      ...(form && { body: new URLSearchParams(form) }),
    })
    return { status: response.status, body: (await response.json()) as Resource }
  }
  const open = () =>
    call('POST', '/checkout/sessions', {
      mode: 'payment',
      client_reference_id: 'order-1',
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': 'eur',
      'line_items[0][price_data][unit_amount]': '2990',
      'line_items[0][price_data][product_data][name]': 'BATTITO',
      success_url: 'http://localhost:3000/paymentCheck/stripe?reference=1',
      customer_creation: 'always',
      'payment_intent_data[setup_future_usage]': 'off_session',
    })
  const pay = (session: Resource) =>
    fetch(String(session['url']), { method: 'POST', body: new URLSearchParams({ choice: 'pay' }), redirect: 'manual' })

  test('is that of sessions, intents, charges, refunds and disputes', async () => {
    const opened = await open()
    expect([opened.status, opened.body['status'], opened.body['payment_intent']]).toEqual([200, 'open', null])
    expect(problems(opened.body, examples['checkout.session'])).toEqual([])
    await pay(opened.body)
    const path = `/checkout/sessions/${String(opened.body['id'])}`
    const { payment_intent: intent, ...session } = (await call('GET', `${path}?expand[]=payment_intent.latest_charge`))
      .body
    expect(session['payment_status']).toBe('paid')
    expect(problems(session, examples['checkout.session'])).toEqual([])
    const { latest_charge: charge, ...rest } = intent as Resource
    expect(problems(rest, examples['payment_intent'])).toEqual([])
    expect(problems(charge, examples['charge'])).toEqual([])
    const refund = await call('POST', '/refunds', { payment_intent: String(rest['id']), amount: '1000' })
    expect(refund.status).toBe(200)
    expect(problems(refund.body, examples['refund'])).toEqual([])
    running.sandbox.stripe.payments.dispute(String(rest['id']))

    const events = () => running.webhooks.map(({ raw }) => JSON.parse(raw.toString()) as Resource & { type: string })
    await vi.waitFor(() =>
      expect(events().map(({ type }) => type)).toEqual(
        expect.arrayContaining(['checkout.session.completed', 'refund.created', 'charge.dispute.created']),
      ),
    )
    for (const event of events()) {
      expect(problems(event, examples['event'])).toEqual([])
      const { object } = event['data'] as { object: Resource }
      expect(problems(object, examples[String(object['object'])])).toEqual([])
    }
  })

  test('uses Stripe’s error format for requests that it refuses', async () => {
    const answers = [
      await call('POST', '/checkout/sessions', {}),
      await call('GET', '/payment_intents/pi_none'),
      await call('POST', `/checkout/sessions/cs_test_none/expire`, {}),
    ]
    expect(answers.map(({ status }) => status)).toEqual([400, 404, 404])
    for (const { body } of answers)
      expect(body).toEqual({
        error: { type: 'invalid_request_error', message: expect.any(String), code: expect.any(String) },
      })
  })
})
