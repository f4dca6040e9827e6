import type { ChargeRequest, PaymentProvider } from '#modules/payments/port.ts'
import type { Exchange, Replies } from '../exchanges.ts'

/* The operations of payment providers, to which each adds replies that have every field its adapter reads. */

export const origin = 'https://provider.example'
export interface Recorded {
  readonly create: (fetch: typeof globalThis.fetch) => PaymentProvider
  readonly exchanges: readonly Exchange<PaymentProvider>[]
}

export const at = '2027-01-15T12:00:00Z'
export const now = (): number => Date.parse(at)
const charge = (source: ChargeRequest['source']): ChargeRequest => ({
  reference: 'our-order',
  idempotencyKey: 'key',
  amount: { minor: 2990, currency: 'EUR' },
  source,
  shopper: { reference: 'member-1', email: 'ada@example.com', locale: 'it-IT', ip: '192.0.2.7', country: 'IT' },
  returnUrl: 'https://incontro.example/back?reference=our-order',
  webhookUrl: 'https://incontro.example/hook',
  origin: 'https://incontro.example',
  browser: {
    userAgent: 'test',
    acceptHeader: '*/*',
    language: 'it',
    screenHeight: 800,
    screenWidth: 400,
    colorDepth: 24,
    timeZoneOffset: -60,
    javaEnabled: false,
    javaScriptEnabled: true,
  },
  descriptor: 'INCONTRO',
})

type Wish = Readonly<Record<string, string>>
const refunded = { reference: 'our-refund', amount: { minor: 1000, currency: 'EUR' }, idempotencyKey: 'refund-key' }

/** The operations by name; `ref` is the provider's id of the payment. */
const operations = (ref: string, token: string) => ({
  capabilities: async (one: PaymentProvider) => one.capabilities,
  ping: (one: PaymentProvider) => one.ping(),
  page: (one: PaymentProvider) => one.charge(charge({ method: 'hosted', store: false })),
  'page, stored': (one: PaymentProvider) => one.charge(charge({ method: 'hosted', store: true })),
  card: (one: PaymentProvider) =>
    one.charge(
      charge({
        method: 'card',
        store: true,
        card: {
          encryptedCardNumber: 'a',
          encryptedExpiryMonth: 'b',
          encryptedExpiryYear: 'c',
          encryptedSecurityCode: 'd',
          holderName: 'Ada Rossi',
        },
      }),
    ),
  renewal: (one: PaymentProvider) => one.charge(charge({ method: 'stored', token, initiator: 'merchant' })),
  'card key': async (one: PaymentProvider) => one.cardKey?.(),
  'look-up': async (one: PaymentProvider) => one.lookUp?.({ providerRef: ref, reference: 'our-order' }),
  cancel: async (one: PaymentProvider) => one.cancel?.({ providerRef: ref, reference: 'our-order' }),
  return: (one: PaymentProvider) =>
    one.complete({ reference: 'our-order', providerRef: ref, params: { redirectResult: 'r' }, idempotencyKey: 'back' }),
  'return, left': (one: PaymentProvider) =>
    one.complete({ reference: 'our-order', providerRef: ref, params: { left: '1' }, idempotencyKey: 'back' }),
  events: async (one: PaymentProvider) => one.fetchEvents?.(ref),
  refund: (one: PaymentProvider) => one.refund({ providerRef: ref, ...refunded }),
  detach: (one: PaymentProvider) => one.detachCard({ token, shopper: 'member-1' }),
})
type Operation = keyof ReturnType<typeof operations>

export function exchangesOf(
  name: string,
  ref: string,
  token: string,
  replies: readonly (readonly [operation: Operation, what: string, replies: Replies])[],
  hooks: readonly (readonly [what: string, body: object])[],
  post: (body: unknown) => { readonly raw: string; readonly headers: Wish },
  replyToHook: Replies = {},
): readonly Exchange<PaymentProvider>[] {
  const run = operations(ref, token)
  return [
    ...replies.map(([operation, what, given]) => ({
      title: `${name} ${operation}${what === '' ? '' : `: ${what}`}`,
      replies: given,
      run: run[operation],
    })),
    ...hooks.map(([what, hook]) => ({
      title: `${name} webhook: ${what}`,
      replies: replyToHook,
      hook,
      run: (one: PaymentProvider, body: unknown) => {
        const { raw, headers } = post(body)
        return one.readWebhook({ raw: Buffer.from(raw), headers })
      },
    })),
  ]
}
