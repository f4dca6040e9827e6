import type { Capabilities, PaymentProvider, ProviderState } from '#modules/payments/port.ts'
import { stateOf } from '#providers/state-of.ts'
import { currencies } from './amounts.ts'
import { createClient } from './client.ts'
import type { TrustPayOptions } from './options.ts'
import { transferRequest } from './payment-request.ts'
import { refund } from './refund.ts'
import { readCreated, readStatus } from './states.ts'
import { readWebhook } from './webhook.ts'

export type { TrustPayOptions } from './options.ts'
export { readTrustPaySettings } from './settings.ts'

/** Has a page of its own, whose payments can be looked up. */
export type TrustPay = PaymentProvider & Required<Pick<PaymentProvider, 'lookUp' | 'cancel'>>

const capabilities: Capabilities = {
  methods: ['hosted'],
  page: ['transfer'],
  // A transfer cannot be initiated by us: each is approved.
  renewals: false,
  zeroAmountCheck: false,
  partialRefund: true,
  paysAfterCancel: true,
  repeatableRefund: false,
  // A transfer reversed by its bank is lost immediately; it cannot be disputed.
  disputes: false,
  currencies,
  countries: 'any',
  // `left` is a parameter of the cancel link on its page.
  returnParams: ['InstanceId', 'left'],
  webhooks: 'signed',
  // Asked again it creates another page. The first one's URL was lost with the response, so it cannot be paid.
  keyLifetimeMs: Infinity,
}

type Asked = Parameters<TrustPay['lookUp']>[0]

/**
 * Instant bank transfers by TrustPay: its page, no renewals. |
 * `charge`, `resolve`, `complete`, `lookUp` and `cancel` never throw; a lost response is the state `unknown`. `ping`
 * and `refund` throw while the outcome is unknown; a refund may be repeated only after `NotDone`.
 */
export function createTrustPay(options: TrustPayOptions): TrustPay {
  const client = createClient(options)
  const { projectId, secretKey } = options

  async function charge(request: Parameters<PaymentProvider['charge']>[0]): Promise<ProviderState> {
    if (request.source.method !== 'hosted')
      throw new Error(`transfers are approved on a page, not by ${request.source.method}`)
    return readCreated(
      await client.post('/api/Payments/Payment', transferRequest(request, projectId)),
      request.reference,
    )
  }
  const lookUp = async (asked: Asked): Promise<ProviderState> =>
    readStatus(await client.get(`/api/Payments/Payment/${encodeURIComponent(asked.providerRef)}`), asked)

  /** There is no call that closes a page: what is paid there after we gave up is refunded. */
  async function cancel(asked: Asked): Promise<ProviderState> {
    const state = await lookUp(asked)
    return state.state === 'requires_action' ? { ...state, state: 'cancelled' } : state
  }

  return {
    name: 'trustpay',
    label: 'TrustPay',
    capabilities,
    async ping() {
      // Looks up an impossible payment: the expected refusal shows that TrustPay is up and accepts our credentials.
      const reply = await client.get('/api/Payments/Payment/0')
      if (reply.kind === 'lost' || (reply.kind === 'refusal' && reply.status !== 404))
        throw new Error('TrustPay does not answer')
    },
    charge,
    resolve: charge,
    lookUp,
    cancel,
    async complete({ providerRef, reference, params }) {
      if (providerRef === null) return stateOf('unknown')
      const asked = { providerRef, reference }
      if (params['left'] === undefined) return lookUp(asked)
      const state = await cancel(asked)
      return state.state === 'expired' ? { ...state, state: 'cancelled' } : state
    },
    refund: (wish) => refund(client, projectId, wish),
    // Nothing is ever stored.
    detachCard: () => Promise.resolve(),
    readWebhook: async ({ raw }) => readWebhook(raw, secretKey),
  }
}
