import { vi } from 'vitest'
import { encryptCard } from '../../../../sandbox/src/testing/encrypt-card.ts'
import { startSandbox } from '../../../../sandbox/src/testing/start-sandbox.ts'
import { TEST_CARDS } from '../../../../sandbox/src/adyen/test-cards.ts'
import type { PaymentCode, PaymentSource } from '#modules/payments/port.ts'
import type { Hook, Stage } from '#providers/testing/contract/stage.ts'
import { describeContract } from '#providers/testing/contract/suite.ts'
import { applePayment, googlePaymentData, sandboxWallets } from '../../../../sandbox/src/testing/wallets.ts'
import { createApplePay } from '#providers/applepay/index.ts'
import { createGooglePay } from '#providers/googlepay/index.ts'
import { createAdyen } from './index.ts'

const replaced =
  (from: string, to: string) =>
  ({ raw, headers }: Hook): Hook => ({ raw: Buffer.from(raw.toString().replace(from, to)), headers })

const cards = {
  declines: TEST_CARDS.filter(({ behaviour }) => behaviour.kind === 'refuse' || behaviour.kind === 'invalid').map(
    ({ number, outcome }) => ({
      name: `${outcome} (${number})`,
      code: outcome as PaymentCode,
      state: outcome === 'processing_error' ? ('failed' as const) : ('declined' as const),
    }),
  ),
  laterDeclines: [{ name: '4100000000201203', code: 'insufficient_funds' as const }],
  forgeries: [
    { name: 'wrong amount', of: replaced('"value":2990', '"value":1') },
    { name: 'wrong reference', of: replaced('"merchantReference":"', '"merchantReference":"other') },
    { name: 'wrong signature', of: replaced('"hmacSignature":"', '"hmacSignature":"A') },
    { name: 'no signature', of: replaced('"hmacSignature"', '"signature"') },
    { name: 'no credentials', of: ({ raw }: Hook): Hook => ({ raw, headers: {} }) },
    {
      name: 'wrong credentials',
      of: ({ raw, headers }: Hook): Hook => ({ raw, headers: { ...headers, authorization: 'Basic d3Jvbmc6d3Jvbmc=' } }),
    },
  ],
}

async function open(): Promise<Stage> {
  const sandbox = await startSandbox()
  const options = {
    baseUrl: `${sandbox.origin}/adyen/checkout/v72`,
    shopperBaseUrl: `${sandbox.origin}/adyen/checkoutshopper`,
    ...sandbox.config.adyen,
  }
  const adyen = createAdyen(options)
  const { google, apple } = sandboxWallets(sandbox.origin)
  const wallets = { google: createGooglePay(google), apple: createApplePay(apple) }
  const card = async (number: string, store: boolean): Promise<PaymentSource> => {
    const { publicKey } = await adyen.cardKey()
    return { method: 'card', store, card: { ...(await encryptCard(publicKey, { number })), holderName: 'Ada Rossi' } }
  }
  return {
    provider: adyen,
    over: (fetch) => createAdyen({ ...options, fetch }),
    source: (store) => card('4111111111111111', store),
    pay: (request, provider = adyen) => provider.charge(request),
    finish: async (state) => state,
    walletPayload(wallet, card) {
      const number = card === 'pays' ? '4111111111111111' : '4100000000000126'
      const of = wallet === 'googlepay' ? wallets.google : wallets.apple
      return of.payloadOf(wallet === 'googlepay' ? googlePaymentData(number) : applePayment(number)) ?? ''
    },
    redirect: async (request) => adyen.charge({ ...request, source: await card('4212345678901237', false) }),
    async comeBack({ action }, request, answer) {
      const params: Record<string, string> = {}
      if (answer !== 'leave') {
        const outcome = answer === 'approve' ? 'approve' : 'decline'
        const response = await fetch(action?.url ?? '', {
          method: 'POST',
          body: new URLSearchParams({ outcome }),
          redirect: 'manual',
        })
        const back = new URL(response.headers.get('location') ?? '')
        params['redirectResult'] = back.searchParams.get('redirectResult') ?? ''
      }
      return adyen.complete({
        reference: request.reference,
        providerRef: null,
        params,
        idempotencyKey: `${request.reference}:back`,
      })
    },
    left: 'unknown',
    refused: 'declined',
    ...cards,
    decline: async (name, request) =>
      adyen.charge({ ...request, source: await card(/\((.*)\)/.exec(name)?.[1] ?? '', false) }),
    async store(request, number) {
      const { token } = await adyen.charge({ ...request, source: await card(number ?? '4111111111111111', true) })
      if (token?.shopper !== request.shopper.reference) throw new Error('the stored card says not whose it is')
      return token.id
    },
    // The first response is returned under its key; there is no other way to ask.
    report: (provider, request) => provider.resolve(request),
    saysAmount: (minor) => `"value":${minor}`,
    saysCurrency: (currency) => `"currency":"${currency}"`,
    payments: (reference) =>
      sandbox.sandbox.state.payments.all().filter((payment) => payment.reference === reference).length,
    hooks: ({ providerRef }, { reference }) =>
      vi.waitFor(() => {
        const hooks = sandbox.webhooks.filter(({ raw }) => raw.includes(reference) || raw.includes(providerRef ?? '-'))
        if (hooks.length === 0) throw new Error('no webhook yet')
        return hooks
      }),
    old: null,
    async dispute({ providerRef }) {
      await sandbox.sandbox.app.inject({ method: 'POST', url: `/payments/${providerRef}/chargeback` })
    },
    close: () => sandbox.close(),
  }
}

describeContract('Adyen', open, cards)
