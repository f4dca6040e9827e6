import { vi } from 'vitest'
import { signTransmission } from '../../../../sandbox/src/paypal/signature.ts'
import { startSandbox } from '../../../../sandbox/src/testing/start-sandbox.ts'
import type { ChargeRequest, ProviderState } from '#modules/payments/port.ts'
import type { Hook, Stage } from '#providers/testing/contract/stage.ts'
import { describeContract } from '#providers/testing/contract/suite.ts'
import { createPayPal } from './index.ts'

const declined = [
  { name: 'INSTRUMENT_DECLINED', code: 'insufficient_funds' },
  { name: 'TRANSACTION_LIMIT_EXCEEDED', code: 'insufficient_funds' },
  { name: 'TRANSACTION_REFUSED', code: 'card_declined' },
  { name: 'PAYER_ACCOUNT_RESTRICTED', code: 'change_method' },
  { name: 'PAYER_ACCOUNT_LOCKED_OR_CLOSED', code: 'change_method' },
  { name: 'PAYER_CANNOT_PAY', code: 'change_method' },
  { name: 'CARD_EXPIRED', code: 'expired_card' },
  { name: 'COMPLIANCE_VIOLATION', code: 'blacklisted' },
] as const

const without = (hook: Hook, header: string): Hook => ({ ...hook, headers: { ...hook.headers, [header]: undefined } })
const withHeader = (hook: Hook, header: string, value: string): Hook => ({
  ...hook,
  headers: { ...hook.headers, [header]: value },
})

const cases = {
  declines: declined.map((one) => ({ ...one, state: 'declined' as const })),
  laterDeclines: declined,
  forgeries: [
    { name: 'no signature', of: (hook: Hook) => without(hook, 'paypal-transmission-sig') },
    { name: 'no time', of: (hook: Hook) => without(hook, 'paypal-transmission-time') },
    { name: 'another signature', of: (hook: Hook) => withHeader(hook, 'paypal-transmission-sig', 'a'.repeat(64)) },
    { name: 'a signature of no form', of: (hook: Hook) => withHeader(hook, 'paypal-transmission-sig', '12345') },
    { name: 'another transmission', of: (hook: Hook) => withHeader(hook, 'paypal-transmission-id', 'b'.repeat(36)) },
    {
      name: 'another amount',
      of: ({ raw, headers }: Hook): Hook => ({ raw: Buffer.from(raw.toString().replaceAll('29.90', '0.01')), headers }),
    },
  ],
}

async function open(): Promise<Stage> {
  const sandbox = await startSandbox()
  const { paypalPayments } = sandbox.sandbox.state
  const options = { baseUrl: `${sandbox.origin}/paypal`, ...sandbox.config.paypal }
  const payPal = createPayPal(options)
  /** Only payment responses are affected: the access token is cached. */
  const over: Stage['over'] = (network) =>
    createPayPal({
      ...options,
      fetch: (input, init) => (String(input).endsWith('/v1/oauth2/token') ? fetch(input, init) : network(input, init)),
    })
  /** The page as a browser comes to it. */
  async function answer({ action }: ProviderState, form: Record<string, string>): Promise<Response> {
    const page = await fetch(action?.url ?? '', { redirect: 'follow' })
    return fetch(page.url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
  }
  const ask = ({ providerRef }: ProviderState, { reference }: ChargeRequest, provider = payPal) =>
    provider.lookUp({ providerRef: providerRef ?? '', reference })
  const finish: Stage['finish'] = async (state, request) => {
    if (state.state === 'requires_action') await answer(state, { choice: 'pay' })
    return ask(state, request)
  }
  const ordersOf = (reference: string) =>
    paypalPayments.all().filter(({ metadata }) => metadata['reference_id'] === reference)
  return {
    provider: payPal,
    over,
    source: async (store) => ({ method: 'hosted', store }),
    pay: async (request, provider = payPal) => finish(await provider.charge(request), request),
    finish,
    redirect: (request) => payPal.charge(request),
    async comeBack(state, request, choice) {
      if (choice === 'leave') return ask(state, request)
      const back = await answer(state, { choice: choice === 'approve' ? 'pay' : 'leave' })
      return payPal.complete({
        reference: request.reference,
        providerRef: state.providerRef,
        params: Object.fromEntries(new URL(back.headers.get('location') ?? '').searchParams),
        idempotencyKey: `${request.reference}:back`,
      })
    },
    left: 'requires_action',
    refused: 'cancelled',
    ...cases,
    async decline(failure, request) {
      const state = await payPal.charge(request)
      await answer(state, { choice: 'decline', failure })
      return ask(state, request)
    },
    async store(request, later) {
      const state = await payPal.charge(request)
      await answer(state, { choice: 'pay', ...(later === null ? {} : { later }) })
      const { token } = await ask(state, request)
      if (token?.shopper !== request.shopper.reference || token.brand !== 'paypal')
        throw new Error('the kept account says not whose it is')
      return token.id
    },
    report: (provider, request, state) =>
      ask({ ...state, providerRef: ordersOf(request.reference)[0]?.id ?? '' }, request, provider as typeof payPal),
    saysAmount: (minor) => `"value":"${(minor / 100).toFixed(2)}"`,
    saysCurrency: (currency) => `"currency_code":"${currency}"`,
    payments: (reference) => ordersOf(reference).length,
    hooks: ({ providerRef }, { reference }) =>
      vi.waitFor(() => {
        const hooks = sandbox.webhooks.filter(({ raw }) => raw.includes(reference) || raw.includes(providerRef ?? '-'))
        if (hooks.length === 0) throw new Error('no webhook yet')
        return hooks
      }),
    old({ raw, headers }) {
      const { clientSecret: secret, webhookId } = sandbox.config.paypal
      const sent = {
        id: '5b0e8d8a-5f0e-4f5f-9d64-1c5f5a1c2d3e',
        time: new Date(Date.now() - 5 * 86_400_000).toISOString(),
      }
      const { signature } = signTransmission(sent, { webhookId, secret, body: raw.toString() })
      return payPal.readWebhook({
        raw,
        headers: {
          ...headers,
          'paypal-transmission-id': sent.id,
          'paypal-transmission-time': sent.time,
          'paypal-transmission-sig': signature,
        },
      })
    },
    async dispute({ providerRef }) {
      const order = paypalPayments.all().find(({ pageId }) => pageId === providerRef)
      sandbox.sandbox.paypal.payments.dispute(order?.id ?? '')
    },
    close: () => sandbox.close(),
  }
}

describeContract('PayPal', open, cases)
