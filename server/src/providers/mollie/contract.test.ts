import { vi } from 'vitest'
import { startSandbox } from '../../../../sandbox/src/testing/start-sandbox.ts'
import type { ChargeRequest, ProviderState } from '#modules/payments/port.ts'
import type { Stage } from '#providers/testing/contract/stage.ts'
import { describeContract } from '#providers/testing/contract/suite.ts'
import { createMollie } from './index.ts'

const declined = [
  { name: 'insufficient_funds', code: 'insufficient_funds' },
  { name: 'card_declined', code: 'card_declined' },
  { name: 'card_expired', code: 'expired_card' },
  { name: 'inactive_card', code: 'lost_or_stolen' },
  { name: 'invalid_cvv', code: 'invalid_cvc' },
  { name: 'invalid_card_number', code: 'invalid_number' },
  { name: 'invalid_card_type', code: 'change_method' },
  { name: 'possible_fraud', code: 'card_declined' },
  { name: 'refused_by_issuer', code: 'card_declined' },
  { name: 'authentication_failed', code: 'warning' },
  { name: 'authentication_required', code: 'authentication_required' },
  { name: 'unknown_reason', code: 'generic' },
] as const

/** Webhooks carry no signature: only a malformed id can be forged. */
const cases = {
  declines: declined.map((one) => ({ ...one, state: 'declined' as const })),
  laterDeclines: declined,
  forgeries: [
    { name: 'an id of something else', of: () => ({ raw: Buffer.from('id=ord_12345'), headers: {} }) },
    { name: 'an id that leaves its place', of: () => ({ raw: Buffer.from('id=tr_1/../../customers'), headers: {} }) },
    { name: 'two ids', of: () => ({ raw: Buffer.from('id=tr_1&id=tr_2'), headers: {} }) },
  ],
}

async function open(): Promise<Stage> {
  const sandbox = await startSandbox()
  const options = { baseUrl: `${sandbox.origin}/mollie/v2`, apiKey: sandbox.config.mollie.apiKey }
  const mollie = createMollie(options)
  const answer = (state: ProviderState, form: Record<string, string>) =>
    fetch(state.action?.url ?? '', { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
  const ask = ({ providerRef }: ProviderState, { reference }: ChargeRequest, provider = mollie) =>
    provider.lookUp({ providerRef: providerRef ?? '', reference })
  const finish: Stage['finish'] = async (state, request) => {
    if (state.state === 'requires_action') await answer(state, { choice: 'pay' })
    return ask(state, request)
  }
  return {
    provider: mollie,
    over: (fetch) => createMollie({ ...options, fetch }),
    source: async (store) => ({ method: 'hosted', store }),
    pay: async (request, provider = mollie) => finish(await provider.charge(request), request),
    finish,
    redirect: (request) => mollie.charge(request),
    async comeBack(state, request, choice) {
      if (choice !== 'leave') await answer(state, { choice: choice === 'approve' ? 'pay' : 'leave' })
      return ask(state, request)
    },
    left: 'requires_action',
    refused: 'cancelled',
    ...cases,
    async decline(failure, request) {
      const state = await mollie.charge(request)
      await answer(state, { choice: 'decline', failure })
      return ask(state, request)
    },
    async store(request, later) {
      const state = await mollie.charge(request)
      await answer(state, { choice: 'pay', ...(later === null ? {} : { later }) })
      const { token } = await ask(state, request)
      if (token?.shopper !== request.shopper.reference) throw new Error('the mandate says not whose it is')
      return token.id
    },
    report: (provider, request, state) => ask(state, request, provider as typeof mollie),
    saysAmount: (minor) => `"value":"${(minor / 100).toFixed(2)}"`,
    saysCurrency: (currency) => `"currency":"${currency}"`,
    payments: (reference) =>
      sandbox.sandbox.state.molliePayments.all().filter(({ metadata }) => metadata['reference'] === reference).length,
    hooks: ({ providerRef }) =>
      vi.waitFor(() => {
        const hooks = sandbox.webhooks.filter(({ raw }) => raw.toString() === `id=${providerRef}`)
        if (hooks.length === 0) throw new Error('no webhook yet')
        return hooks
      }),
    old: null,
    async dispute({ providerRef }) {
      sandbox.sandbox.mollie.payments.dispute(providerRef ?? '')
    },
    close: () => sandbox.close(),
  }
}

describeContract('Mollie', open, cases)
