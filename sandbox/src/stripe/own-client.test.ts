import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { ownClient } from '../testing/own-client.ts'
import { startSandbox, type RunningSandbox } from '../testing/start-sandbox.ts'

/* Runs Stripe's own client for Node against the stand-in. The interfaces below declare only what is used here. */

interface Session {
  readonly id: string
  readonly url: string | null
  readonly status: string
  readonly payment_status: string
  readonly payment_intent: null | { readonly id: string; readonly payment_method: string; readonly customer: string }
}
interface Client {
  readonly checkout: {
    readonly sessions: {
      create(session: object): Promise<Session>
      retrieve(id: string, options?: object): Promise<Session>
      expire(id: string): Promise<Session>
    }
  }
  readonly paymentIntents: { create(intent: object): Promise<{ readonly status: string }> }
  readonly refunds: { create(refund: object): Promise<{ readonly id: string; readonly status: string }> }
  readonly webhooks: { constructEvent(raw: Buffer, signature: string, secret: string): { readonly type: string } }
}
interface ClientClass {
  new (key: string, options: object): Client
  createFetchHttpClient(fetch: typeof globalThis.fetch): unknown
}

const order = {
  mode: 'payment',
  client_reference_id: 'order-1',
  line_items: [{ quantity: 1, price_data: { currency: 'eur', unit_amount: 2990, product_data: { name: 'BATTITO' } } }],
  success_url: 'http://localhost:3000/paymentCheck/stripe?reference=1',
}
const answer = (session: Session, form: Record<string, string>) =>
  fetch(session.url ?? '', { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })

const loaded = ownClient('stripe') as (ClientClass & { readonly default?: ClientClass }) | null
const own = loaded?.default ?? loaded

describe.skipIf(own === null)("Stripe's own client", () => {
  let running: RunningSandbox
  let stripe: Client
  beforeAll(async () => {
    running = await startSandbox()
    const Stripe = own!
    const { port } = new URL(running.origin)
    stripe = new Stripe(running.config.stripe.secretKey, {
      host: 'localhost',
      port: Number(port),
      protocol: 'http',
      maxNetworkRetries: 0,
      telemetry: false,
      // The client has no setting for the path prefix of the stand-in.
      httpClient: Stripe.createFetchHttpClient((input, init) => {
        const url = new URL(input as string | URL)
        url.pathname = `/stripe${url.pathname}`
        return fetch(url, init)
      }),
    })
  })
  afterAll(() => running.close())

  test('pays, reads the payment and refunds it', async () => {
    const opened = await stripe.checkout.sessions.create(order)
    expect(opened.status).toBe('open')
    await answer(opened, { choice: 'pay' })
    const paid = await stripe.checkout.sessions.retrieve(opened.id, { expand: ['payment_intent.latest_charge'] })
    expect(paid).toMatchObject({ status: 'complete', payment_status: 'paid' })
    const refund = { payment_intent: paid.payment_intent?.id, amount: 1000, metadata: { reference: 'r' } }
    expect((await stripe.refunds.create(refund)).status).toBe('succeeded')
    await expect(stripe.refunds.create({ ...refund, amount: 2990 })).rejects.toThrow(/more than what is left/)
  })

  test('charges a stored method, throws its decline as a card error, and closes a page', async () => {
    const keep = { ...order, customer_creation: 'always', payment_intent_data: { setup_future_usage: 'off_session' } }
    const opened = await stripe.checkout.sessions.create(keep)
    await answer(opened, { choice: 'pay', later: 'insufficient_funds' })
    const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(opened.id, {
      expand: ['payment_intent'],
    })
    const charge = stripe.paymentIntents.create({
      amount: 2990,
      currency: 'eur',
      customer: intent?.customer,
      payment_method: intent?.payment_method,
      confirm: true,
      off_session: true,
    })
    await expect(charge).rejects.toMatchObject({ type: 'StripeCardError', decline_code: 'insufficient_funds' })
    const left = await stripe.checkout.sessions.create(order)
    expect((await stripe.checkout.sessions.expire(left.id)).status).toBe('expired')
  })

  test('accepts the signature of the webhooks', async () => {
    await answer(await stripe.checkout.sessions.create(order), { choice: 'pay' })
    const hook = await vi.waitFor(() => {
      const found = running.webhooks.find(({ raw }) => raw.includes('"checkout.session.completed"'))
      if (!found) throw new Error('no webhook yet')
      return found
    })
    const signature = hook.headers['stripe-signature'] ?? ''
    const { webhookSecret } = running.config.stripe
    expect(stripe.webhooks.constructEvent(hook.raw, signature, webhookSecret).type).toBe('checkout.session.completed')
    expect(() => stripe.webhooks.constructEvent(hook.raw, signature, 'whsec_another')).toThrow()
  })
})
