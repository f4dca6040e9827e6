import type { PageMethod } from '#modules/payments/port.ts'
import type { Capabilities, PaymentProvider, ProviderState } from '#modules/payments/port.ts'
import { stateOf } from '#providers/state-of.ts'
import { currencies } from './amounts.ts'
import { createClient } from './client.ts'
import { disputeAnswers } from './dispute-answers.ts'
import type { StripeOptions } from './options.ts'
import { refund } from './refund.ts'
import { readCreated, readReply } from './replies.ts'
import { renewalForm, sessionForm } from './requests.ts'
import { readSession } from './states.ts'
import { readToken } from './token.ts'
import { readWebhook } from './webhook.ts'
import { Session } from './wire.ts'

export type { StripeOptions } from './options.ts'
export { readStripeSettings } from './settings.ts'

/** Has a page of its own, where payments can be closed and looked up. */
export type Stripe = PaymentProvider & Required<Pick<PaymentProvider, 'lookUp' | 'cancel' | 'fetchEvents'>>

const day = 86_400_000

const capabilities: Capabilities = {
  methods: ['hosted'],
  renewals: true,
  zeroAmountCheck: false,
  partialRefund: true,
  repeatableRefund: true,
  disputes: true,
  cardFingerprint: true,
  currencies,
  countries: 'any',
  // Parameter of the cancel link on its page.
  returnParams: ['left'],
  webhooks: 'signed',
  // docs.stripe.com, "Idempotent requests": keys are kept for at least a day.
  keyLifetimeMs: day,
}

/** Methods that its page stores for later charges. Source: docs.stripe.com, "Save payment details during payment". */
const stored: ReadonlySet<PageMethod> = new Set(['card', 'klarna', 'other'])

function capabilitiesOf({ pageMethods: page = ['other'] }: StripeOptions): Capabilities {
  return { ...capabilities, page, pageRenewals: page.filter((method) => stored.has(method)) }
}

/** With the intent and its charge, which contain amount and method. */
const expandSession = 'expand[]=payment_intent.latest_charge.balance_transaction'
const expandIntent = 'expand[]=latest_charge.balance_transaction'

/**
 * Stripe's Checkout page, with renewals by payment intents on the method stored by a first payment. |
 * `charge`, `resolve`, `complete`, `lookUp` and `cancel` never throw; a lost response is the state `unknown`. `ping`,
 * `refund`, `detachCard` and `fetchEvents` throw while the outcome is unknown and may be repeated.
 */
export function createStripe(options: StripeOptions): Stripe {
  const client = createClient(options)
  const sessionPath = (id: string) => `/checkout/sessions/${encodeURIComponent(id)}`

  async function charge(request: Parameters<PaymentProvider['charge']>[0]): Promise<ProviderState> {
    const { source, idempotencyKey } = request
    if (source.method === 'stored') {
      const kept = readToken(source.token)
      if (!kept) return stateOf('declined', { code: 'change_method' })
      return readCreated(await client.post('/payment_intents', renewalForm(request, kept), idempotencyKey))
    }
    if (source.method !== 'hosted') throw new Error(`payments are made on a page here, not by ${source.method}`)
    return readCreated(await client.post('/checkout/sessions', sessionForm(request), idempotencyKey))
  }

  const lookUp = async ({ providerRef }: { readonly providerRef: string }): Promise<ProviderState> =>
    readReply(
      await client.get(
        providerRef.startsWith('cs_')
          ? `${sessionPath(providerRef)}?${expandSession}`
          : `/payment_intents/${encodeURIComponent(providerRef)}?${expandIntent}`,
      ),
    )

  async function cancel({ providerRef }: { readonly providerRef: string }): Promise<ProviderState> {
    // A payment with an intent is paid, or about to be.
    if (!providerRef.startsWith('cs_')) return lookUp({ providerRef })
    const reply = await client.post(`${sessionPath(providerRef)}/expire`, {})
    return reply.kind === 'refusal' ? lookUp({ providerRef }) : readReply(reply)
  }

  return {
    name: 'stripe',
    label: 'Stripe',
    capabilities: capabilitiesOf(options),
    async ping() {
      if ((await client.get('/balance')).kind !== 'answer') throw new Error('Stripe does not answer')
    },
    charge,
    // The same request under the same key returns the first response, while keys are kept (a day).
    resolve: charge,
    lookUp,
    cancel,
    async complete({ providerRef, params }) {
      if (providerRef === null) return stateOf('unknown')
      if (params['left'] === undefined) return lookUp({ providerRef })
      const state = await cancel({ providerRef })
      // We closed it because the payer left.
      return state.state === 'expired' ? { ...state, state: 'cancelled' } : state
    },
    async fetchEvents(providerRef) {
      const reply = await client.get(`${sessionPath(providerRef)}?${expandSession}`)
      if (reply.kind === 'refusal' && reply.status === 404) return []
      const session = reply.kind === 'answer' ? Session.safeParse(reply.body) : null
      if (!session?.success) throw new Error('Stripe did not say what came of a payment')
      const { id, status, payment_status: paid } = session.data
      return [
        {
          eventId: `${id}:${status}:${paid}`,
          kind: 'payment',
          state: readSession(session.data),
          refundRef: null,
          occurredAt: new Date().toISOString(),
        },
      ]
    },
    refund: (wish) => refund(client, wish),
    disputeAnswers: disputeAnswers(client),
    disputesPage: 'https://dashboard.stripe.com/disputes',
    async detachCard({ token }) {
      const kept = readToken(token)
      if (!kept) return
      // The customer was created for this method, which is deleted with it.
      const reply = await client.remove(`/customers/${encodeURIComponent(kept.customer)}`)
      if (reply.kind !== 'answer' && !(reply.kind === 'refusal' && reply.status === 404))
        throw new Error('Stripe did not confirm that a payment method is gone')
    },
    readWebhook: async (input) => readWebhook(input, options),
  }
}
