import { expect, test, vi } from 'vitest'
import { signTrustPay } from '../../../../sandbox/src/trustpay/index.ts'
import { startSandbox } from '../../../../sandbox/src/testing/start-sandbox.ts'
import { NotDone, type ChargeRequest, type ProviderState } from '#modules/payments/port.ts'
import type { Hook, Stage } from '#providers/testing/contract/stage.ts'
import { describeContract } from '#providers/testing/contract/suite.ts'
import { createTrustPay } from './index.ts'

const rejected = [
  { name: '800.100.203', code: 'insufficient_funds' },
  { name: '800.100.155', code: 'insufficient_funds' },
  { name: '100.380.401', code: 'warning' },
  { name: '100.390.118', code: 'card_declined' },
  { name: '800.100.151', code: 'invalid_number' },
  { name: '800.100.160', code: 'lost_or_stolen' },
  { name: '800.300.401', code: 'blacklisted' },
  { name: '900.100.100', code: 'generic' },
] as const

interface Message {
  readonly PaymentInformation: object
  readonly Signature: string
}
const changed = ({ raw, headers }: Hook, change: (message: Message) => object): Hook => ({
  raw: Buffer.from(JSON.stringify(change(JSON.parse(raw.toString()) as Message))),
  headers,
})

const cases = {
  declines: rejected.map((one) => ({ ...one, state: 'declined' as const })),
  laterDeclines: [],
  forgeries: [
    { name: 'no signature', of: (hook: Hook) => changed(hook, ({ PaymentInformation }) => ({ PaymentInformation })) },
    { name: 'an empty signature', of: (hook: Hook) => changed(hook, (message) => ({ ...message, Signature: '' })) },
    {
      name: 'another key',
      of: (hook: Hook) =>
        changed(hook, ({ PaymentInformation }) => ({
          PaymentInformation,
          Signature: signTrustPay({ PaymentInformation }, 'another-secret-key'),
        })),
    },
    {
      name: 'another amount',
      of: ({ raw, headers }: Hook): Hook => ({ raw: Buffer.from(raw.toString().replace('29.9', '0.01')), headers }),
    },
    {
      name: 'one value more',
      of: (hook: Hook) =>
        changed(hook, ({ PaymentInformation, Signature }) => ({
          PaymentInformation: { ...PaymentInformation, Surprise: 'x' },
          Signature,
        })),
    },
  ],
}

async function open(): Promise<Stage> {
  const sandbox = await startSandbox()
  const options = { baseUrl: `${sandbox.origin}/trustpay`, ...sandbox.config.trustPay }
  const trustPay = createTrustPay(options)
  const answer = (state: ProviderState, form: Record<string, string>) =>
    fetch(state.action?.url ?? '', { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
  const ask = ({ providerRef }: ProviderState, { reference }: ChargeRequest, provider = trustPay) =>
    provider.lookUp({ providerRef: providerRef ?? '', reference })
  const finish: Stage['finish'] = async (state, request) => {
    if (state.state === 'requires_action') await answer(state, { choice: 'pay' })
    return ask(state, request)
  }
  return {
    provider: trustPay,
    // Only payment responses are affected: the access token is cached.
    over: (network) =>
      createTrustPay({
        ...options,
        fetch: (input, init) =>
          String(input).endsWith('/api/oauth2/token') ? fetch(input, init) : network(input, init),
      }),
    source: async () => ({ method: 'hosted', store: false }),
    pay: async (request, provider = trustPay) => finish(await provider.charge(request), request),
    finish,
    redirect: (request) => trustPay.charge(request),
    async comeBack(state, request, choice) {
      if (choice === 'leave') return ask(state, request)
      const back = await answer(state, { choice: choice === 'approve' ? 'pay' : 'leave' })
      return trustPay.complete({
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
      const state = await trustPay.charge(request)
      await answer(state, { choice: 'decline', failure })
      return ask(state, request)
    },
    store: () => Promise.reject(new Error('nothing is kept')),
    report: (provider, request, state) => ask(state, request, provider as typeof trustPay),
    saysAmount: (minor) => `"Amount":"${(minor / 100).toFixed(2)}"`,
    saysCurrency: (currency) => `"Currency":"${currency}"`,
    // A page with a lost URL does not count: TrustPay creates another one when asked again.
    payments: (reference) =>
      sandbox.sandbox.state.trustPayPayments
        .all()
        .filter(({ metadata, status }) => metadata['reference'] === reference && status === 'paid').length,
    hooks: ({ providerRef }, { reference }) =>
      vi.waitFor(() => {
        const hooks = sandbox.webhooks.filter(({ raw }) => raw.includes(reference) || raw.includes(providerRef ?? '-'))
        if (hooks.length === 0) throw new Error('no webhook yet')
        return hooks
      }),
    old: null,
    dispute: () => Promise.reject(new Error('a transfer is not disputed')),
    close: () => sandbox.close(),
  }
}

describeContract('TrustPay', open, cases)

test('a refund is repeatable only if TrustPay reports that it did nothing', async () => {
  const answering = (status: number, body: object) =>
    createTrustPay({
      baseUrl: 'http://localhost:1',
      projectId: '1',
      secretKey: 's',
      fetch: async (input) =>
        String(input).endsWith('/token')
          ? Response.json({ access_token: 't', expires_in: 1799 })
          : Response.json(body, { status }),
    })
  const wish = { providerRef: '1', reference: 'r', amount: { minor: 1, currency: 'EUR' }, idempotencyKey: 'k' }
  const info = (ResultCode: number) => ({ ResultInfo: { ResultCode } })
  await expect(answering(200, info(1_132_014)).refund(wish)).rejects.toThrow(NotDone)
  await expect(answering(401, info(1_133_000)).refund(wish)).rejects.toThrow(NotDone)
  await expect(answering(503, {}).refund(wish)).rejects.not.toThrow(NotDone)
  await expect(answering(200, {}).refund(wish)).rejects.not.toThrow(NotDone)
  for (const code of [1_112_008, 1_112_009, 1_132_005, 1_152_000])
    expect(await answering(200, info(code)).refund(wish)).toEqual({ accepted: false, providerRef: null })
  for (const code of [1_001_000, 1_130_000, 1_130_005])
    expect(await answering(200, { PaymentRequestId: 7, ...info(code) }).refund(wish)).toEqual({
      accepted: true,
      providerRef: '7',
    })
})
