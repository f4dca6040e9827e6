import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { checkoutClient } from '../testing/checkout-client.ts'
import { ownClient } from '../testing/own-client.ts'
import { startSandbox, type RunningSandbox } from '../testing/start-sandbox.ts'

/* Runs Adyen's own client for Node against the stand-in. The interfaces below declare only what is used here. */

interface Payment {
  readonly resultCode: string
  readonly pspReference: string
  readonly refusalReasonCode?: string
  readonly action?: { readonly url: string }
}
interface Options {
  readonly idempotencyKey?: string
  readonly method?: string
}
interface Library {
  readonly Client: new (options: object, transport: object) => unknown
  readonly CheckoutAPI: new (client: unknown) => {
    readonly PaymentsApi: {
      payments(request: object, options?: Options): Promise<Payment>
      paymentsDetails(request: object): Promise<Payment>
    }
    readonly ModificationsApi: {
      refundCapturedPayment(
        id: string,
        request: object,
        options?: Options,
      ): Promise<{ readonly pspReference: string; readonly status: string }>
    }
  }
  readonly hmacValidator: new () => { validateHMAC(item: unknown, key: string): boolean }
}

const host = 'https://checkout-test.adyen.com/v72'
const own = ownClient('@adyen/api-library') as Library | null

describe.skipIf(own === null)("Adyen's own client", () => {
  let running: RunningSandbox
  let adyen: InstanceType<Library['CheckoutAPI']>
  let checkout: ReturnType<typeof checkoutClient>
  beforeAll(async () => {
    running = await startSandbox()
    checkout = checkoutClient(running)
    const { apiKey } = running.config.adyen
    // The client only calls Adyen's hosts over https, so this transport redirects its requests to the stand-in.
    const transport = {
      async request(endpoint: string, json: string, config: { apiKey: string }, _isKey: boolean, options?: Options) {
        expect(endpoint.startsWith(host)).toBe(true)
        const method = options?.method ?? 'POST'
        const response = await fetch(`${running.origin}/adyen/checkout/v72${endpoint.slice(host.length)}`, {
          method,
          headers: {
            'x-api-key': config.apiKey,
            ...(method === 'POST' && { 'content-type': 'application/json' }),
            ...(options?.idempotencyKey && { 'idempotency-key': options.idempotencyKey }),
          },
          ...(method === 'POST' && { body: json }),
        })
        const text = await response.text()
        if (!response.ok) throw new Error(`${response.status} ${text}`)
        return text
      },
    }
    adyen = new own!.CheckoutAPI(new own!.Client({ apiKey, environment: 'TEST' }, transport))
  })
  afterAll(() => running.close())

  const pay = async (number: string, more: object = {}, options: Options = {}) =>
    adyen.PaymentsApi.payments(checkout.payment(await checkout.card(number), more), options)

  test('pays once per idempotency key, reports a decline, and refunds', async () => {
    const request = checkout.payment(await checkout.card('4111111111111111'), { reference: 'own-1' })
    const key = { idempotencyKey: randomUUID() }
    const paid = await adyen.PaymentsApi.payments(request, key)
    expect(paid.resultCode).toBe('Authorised')
    expect((await adyen.PaymentsApi.payments(request, key)).pspReference).toBe(paid.pspReference)
    expect(await pay('4100000000000126')).toMatchObject({ resultCode: 'Refused', refusalReasonCode: '12' })
    const { merchantAccount } = running.config.adyen
    const refund = { amount: { value: 1000, currency: 'EUR' }, merchantAccount, reference: 'refund-1' }
    expect((await adyen.ModificationsApi.refundCapturedPayment(paid.pspReference, refund)).status).toBe('received')
    await expect(adyen.ModificationsApi.refundCapturedPayment('NOSUCHPAYMENT', refund)).rejects.toThrow()
  })

  test('reads the result of the bank’s page', async () => {
    const { resultCode, action } = await pay('4212345678901237')
    expect(resultCode).toBe('RedirectShopper')
    const answered = await fetch(action?.url ?? '', {
      method: 'POST',
      body: new URLSearchParams({ outcome: 'approve' }),
      redirect: 'manual',
    })
    const redirectResult = new URL(answered.headers.get('location') ?? '').searchParams.get('redirectResult')
    expect((await adyen.PaymentsApi.paymentsDetails({ details: { redirectResult } })).resultCode).toBe('Authorised')
  })

  test('accepts the signature of the webhooks and rejects any other', async () => {
    const { pspReference } = await pay('4111111111111111', { reference: 'own-2' })
    const item = await vi.waitFor(() => {
      const hook = running.webhooks.find(({ raw }) => raw.includes(pspReference))
      if (!hook) throw new Error('no webhook yet')
      const { notificationItems } = JSON.parse(hook.raw.toString()) as {
        notificationItems: { NotificationRequestItem: { amount: { value: number } } }[]
      }
      return notificationItems[0]!.NotificationRequestItem
    })
    const validator = new own!.hmacValidator()
    const { hmacKey } = running.config.adyen
    expect(validator.validateHMAC(item, hmacKey)).toBe(true)
    const forged = { ...item, amount: { ...item.amount, value: 1 } }
    expect(validator.validateHMAC(forged, hmacKey)).toBe(false)
  })
})
