import { createHmac, randomInt } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { ControlPanel } from '../adyen/controls.ts'
import type { SandboxConfig } from '../config.ts'
import { hostedPage } from '../hosted/page.ts'
import { createHostedPayments, type HostedChange } from '../hosted/payments.ts'
import type { HostedPayment } from '../hosted/records.ts'
import { toDecimal } from '../minor-units.ts'
import { postToApp } from '../post-to-app.ts'
import type { SandboxState } from '../state.ts'
import { createWebhooks } from '../webhook-delivery.ts'
import { trustPayRoutes } from './routes.ts'

/** Result codes with which a transfer is rejected. */
const FAILURES = [
  '800.100.203',
  '100.380.401',
  '100.390.118',
  '800.100.151',
  '800.100.155',
  '800.100.160',
  '800.100.162',
  '800.300.401',
  '900.100.100',
] as const

/** All primitive values of a message, at any depth. */
function leavesOf(value: unknown): readonly string[] {
  if (value === null || value === undefined) return []
  if (typeof value === 'object') return Object.values(value).flatMap(leavesOf)
  return [String(value)]
}

/** TrustPay's signature: over all values, sorted as text and joined by `/`. */
export function signTrustPay(message: object, secretKey: string): string {
  const text = [...leavesOf(message)].sort().join('/')
  return createHmac('sha256', secretKey).update(text).digest('hex').toUpperCase()
}

/** A stand-in for TrustPay's bank transfers: its API under `/trustpay/api` and its page. */
export function openTrustPay(
  app: FastifyInstance,
  {
    state,
    config,
    controls,
    origin,
  }: { state: SandboxState; config: SandboxConfig; controls: ControlPanel; origin: () => string },
) {
  const webhooks = createWebhooks(state.trustPayWebhooks, config, controls.current, ({ path, body }, signal) =>
    postToApp(`${config.appUrl}${path}`, { headers: { 'content-type': 'application/json' }, body }, signal),
  )
  function notify(payment: HostedPayment, information: object): void {
    if (payment.webhookUrl === null) return
    const message = { PaymentInformation: information }
    const Signature = signTrustPay(message, config.trustPay.secretKey)
    const { pathname } = new URL(payment.webhookUrl)
    webhooks.emit([{ path: pathname, body: JSON.stringify({ ...message, Signature }) }])
  }
  const amountOf = (minor: number, { currency }: HostedPayment) => ({
    Amount: Number(toDecimal('TrustPay', minor, currency)),
    Currency: currency,
  })
  const merchant = (payment: HostedPayment) => payment.metadata['reference'] ?? ''

  function changed(payment: HostedPayment, what: HostedChange): void {
    const references = { MerchantReference: merchant(payment), PaymentId: payment.pageId, PaymentRequestId: payment.id }
    if (what.of === 'refund') {
      if (what.refund.status !== 'refunded') return
      return notify(payment, {
        CreditDebitIndicator: 'DBIT',
        References: { MerchantReference: what.refund.metadata['reference'] ?? '', PaymentRequestId: what.refund.id },
        Status: 'Refunded',
        Amount: amountOf(what.refund.amount, payment),
      })
    }
    if (what.of === 'dispute') {
      if (payment.dispute?.state !== 'lost') return
      return notify(payment, {
        CreditDebitIndicator: 'DBIT',
        References: references,
        Status: 'Chargebacked',
        Amount: amountOf(payment.amount, payment),
      })
    }
    const status = ({ paid: 'Paid', failed: 'Rejected', cancelled: 'Rejected' } as Record<string, string>)[
      payment.status
    ]
    if (status === undefined) return
    notify(payment, {
      CreditDebitIndicator: 'CRDT',
      References: references,
      Status: status,
      Amount: amountOf(payment.amount, payment),
      ...(payment.failure === null ? {} : { StatusReasonInformation: { Reason: { Code: payment.failure } } }),
    })
  }

  const payments = createHostedPayments(
    { payments: state.trustPayPayments, stored: state.trustPayMethods, customers: state.trustPayCustomers },
    {
      newId: () => String(randomInt(1_000_000_000, 9_999_999_999)),
      endsOnRefusal: true,
      refundsImmediately: false,
      pendingMs: config.pendingMs,
      pageOpenMs: 60 * 60_000,
      changed,
    },
  )
  hostedPage(app, payments, {
    provider: 'TrustPay',
    path: '/trustpay/pay/',
    failures: FAILURES,
    find: payments.find,
    adds: ({ id }) => ({ PaymentRequestId: id }),
  })
  const base = () => `${config.publicUrl ?? origin()}/trustpay`
  app.register(async (api) => trustPayRoutes(api, { config, controls, payments, base }), { prefix: '/trustpay' })
  return { payments, webhooks }
}
