import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ownClient } from '../testing/own-client.ts'
import { startSandbox, type RunningSandbox } from '../testing/start-sandbox.ts'

/* Runs PayPal's own client for Node against the stand-in. The interfaces below declare only what is used here. */

interface Answer<T> {
  readonly statusCode: number
  readonly result: T
}
interface Capture {
  readonly id: string
  readonly status: string
}
interface Order {
  readonly id: string
  readonly status: string
  readonly links: readonly { readonly rel: string; readonly href: string }[]
  readonly paymentSource?: { readonly paypal?: { readonly attributes?: { readonly vault?: { readonly id: string } } } }
  readonly purchaseUnits: readonly { readonly payments?: { readonly captures?: readonly Capture[] } }[]
}
interface Orders {
  createOrder(call: object): Promise<Answer<Order>>
  getOrder(call: object): Promise<Answer<Order>>
  captureOrder(call: object): Promise<Answer<Order>>
}
interface Payments {
  refundCapturedPayment(call: object): Promise<Answer<{ readonly id: string; readonly status: string }>>
  getCapturedPayment(call: object): Promise<Answer<Capture>>
}
interface Vault {
  deletePaymentToken(id: string): Promise<Answer<unknown>>
}
interface Library {
  readonly Client: new (options: object) => unknown
  readonly OrdersController: new (client: unknown) => Orders
  readonly PaymentsController: new (client: unknown) => Payments
  readonly VaultController: new (client: unknown) => Vault
  readonly Environment: { readonly Sandbox: string }
}

const host = 'https://api-m.sandbox.paypal.com'
const own = ownClient('@paypal/paypal-server-sdk') as Library | null

describe.skipIf(own === null)("PayPal's own client", () => {
  let running: RunningSandbox
  let orders: Orders
  let payments: Payments
  let vault: Vault
  beforeAll(async () => {
    running = await startSandbox()
    const { clientId, clientSecret } = running.config.paypal
    const client = new own!.Client({
      environment: own!.Environment.Sandbox,
      clientCredentialsAuthCredentials: { oAuthClientId: clientId, oAuthClientSecret: clientSecret },
      // The client has no setting for another host, so this transport redirects its requests to the stand-in.
      unstable_httpClientOptions: { adapter: (request: Request) => send(running.origin, request) },
    })
    orders = new own!.OrdersController(client)
    payments = new own!.PaymentsController(client)
    vault = new own!.VaultController(client)
  })
  afterAll(() => running.close())

  const order = (payPal: object = {}) => ({
    paypalRequestId: randomUUID(),
    prefer: 'return=representation',
    body: {
      intent: 'CAPTURE',
      purchaseUnits: [{ amount: { currencyCode: 'EUR', value: '29.90' }, customId: 'member-1' }],
      paymentSource: { paypal: payPal },
    },
  })
  const page = {
    experienceContext: { returnUrl: 'http://localhost:3000/back', cancelUrl: 'http://localhost:3000/left' },
  }
  async function approve({ links }: Order): Promise<void> {
    const { href = '' } = links.find(({ rel }) => rel === 'payer-action') ?? {}
    const { url } = await fetch(href)
    await fetch(url, { method: 'POST', body: new URLSearchParams({ choice: 'pay' }), redirect: 'manual' })
  }

  test('pays, reads the payment and refunds it', async () => {
    const { result: opened } = await orders.createOrder(order(page))
    expect(opened.status).toBe('PAYER_ACTION_REQUIRED')
    await expect(orders.captureOrder({ id: opened.id })).rejects.toThrow()
    await approve(opened)
    expect((await orders.getOrder({ id: opened.id })).result.status).toBe('APPROVED')
    const { result: paid } = await orders.captureOrder({ id: opened.id, prefer: 'return=representation' })
    const [capture] = paid.purchaseUnits[0]?.payments?.captures ?? []
    expect([paid.status, capture?.status]).toEqual(['COMPLETED', 'COMPLETED'])
    const captureId = capture?.id ?? ''
    const refund = await payments.refundCapturedPayment({
      captureId,
      paypalRequestId: randomUUID(),
      body: { amount: { currencyCode: 'EUR', value: '10.00' } },
    })
    expect([refund.statusCode, refund.result.status]).toEqual([201, 'COMPLETED'])
    expect((await payments.getCapturedPayment({ captureId })).result.status).toBe('PARTIALLY_REFUNDED')
    await expect(
      payments.refundCapturedPayment({ captureId, body: { amount: { currencyCode: 'EUR', value: '29.90' } } }),
    ).rejects.toMatchObject({ statusCode: 422 })
  })

  test('stores an account, charges it and deletes it', async () => {
    const keep = { ...page, attributes: { vault: { storeInVault: 'ON_SUCCESS', usageType: 'MERCHANT' } } }
    const { result: opened } = await orders.createOrder(order(keep))
    await approve(opened)
    const { result: paid } = await orders.captureOrder({ id: opened.id, prefer: 'return=representation' })
    const vaultId = paid.paymentSource?.paypal?.attributes?.vault?.id ?? ''
    expect(vaultId).not.toBe('')
    expect((await orders.createOrder(order({ vaultId }))).result.status).toBe('COMPLETED')
    expect((await vault.deletePaymentToken(vaultId)).statusCode).toBe(204)
    await expect(orders.createOrder(order({ vaultId }))).rejects.toMatchObject({ statusCode: 404 })
  })
})

interface Request {
  readonly url: string
  readonly method: string
  readonly data?: string
  readonly headers: { toJSON(): Record<string, string> }
}

async function send(origin: string, request: Request) {
  expect(request.url.startsWith(host)).toBe(true)
  const response = await fetch(`${origin}/paypal${request.url.slice(host.length)}`, {
    method: request.method.toUpperCase(),
    headers: Object.entries(request.headers.toJSON()).map(([name, value]) => [name, String(value)]),
    ...(request.data === undefined ? {} : { body: request.data }),
  })
  return {
    data: await response.text(),
    status: response.status,
    statusText: response.statusText,
    headers: Object.fromEntries(response.headers),
    config: request,
    request: null,
  }
}
