import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { behindTls, canMakeCertificates } from '../testing/behind-tls.ts'
import { ownClient } from '../testing/own-client.ts'
import { startSandbox, type RunningSandbox } from '../testing/start-sandbox.ts'

/* Runs Mollie's own client for Node against the stand-in. The interfaces below declare only what is used here. */

interface Payment {
  readonly id: string
  readonly status: string
  readonly customerId?: string
  readonly mandateId?: string
  getCheckoutUrl(): string | null
}
interface Client {
  readonly payments: {
    create(payment: object): Promise<Payment>
    get(id: string): Promise<Payment>
    cancel(id: string): Promise<Payment>
  }
  readonly paymentRefunds: { create(refund: object): Promise<{ readonly id: string; readonly status: string }> }
  readonly customers: {
    create(customer: object): Promise<{ readonly id: string }>
    delete(id: string): Promise<boolean>
  }
}

const order = {
  amount: { currency: 'EUR', value: '24.90' },
  description: 'BATTITO 1',
  redirectUrl: 'http://localhost:3000/paymentCheck/mollie?reference=1',
  webhookUrl: 'http://localhost:3000/pay/webhooks/mollie',
  metadata: { reference: '1' },
}
const pay = (payment: Payment) =>
  fetch(payment.getCheckoutUrl() ?? '', {
    method: 'POST',
    body: new URLSearchParams({ choice: 'pay' }),
    redirect: 'manual',
  })

const own = ownClient('@mollie/api-client') as { createMollieClient(options: object): Client } | null

describe.skipIf(own === null || !canMakeCertificates())("Mollie's own client", () => {
  let running: RunningSandbox
  let https: Awaited<ReturnType<typeof behindTls>>
  let mollie: Client
  beforeAll(async () => {
    // The client only supports https and has its own list of trusted certificates.
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
    running = await startSandbox()
    https = await behindTls(running.origin)
    mollie = own!.createMollieClient({
      apiKey: running.config.mollie.apiKey,
      apiEndpoint: `${https.origin}/mollie/v2/`,
    })
  })
  afterAll(async () => {
    delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']
    await https.close()
    await running.close()
  })

  test('pays, reads the payment and refunds it', async () => {
    const opened = await mollie.payments.create(order)
    expect(opened.status).toBe('open')
    await pay(opened)
    expect((await mollie.payments.get(opened.id)).status).toBe('paid')
    const refund = await mollie.paymentRefunds.create({
      paymentId: opened.id,
      amount: { currency: 'EUR', value: '10.00' },
      metadata: { reference: 'r' },
    })
    expect(refund.id).toMatch(/^re_/)
    const tooMuch = mollie.paymentRefunds.create({ paymentId: opened.id, amount: { currency: 'EUR', value: '24.90' } })
    await expect(tooMuch).rejects.toThrow(/higher than the maximum/)
  })

  test('charges a mandate, and cancels an unpaid payment', async () => {
    const { id: customerId } = await mollie.customers.create({ metadata: { shopper: 'member-1' } })
    const first = await mollie.payments.create({ ...order, customerId, sequenceType: 'first' })
    await pay(first)
    const { mandateId } = await mollie.payments.get(first.id)
    const charged = await mollie.payments.create({ ...order, customerId, mandateId, sequenceType: 'recurring' })
    expect(charged.status).toBe('paid')
    const left = await mollie.payments.create(order)
    expect((await mollie.payments.cancel(left.id)).status).toBe('canceled')
    await mollie.customers.delete(customerId)
    await expect(
      mollie.payments.create({ ...order, customerId, mandateId, sequenceType: 'recurring' }),
    ).rejects.toThrow(/no longer available/)
  })
})
