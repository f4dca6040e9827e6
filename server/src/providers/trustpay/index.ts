import type { Capabilities, PaymentProvider, ProviderState } from '../../modules/payments/port.ts'
import { stateOf } from '../state-of.ts'
import { currencies } from './amounts.ts'
import { createClient } from './client.ts'
import type { TrustPayOptions } from './options.ts'
import { transferRequest } from './payment-request.ts'
import { refund } from './refund.ts'
import { readCreated, readStatus } from './states.ts'
import { readWebhook } from './webhook.ts'

export type { TrustPayOptions } from './options.ts'
export { readTrustPaySettings } from './settings.ts'

/** It has a page of its own, and is asked about payments there. */
export type TrustPay = PaymentProvider & Required<Pick<PaymentProvider, 'lookUp' | 'cancel'>>

const capabilities: Capabilities = {
  methods: ['hosted'],
  transfer: true,
  // Nobody can pull a transfer from a bank: each is approved.
  renewals: false,
  zeroAmountCheck: false,
  partialRefund: true,
  repeatableRefund: false,
  // A transfer that its bank takes back is lost at once; there is nothing to argue about.
  disputes: false,
  currencies,
  countries: 'any',
  // `left` stands in the address of the link back that its page has for those who do not pay.
  returnParams: ['InstanceId', 'left'],
  webhooks: 'signed',
  // Asked again it makes another page, and the first one's address was lost with the answer: nobody can pay there.
  keyLifetimeMs: Infinity,
}

type Asked = Parameters<TrustPay['lookUp']>[0]

/**
 * Instant bank transfers by TrustPay: its page, no renewals.
 *
 * `charge`, `resolve`, `complete`, `lookUp` and `cancel` never throw; a lost answer is the state `unknown`. `ping` and `refund` throw while
 * the outcome is unknown; a refund may be repeated only after `NotDone`.
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

  /** There is no call that closes a page: what is paid there all the same, after we gave it up, is kept for a person. */
  async function cancel(asked: Asked): Promise<ProviderState> {
    const state = await lookUp(asked)
    return state.state === 'requires_action' ? { ...state, state: 'cancelled' } : state
  }

  return {
    name: 'trustpay',
    label: 'TrustPay',
    capabilities,
    async ping() {
      // There is no payment of that number: whoever says so is there, and takes our credentials.
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
      return params['left'] === undefined ? lookUp(asked) : cancel(asked)
    },
    refund: (wish) => refund(client, projectId, wish),
    // Nothing is ever kept.
    detachCard: () => Promise.resolve(),
    readWebhook: async ({ raw }) => readWebhook(raw, secretKey),
  }
}
