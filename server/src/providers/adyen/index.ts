import type { Capabilities, PaymentProvider, ProviderEvent } from '#modules/payments/port.ts'
import { hasNoCard, isUndecided, readPayment } from './answers.ts'
import { currencies, toAmount } from './amounts.ts'
import { createCardKey } from './card-key.ts'
import { createClient } from './client.ts'
import type { AdyenOptions } from './options.ts'
import { paymentRequest, wallets } from './payment-request.ts'
import { readWebhook } from './webhook.ts'
import { stateOf } from '#providers/state-of.ts'
import { ModificationAnswer } from './wire.ts'

export type { AdyenOptions } from './options.ts'
export { readAdyenSettings } from './settings.ts'

/** Supports cards, also from wallets, and signs its webhooks. */
export interface Adyen extends PaymentProvider {
  cardKey(): Promise<{ readonly publicKey: string }>
  readWebhook(input: Parameters<PaymentProvider['readWebhook']>[0]): Promise<readonly ProviderEvent[]>
}

const day = 86_400_000

const capabilities: Capabilities = {
  methods: ['card', 'stored', 'wallet'],
  wallets,
  renewals: true,
  zeroAmountCheck: true,
  partialRefund: true,
  repeatableRefund: true,
  disputes: true,
  cardFingerprint: true,
  currencies,
  countries: 'any',
  returnParams: ['redirectResult'],
  webhooks: 'signed',
  // docs.adyen.com, "API idempotency": keys are kept for at least seven days.
  keyLifetimeMs: 7 * day,
}

/**
 * Cards, and wallets that contain them, by Adyen's Checkout API v72. |
 * `charge`, `complete` and `resolve` never throw; a lost response is the state `unknown`. `cardKey` throws when Adyen
 * does not answer and no key is cached, `refund` when the outcome is unknown: repeat it with the same idempotency key.
 * So does `detachCard`, which is idempotent.
 */
export function createAdyen(options: AdyenOptions): Adyen {
  const client = createClient(options)
  const { merchantAccount } = options

  const charge: PaymentProvider['charge'] = async (request) =>
    readPayment(await client.post('/payments', paymentRequest(request, merchantAccount), request.idempotencyKey))

  return {
    name: 'adyen',
    label: 'Adyen',
    capabilities,
    cardKey: createCardKey(client, options),
    async ping() {
      const reply = await client.get(`${options.shopperBaseUrl}/v1/clientKeys/${encodeURIComponent(options.clientKey)}`)
      if (reply.kind !== 'answer') throw new Error('Adyen does not answer')
    },
    charge,
    // Adyen has no look-up by reference: the same request under the same key returns the first response, and charges
    // only if the first never arrived.
    resolve: charge,
    async complete({ params, idempotencyKey }) {
      const { redirectResult } = params
      // None of Adyen's parameters came back: nothing to complete.
      if (redirectResult === undefined) return stateOf('unknown')
      return readPayment(await client.post('/payments/details', { details: { redirectResult } }, idempotencyKey))
    },
    async refund({ providerRef, reference, amount, idempotencyKey }) {
      const body = { merchantAccount, reference, amount: toAmount(amount) }
      const reply = await client.post(`/payments/${encodeURIComponent(providerRef)}/refunds`, body, idempotencyKey)
      if (reply.kind === 'refusal' && !isUndecided(reply)) return { accepted: false, providerRef: null }
      const answer = reply.kind === 'answer' ? ModificationAnswer.safeParse(reply.body) : null
      if (!answer?.success) throw new Error('Adyen did not answer a refund: its outcome is unknown')
      return { accepted: true, providerRef: answer.data.pspReference }
    },
    disputesPage: `https://ca-${options.baseUrl.includes('-live') ? 'live' : 'test'}.adyen.com/`,
    async detachCard({ token, shopper }) {
      const reply = await client.remove(`/storedPaymentMethods/${encodeURIComponent(token)}`, {
        merchantAccount,
        shopperReference: shopper,
      })
      if (reply.kind === 'answer' || (reply.kind === 'refusal' && hasNoCard(reply))) return
      throw new Error('Adyen did not confirm that a stored card is gone')
    },
    readWebhook: (input) => readWebhook(input, options),
  }
}
