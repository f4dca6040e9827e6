import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { ControlPanel } from '../adyen/controls.ts'
import type { SandboxConfig } from '../config.ts'
import { hostedPage } from '../hosted/page.ts'
import { createHostedPayments, type HostedChange } from '../hosted/payments.ts'
import type { HostedPayment } from '../hosted/records.ts'
import { postToApp } from '../post-to-app.ts'
import type { SandboxState } from '../state.ts'
import { createWebhooks } from '../webhook-delivery.ts'
import { newPayPalId } from './ids.ts'
import { payPalRoutes } from './routes.ts'
import { signTransmission } from './signature.ts'
import { captureView, disputeView, eventView, orderView, paymentTokenView, refundView } from './views.ts'

/** Where the application receives PayPal's webhooks; at PayPal, this is set in the dashboard. */
const WEBHOOK_PATH = '/pay/webhooks/paypal'

/** Issues for which a capture fails. */
const FAILURES = [
  'INSTRUMENT_DECLINED',
  'TRANSACTION_REFUSED',
  'TRANSACTION_LIMIT_EXCEEDED',
  'PAYER_ACCOUNT_RESTRICTED',
  'PAYER_ACCOUNT_LOCKED_OR_CLOSED',
  'PAYER_CANNOT_PAY',
  'CARD_EXPIRED',
  'COMPLIANCE_VIOLATION',
] as const

const disputeEvents = {
  open: 'CUSTOMER.DISPUTE.CREATED',
  review: 'CUSTOMER.DISPUTE.UPDATED',
  won: 'CUSTOMER.DISPUTE.RESOLVED',
  lost: 'CUSTOMER.DISPUTE.RESOLVED',
} as const

/** A stand-in for PayPal: its APIs (Orders v2, Payments v2, Vault v3) under `/paypal` and its approval page. */
export function openPayPal(
  app: FastifyInstance,
  {
    state,
    config,
    controls,
    origin,
  }: { state: SandboxState; config: SandboxConfig; controls: ControlPanel; origin: () => string },
) {
  const { webhookId, clientSecret } = config.paypal
  const base = () => `${config.publicUrl ?? origin()}/paypal`
  const webhooks = createWebhooks(state.paypalWebhooks, config, controls.current, ({ body }, signal) => {
    const transmission = signTransmission(
      { id: randomUUID(), time: new Date().toISOString() },
      { webhookId, secret: clientSecret, body },
    )
    return postToApp(
      `${config.appUrl}${WEBHOOK_PATH}`,
      {
        headers: {
          'content-type': 'application/json',
          'paypal-auth-algo': 'SHA256withRSA',
          'paypal-cert-url': `${base()}/v1/notifications/certs/CERT-sandbox`,
          'paypal-transmission-id': transmission.id,
          'paypal-transmission-time': transmission.time,
          'paypal-transmission-sig': transmission.signature,
        },
        body,
      },
      signal,
    )
  })
  const emit = (...events: readonly (readonly [type: string, resourceType: string, resource: object])[]) =>
    webhooks.emit(
      events.map(([type, resourceType, resource]) => ({
        body: JSON.stringify(eventView(newPayPalId('event'), { type, resourceType, resource }, base())),
      })),
    )

  function changed(payment: HostedPayment, what: HostedChange): void {
    const storedEvent = ['VAULT.PAYMENT-TOKEN.CREATED', 'payment_token', paymentTokenView(payment, base())] as const
    if (what.of === 'stored') return emit(storedEvent)
    if (what.of === 'refund')
      return emit(['PAYMENT.CAPTURE.REFUNDED', 'refund', refundView(payment, what.refund, base())])
    if (what.of === 'dispute') {
      const { dispute } = payment
      if (dispute === null) return
      return emit([disputeEvents[dispute.state], 'dispute', disputeView(payment, dispute, base())])
    }
    switch (payment.status) {
      case 'approved':
        return emit(['CHECKOUT.ORDER.APPROVED', 'checkout-order', orderView(payment, base())])
      case 'pending':
        return emit(['PAYMENT.CAPTURE.PENDING', 'capture', captureView(payment, base())])
      case 'paid':
        return emit(
          ['PAYMENT.CAPTURE.COMPLETED', 'capture', captureView(payment, base())],
          ...(payment.keep && payment.storedId !== null ? [storedEvent] : []),
        )
      default:
        return undefined
    }
  }

  const payments = createHostedPayments(
    { payments: state.paypalPayments, stored: state.paypalTokens, customers: state.paypalCustomers },
    {
      newId: newPayPalId,
      endsOnRefusal: false,
      approvesFirst: true,
      refundsImmediately: true,
      pendingMs: config.pendingMs,
      pageOpenMs: 3 * 60 * 60_000,
      changed,
    },
  )
  hostedPage(app, payments, {
    provider: 'PayPal',
    path: '/paypal/approve/',
    failures: FAILURES,
    storesLater: true,
    find: payments.find,
    adds: ({ id }) => ({ token: id, PayerID: 'QYR5Z8XDVJNXQ' }),
  })
  // As at PayPal, the page's URL has the order in its query.
  app.get<{ Querystring: { token?: string } }>('/paypal/checkoutnow', (request, reply) =>
    reply.redirect(`/paypal/approve/${encodeURIComponent(request.query.token ?? '')}`, 302),
  )
  app.register(async (api) => payPalRoutes(api, { state, config, controls, payments, base }), { prefix: '/paypal' })
  return { payments, webhooks }
}
