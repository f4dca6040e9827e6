import { vi } from 'vitest'
import { signStripeEvent } from '../../../../sandbox/src/stripe/index.ts'
import { startSandbox } from '../../../../sandbox/src/testing/start-sandbox.ts'
import type { ChargeRequest, ProviderState } from '#modules/payments/port.ts'
import type { Hook, Stage } from '#providers/testing/contract/stage.ts'
import { describeContract } from '#providers/testing/contract/suite.ts'
import { createStripe } from './index.ts'

const signed = (raw: Buffer, secret: string, at = Date.now()): Hook => ({
  raw,
  headers: { 'stripe-signature': signStripeEvent(raw.toString(), secret, at) },
})

const cases = {
  // A decline is not final on Stripe's page: the customer retries there, or leaves.
  declines: [],
  laterDeclines: [
    { name: 'insufficient_funds', code: 'insufficient_funds' },
    { name: 'generic_decline', code: 'card_declined' },
    { name: 'lost_card', code: 'lost_or_stolen' },
    { name: 'stolen_card', code: 'lost_or_stolen' },
    { name: 'expired_card', code: 'expired_card' },
    { name: 'incorrect_cvc', code: 'invalid_cvc' },
    { name: 'incorrect_number', code: 'invalid_number' },
    { name: 'processing_error', code: 'processing_error' },
    { name: 'authentication_required', code: 'authentication_required' },
    { name: 'card_velocity_exceeded', code: 'card_already_declined' },
    { name: 'fraudulent', code: 'card_declined' },
    { name: 'try_again_later', code: 'retry' },
  ] as const,
  forgeries: [
    { name: 'no signature', of: ({ raw }: Hook): Hook => ({ raw, headers: {} }) },
    { name: 'an empty signature', of: ({ raw }: Hook): Hook => ({ raw, headers: { 'stripe-signature': 't=1,v1=' } }) },
    { name: 'another secret', of: ({ raw }: Hook) => signed(raw, 'whsec_another') },
    {
      name: 'another amount',
      of: ({ raw, headers }: Hook): Hook => ({ raw: Buffer.from(raw.toString().replaceAll('2990', '1')), headers }),
    },
    {
      name: 'another time than was signed',
      of: ({ raw, headers }: Hook): Hook => ({
        raw,
        headers: { 'stripe-signature': headers['stripe-signature']?.replace(/^t=\d+/, 't=1') },
      }),
    },
  ],
}

async function open(): Promise<Stage> {
  const sandbox = await startSandbox()
  const options = { baseUrl: `${sandbox.origin}/stripe/v1`, ...sandbox.config.stripe }
  const stripe = createStripe(options)
  const answer = (state: ProviderState, form: Record<string, string>) =>
    fetch(state.action?.url ?? '', { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
  const ask = ({ providerRef }: ProviderState, { reference }: ChargeRequest, provider = stripe) =>
    provider.lookUp({ providerRef: providerRef ?? '', reference })
  const finish: Stage['finish'] = async (state, request) => {
    if (state.state === 'requires_action') await answer(state, { choice: 'pay' })
    return ask(state, request)
  }
  return {
    provider: stripe,
    over: (fetch) => createStripe({ ...options, fetch }),
    source: async (store) => ({ method: 'hosted', store }),
    pay: async (request, provider = stripe) => finish(await provider.charge(request), request),
    finish,
    redirect: (request) => stripe.charge(request),
    async comeBack(state, request, choice) {
      if (choice === 'leave') return ask(state, request)
      const back = await answer(state, { choice: choice === 'approve' ? 'pay' : 'leave' })
      const params = Object.fromEntries(new URL(back.headers.get('location') ?? '').searchParams)
      return stripe.complete({
        reference: request.reference,
        providerRef: state.providerRef,
        params,
        idempotencyKey: `${request.reference}:back`,
      })
    },
    left: 'requires_action',
    refused: 'cancelled',
    ...cases,
    decline: () => Promise.reject(new Error('declines stay on the page')),
    async store(request, later) {
      const state = await stripe.charge(request)
      await answer(state, { choice: 'pay', ...(later === null ? {} : { later }) })
      const { token } = await ask(state, request)
      if (token?.shopper !== request.shopper.reference || token.last4 !== '4242')
        throw new Error('the kept method says not whose it is, or which')
      return token.id
    },
    report: (provider, request, state) => ask(state, request, provider as typeof stripe),
    saysAmount: (minor) => `"amount_received":${minor}`,
    saysCurrency: (currency) => `"currency":"${currency.toLowerCase()}"`,
    payments: (reference) =>
      sandbox.sandbox.state.stripePayments.all().filter(({ metadata }) => metadata['reference'] === reference).length,
    hooks: ({ providerRef }, { reference }) =>
      vi.waitFor(() => {
        const hooks = sandbox.webhooks.filter(({ raw }) => raw.includes(reference) || raw.includes(providerRef ?? '-'))
        if (hooks.length === 0) throw new Error('no webhook yet')
        return hooks
      }),
    old: ({ raw }) => stripe.readWebhook(signed(raw, sandbox.config.stripe.webhookSecret, Date.now() - 301_000)),
    async dispute({ providerRef }) {
      sandbox.sandbox.stripe.payments.dispute(providerRef ?? '')
    },
    close: () => sandbox.close(),
  }
}

describeContract('Stripe', open, cases)
