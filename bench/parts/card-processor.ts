import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const merchantAccount = 'BenchECOM'
const hmacKey = 'be'.repeat(32)
const credentials = { user: 'bench', password: 'bench' }
/** The reply with the key of the card form, which is only shown. */
const cardKey = JSON.stringify({ publicKey: `10001|${'A5'.repeat(256)}` })

export interface CardProcessor {
  /** Settings of a server that charges cards here. */
  readonly env: Record<string, string>
  /** How often each order was charged, by its reference. A request that is repeated under its key charges once. */
  readonly charges: ReadonlyMap<string, number>
  close(): Promise<void>
}

/** A card processor that approves every charge after the given time, in Adyen's wire format. It keeps nothing on disk. */
export async function openCardProcessor(answerMs: number): Promise<CardProcessor> {
  const charges = new Map<string, number>()
  const answers = new Map<string, string>()
  async function charge(request: IncomingMessage): Promise<string> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { reference, amount } = JSON.parse(Buffer.concat(chunks).toString()) as Charge
    const key = String(request.headers['idempotency-key'])
    let answer = answers.get(key)
    if (answer === undefined) {
      charges.set(reference, (charges.get(reference) ?? 0) + 1)
      answer = JSON.stringify({
        resultCode: 'Authorised',
        pspReference: `BENCH${answers.size}`,
        merchantReference: reference,
        amount,
      })
      // The money is taken before the answer is on its way.
      answers.set(key, answer)
    }
    await sleep(answerMs)
    return answer
  }
  const server = createServer((request, response) => {
    const answer = request.method === 'GET' ? Promise.resolve(cardKey) : charge(request)
    answer.then(
      (body) => response.writeHead(200, { 'content-type': 'application/json' }).end(body),
      // The client was killed while it was sending: no one is left to answer.
      () => response.destroy(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    env: {
      ADYEN_CHECKOUT_URL: origin,
      ADYEN_SHOPPER_URL: origin,
      ADYEN_API_KEY: 'bench',
      ADYEN_CLIENT_KEY: 'bench',
      ADYEN_MERCHANT_ACCOUNT: merchantAccount,
      ADYEN_HMAC_KEY: hmacKey,
      ADYEN_WEBHOOK_USER: credentials.user,
      ADYEN_WEBHOOK_PASSWORD: credentials.password,
    },
    charges,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

interface Charge {
  readonly reference: string
  readonly amount: { readonly value: number; readonly currency: string }
}

/** The signed webhook that reports an order as paid, as headers and body. */
export function paidWebhook(order: { readonly id: string; readonly minor: number; readonly currency: string }): {
  readonly headers: Record<string, string>
  readonly body: string
} {
  const item = {
    amount: { value: order.minor, currency: order.currency },
    eventCode: 'AUTHORISATION',
    eventDate: '2026-11-23T06:00:00+00:00',
    merchantAccountCode: merchantAccount,
    merchantReference: order.id,
    pspReference: `PSP${order.id}`,
    reason: '',
    success: 'true',
  }
  const signed = [
    item.pspReference,
    '',
    merchantAccount,
    order.id,
    order.minor,
    order.currency,
    item.eventCode,
    item.success,
  ].join(':')
  const hmacSignature = createHmac('sha256', Buffer.from(hmacKey, 'hex')).update(signed).digest('base64')
  return {
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(`${credentials.user}:${credentials.password}`).toString('base64')}`,
    },
    body: JSON.stringify({
      live: 'false',
      notificationItems: [{ NotificationRequestItem: { ...item, additionalData: { hmacSignature } } }],
    }),
  }
}
