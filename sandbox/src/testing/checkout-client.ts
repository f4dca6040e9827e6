import type { RunningSandbox } from './start-sandbox.ts'
import { encryptCard, type TypedCard } from './encrypt-card.ts'

/** The fields of the API's answers that the tests read. */
export interface CheckoutBody {
  readonly resultCode?: string
  readonly pspReference?: string
  readonly refusalReason?: string
  readonly refusalReasonCode?: string
  readonly errorCode?: string
  readonly status?: string | number
  readonly paymentPspReference?: string
  readonly action?: { readonly url: string; readonly method: string; readonly type: string }
  readonly additionalData?: Readonly<Record<string, string>>
}

export interface CheckoutAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: CheckoutBody
}

/** Calls the sandbox's Checkout API as a merchant's server does. */
export function checkoutClient({ origin, config }: RunningSandbox) {
  const base = `${origin}/adyen/checkout/v72`

  async function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<CheckoutAnswer> {
    const response = await fetch(`${base}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': config.adyen.apiKey, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    return {
      status: response.status,
      headers: response.headers,
      body: JSON.parse(await response.text()) as CheckoutBody,
    }
  }

  /** Removes a stored card. */
  async function remove(
    token: string,
    query: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; text: string }> {
    const response = await fetch(`${base}/storedPaymentMethods/${token}?${new URLSearchParams(query).toString()}`, {
      method: 'DELETE',
      headers: { 'x-api-key': config.adyen.apiKey, ...headers },
    })
    return { status: response.status, text: await response.text() }
  }

  async function publicKey(): Promise<string> {
    const response = await fetch(`${origin}/adyen/checkoutshopper/v1/clientKeys/${config.adyen.clientKey}`)
    const body: unknown = await response.json()
    return typeof body === 'object' && body !== null && 'publicKey' in body ? String(body.publicKey) : ''
  }

  async function card(typed: TypedCard | string, holderName = 'Ada Rossi') {
    const plain = typeof typed === 'string' ? { number: typed } : typed
    return { type: 'scheme', holderName, ...(await encryptCard(await publicKey(), plain)) }
  }

  function payment(paymentMethod: object, more: object = {}) {
    return {
      amount: { value: 2990, currency: 'EUR' },
      merchantAccount: config.adyen.merchantAccount,
      paymentMethod,
      reference: 'order-1',
      returnUrl: 'http://localhost:3000/paymentCheck/adyen?attempt=1',
      ...more,
    }
  }

  return { post, remove, publicKey, card, payment }
}
