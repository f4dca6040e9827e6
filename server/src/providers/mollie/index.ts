import type { Capabilities, ChargeRequest, PaymentProvider, ProviderState } from '#modules/payments/port.ts'
import { stateOf } from '#providers/state-of.ts'
import { currencies } from './amounts.ts'
import { createClient } from './client.ts'
import { eventsOf } from './events.ts'
import type { MollieOptions } from './options.ts'
import { mandateRequest, pageRequest } from './payment-request.ts'
import { refund } from './refund.ts'
import { readCreated, readReply } from './states.ts'
import { readToken, withExpiry } from './token.ts'
import { readWebhook } from './webhook.ts'
import { Customer, Payment } from './wire.ts'

export type { MollieOptions } from './options.ts'
export { readMollieSettings } from './settings.ts'

/** Has a page of its own, where payments can be closed and looked up. */
export type Mollie = PaymentProvider & Required<Pick<PaymentProvider, 'lookUp' | 'cancel' | 'fetchEvents'>>

const hour = 3_600_000

const capabilities: Capabilities = {
  methods: ['hosted'],
  // `pageRequest` asks for nothing else when it stores the method.
  pageRenewals: ['card'],
  renewals: true,
  zeroAmountCheck: false,
  partialRefund: true,
  repeatableRefund: true,
  disputes: true,
  cardFingerprint: true,
  currencies,
  countries: 'any',
  returnParams: [],
  webhooks: 'hint',
  // docs.mollie.com, "API idempotency": keys are kept for an hour.
  keyLifetimeMs: hour,
}

/**
 * Mollie's payment page by its API v2, with renewals by the mandate of a first payment. |
 * `charge`, `resolve`, `complete`, `lookUp` and `cancel` never throw; a lost response is the state `unknown`. `ping`,
 * `refund`, `detachCard` and `fetchEvents` throw while the outcome is unknown and may be repeated.
 */
export function createMollie(options: MollieOptions): Mollie {
  const client = createClient(options)
  const path = (providerRef: string) => `/payments/${encodeURIComponent(providerRef)}`

  /** Creates a customer for this mandate only, under our reference; null when the response was lost. */
  async function addCustomer({ shopper, idempotencyKey }: ChargeRequest): Promise<string | 'refused' | null> {
    const body = { metadata: { shopper: shopper.reference } }
    const reply = await client.post('/customers', body, `${idempotencyKey}-customer`)
    if (reply.kind === 'refusal') return reply.status === 409 ? null : 'refused'
    const customer = reply.kind === 'answer' ? Customer.safeParse(reply.body) : null
    return customer?.success ? customer.data.id : null
  }

  async function charge(request: ChargeRequest): Promise<ProviderState> {
    const { source, idempotencyKey } = request
    if (source.method === 'stored') {
      const mandate = readToken(source.token)
      if (!mandate) return stateOf('declined', { code: 'change_method' })
      return readCreated(await client.post('/payments', mandateRequest(request, mandate), idempotencyKey), true)
    }
    if (source.method !== 'hosted') throw new Error(`payments are made on a page here, not by ${source.method}`)
    const customerId = source.store ? await addCustomer(request) : null
    if (customerId === 'refused') return stateOf('failed', { code: 'processing_error' })
    if (source.store && customerId === null) return stateOf('unknown')
    return readCreated(await client.post('/payments', pageRequest(request, customerId), idempotencyKey), false)
  }

  async function lookUp({ providerRef }: { readonly providerRef: string }): Promise<ProviderState> {
    const state = readReply(await client.get(path(providerRef)))
    // What was paid is paid, also without a word about the card; its events are read later and say the rest.
    return (await withExpiry(client, state)) ?? state
  }

  return {
    name: 'mollie',
    label: 'Mollie',
    capabilities: { ...capabilities, page: options.pageMethods ?? ['other'] },
    async ping() {
      if ((await client.get('/methods')).kind !== 'answer') throw new Error('Mollie does not answer')
    },
    charge,
    // The same request under the same key returns the first response, while keys are kept (an hour).
    resolve: charge,
    lookUp,
    async complete({ providerRef }) {
      return providerRef === null ? stateOf('unknown') : lookUp({ providerRef })
    },
    async cancel({ providerRef }) {
      const reply = await client.remove(path(providerRef))
      // Too late, or not cancellable: the current state tells.
      return reply.kind === 'refusal' ? lookUp({ providerRef }) : readReply(reply)
    },
    async fetchEvents(providerRef) {
      const reply = await client.get(`${path(providerRef)}?embed=refunds,chargebacks`)
      // An id can be posted by anyone.
      if (reply.kind === 'refusal' && reply.status === 404) return []
      const payment = reply.kind === 'answer' ? Payment.safeParse(reply.body) : null
      if (!payment?.success) throw new Error('Mollie did not say what came of a payment')
      const events = await Promise.all(
        eventsOf(payment.data).map(async (event) => ({ event, state: await withExpiry(client, event.state) })),
      )
      return events.map(({ event, state }) => {
        if (!state) throw new Error('Mollie did not say until when a stored card is valid')
        return { ...event, state }
      })
    },
    refund: (wish) => refund(client, wish),
    disputesPage: 'https://my.mollie.com/dashboard',
    async detachCard({ token }) {
      const mandate = readToken(token)
      if (!mandate) return
      // The customer was created for the mandate, which is deleted with it.
      const reply = await client.remove(`/customers/${encodeURIComponent(mandate.customerId)}`)
      const none = reply.kind === 'refusal' && (reply.status === 404 || reply.status === 410)
      if (reply.kind !== 'answer' && !none) throw new Error('Mollie did not confirm that a mandate is gone')
    },
    readWebhook: async (input) => readWebhook(input),
  }
}
