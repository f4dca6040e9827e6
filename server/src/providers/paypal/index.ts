import type { Capabilities, PaymentProvider, ProviderEvent, ProviderState } from '#modules/payments/port.ts'
import { stateOf } from '#providers/state-of.ts'
import { currencies } from './amounts.ts'
import { giveUp, orderPath, captureIfApproved } from './capture.ts'
import { createClient } from './client.ts'
import { disputeAnswers } from './dispute-answers.ts'
import type { PayPalOptions } from './options.ts'
import { pageOrder, renewalOrder } from './order-request.ts'
import { refund } from './refund.ts'
import { isMissing, readCharged, readCreated } from './replies.ts'
import { readOrder } from './states.ts'
import { mark } from './mark.ts'
import { readWebhook } from './webhook.ts'
import { Order } from './wire.ts'

export type { PayPalOptions } from './options.ts'
export { readPayPalSettings } from './settings.ts'

/** Has a page of its own, where payments can be closed and looked up. */
export type PayPal = PaymentProvider & Required<Pick<PaymentProvider, 'lookUp' | 'cancel' | 'fetchEvents'>>

const hour = 3_600_000

const capabilities: Capabilities = {
  methods: ['hosted'],
  page: 'account',
  renewals: true,
  zeroAmountCheck: false,
  partialRefund: true,
  repeatableRefund: true,
  disputes: true,
  currencies,
  countries: 'any',
  // Parameter of the cancel link on its page.
  returnParams: ['left'],
  webhooks: 'asked',
  // Orders v2, `PayPal-Request-Id`: "The server stores keys for 6 hours."
  keyLifetimeMs: 6 * hour,
}

/**
 * PayPal by Orders v2: the member approves an order on PayPal's page, and return page, webhook or poller captures it.
 * Renewals charge the account stored by a first payment (Vault v3). |
 * `charge`, `resolve`, `complete`, `lookUp` and `cancel` never throw; a lost response is the state `unknown`. `ping`,
 * `refund`, `detachCard` and `fetchEvents` throw while the outcome is unknown and may be repeated.
 */
export function createPayPal(options: PayPalOptions): PayPal {
  const client = createClient(options)

  async function charge(request: Parameters<PaymentProvider['charge']>[0]): Promise<ProviderState> {
    const { source, idempotencyKey } = request
    if (source.method === 'stored')
      return readCharged(await client.post('/v2/checkout/orders', renewalOrder(request, source.token), idempotencyKey))
    if (source.method !== 'hosted') throw new Error(`payments are approved on a page here, not by ${source.method}`)
    return readCreated(await client.post('/v2/checkout/orders', pageOrder(request), idempotencyKey))
  }

  return {
    name: 'paypal',
    label: 'PayPal',
    mark,
    capabilities,
    async ping() {
      const reply = await client.get(`/v1/notifications/webhooks/${options.webhookId}`)
      if (reply.kind !== 'answer') throw new Error('PayPal does not answer')
    },
    charge,
    // The same request under the same id returns the first response, while ids are kept.
    resolve: charge,
    lookUp: (payment) => captureIfApproved(client, payment),
    cancel: (payment) => giveUp(client, payment),
    async complete({ providerRef, reference, params }) {
      if (providerRef === null) return stateOf('unknown')
      const payment = { providerRef, reference }
      return params['left'] === undefined ? captureIfApproved(client, payment) : giveUp(client, payment)
    },
    async fetchEvents(providerRef) {
      const reply = await client.get(orderPath(providerRef))
      // An id can be posted by anyone.
      if (isMissing(reply)) return []
      const order = reply.kind === 'answer' ? Order.safeParse(reply.body) : null
      if (!order?.success) throw new Error('PayPal did not say what came of an order')
      return [orderEvent(order.data)]
    },
    refund: (wish) => refund(client, wish),
    disputeAnswers: disputeAnswers(client),
    disputesPage: 'https://www.paypal.com/resolutioncenter',
    async detachCard({ token }) {
      const reply = await client.remove(`/v3/vault/payment-tokens/${encodeURIComponent(token)}`)
      if (reply.kind !== 'answer' && !isMissing(reply))
        throw new Error('PayPal did not confirm that a kept account is gone')
    },
    readWebhook: (hook) => readWebhook(client, hook, options),
  }
}

function orderEvent(order: Order): ProviderEvent {
  const state = readOrder(order)
  return {
    eventId: `${order.id}:${order.status}:${state.state}${state.token ? ':kept' : ''}`,
    kind: order.status === 'APPROVED' ? 'approved' : 'payment',
    state,
    refundRef: null,
    occurredAt: new Date().toISOString(),
  }
}
