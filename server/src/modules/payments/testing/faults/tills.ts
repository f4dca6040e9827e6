import type { HostedPayment } from '../../../../../../sandbox/src/hosted/records.ts'
import { refundedOf } from '../../../../../../sandbox/src/hosted/payments.ts'
import type { RunningSandbox } from '../../../../../../sandbox/src/testing/start-sandbox.ts'
import { createMollie } from '#providers/mollie/index.ts'
import { createPayPal } from '#providers/paypal/index.ts'
import { createStripe } from '#providers/stripe/index.ts'
import { createTrustPay } from '#providers/trustpay/index.ts'
import type { PaymentProvider } from '../../port.ts'
import type { Customer, Said, Shop } from '../shop.ts'

/** What a flow needs of a provider's sandbox: how its customers pay, and how much money it holds. */
export interface Till {
  readonly name: string
  /** Added beside the shop's card provider. */
  connect?(sandbox: RunningSandbox, network: typeof fetch): PaymentProvider
  order(shop: Shop, customer: Customer, order: { readonly plan: string; readonly orderKey: string }): Promise<Said>
  /** The customer pays on the page of the order. @returns the parameters it sends back */
  approve(shop: Shop, said: Said): Promise<object>
  /** Money taken under this reference less refunds; minor units. */
  held(sandbox: RunningSandbox, reference: string): number
  /** Ids by which its webhooks name this reference. */
  namesOf(sandbox: RunningSandbox, reference: string): readonly string[]
}

const good = '4111111111111111'
const asksBank = '4212345678901237'

const adyen = (name: string, number: string): Till => ({
  name,
  order: async (shop, customer, { plan, orderKey }) =>
    shop.charge(customer, await shop.orderOf(customer, plan, number, { orderKey })),
  approve: async (shop, said) => ({ redirectResult: await shop.answerBank(said.body.redirect?.url ?? '', 'approve') }),
  held: ({ sandbox }, reference) =>
    sandbox.state.payments
      .all()
      .filter((payment) => payment.reference === reference)
      .reduce((sum, { captured, refunded }) => sum + captured - refunded, 0),
  namesOf: (_sandbox, reference) => [reference],
})

function page(
  name: string,
  connect: NonNullable<Till['connect']>,
  recordsOf: (sandbox: RunningSandbox, reference: string) => readonly HostedPayment[],
): Till {
  return {
    name,
    connect,
    order: (shop, customer, { plan, orderKey }) => shop.payOnPage(customer, name, plan, { orderKey }),
    async approve(_shop, said) {
      const href = said.body._links?.checkout?.href ?? ''
      const { url } = await fetch(href)
      const answer = { method: 'POST', body: new URLSearchParams({ choice: 'pay' }), redirect: 'manual' } as const
      const back = (await fetch(url, answer)).headers.get('location') ?? ''
      return { returned: Object.fromEntries(new URL(back).searchParams) }
    },
    held: (sandbox, reference) =>
      recordsOf(sandbox, reference)
        .filter(({ status }) => status === 'paid')
        .reduce((sum, payment) => sum + payment.amount - refundedOf(payment), 0),
    namesOf: (sandbox, reference) => [
      reference,
      ...recordsOf(sandbox, reference).flatMap(({ id, pageId }) => (pageId === null ? [id] : [id, pageId])),
    ],
  }
}

const under = (word: string, reference: string) => (payment: HostedPayment) => payment.metadata[word] === reference

/** Every payment method of every provider. */
export const tills = {
  card: adyen('adyen', good),
  bankCard: adyen('adyen', asksBank),
  mollie: page(
    'mollie',
    ({ origin, config }, network) =>
      createMollie({ baseUrl: `${origin}/mollie/v2`, apiKey: config.mollie.apiKey, fetch: network }),
    ({ sandbox }, reference) => sandbox.state.molliePayments.all().filter(under('reference', reference)),
  ),
  stripe: page(
    'stripe',
    ({ origin, config }, network) => createStripe({ baseUrl: `${origin}/stripe/v1`, ...config.stripe, fetch: network }),
    ({ sandbox }, reference) => sandbox.state.stripePayments.all().filter(under('reference', reference)),
  ),
  paypal: page(
    'paypal',
    ({ origin, config }, network) => createPayPal({ baseUrl: `${origin}/paypal`, ...config.paypal, fetch: network }),
    ({ sandbox }, reference) => sandbox.state.paypalPayments.all().filter(under('reference_id', reference)),
  ),
  trustpay: page(
    'trustpay',
    ({ origin, config }, network) =>
      createTrustPay({ baseUrl: `${origin}/trustpay`, ...config.trustPay, fetch: network }),
    ({ sandbox }, reference) => sandbox.state.trustPayPayments.all().filter(under('reference', reference)),
  ),
} as const satisfies Record<string, Till>
