import { createHmac, randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { ControlPanel } from '../adyen/controls.ts'
import type { SandboxConfig } from '../config.ts'
import { hostedPage } from '../hosted/page.ts'
import { createHostedPayments, type HostedChange } from '../hosted/payments.ts'
import type { HostedPayment } from '../hosted/records.ts'
import { postToApp } from '../post-to-app.ts'
import type { SandboxState } from '../state.ts'
import { createWebhooks } from '../webhook-delivery.ts'
import { stripeRoutes } from './routes.ts'
import { disputeView, eventView, intentView, refundView, sessionView } from './views.ts'

/** Where the application receives Stripe's webhooks; at Stripe, this is set in the dashboard. */
const WEBHOOK_PATH = '/pay/webhooks/stripe'

/** Reasons for a failed card payment. */
const FAILURES = [
  'insufficient_funds',
  'generic_decline',
  'lost_card',
  'stolen_card',
  'expired_card',
  'incorrect_cvc',
  'incorrect_number',
  'processing_error',
  'authentication_required',
  'card_velocity_exceeded',
  'fraudulent',
  'try_again_later',
] as const

const disputeEvents = {
  open: 'charge.dispute.created',
  review: 'charge.dispute.updated',
  won: 'charge.dispute.closed',
  lost: 'charge.dispute.closed',
} as const

const PREFIXES = { payment: 'pi', page: 'cs_test', customer: 'cus', stored: 'pm', refund: 're', dispute: 'dp' } as const
const newId = (of: keyof typeof PREFIXES | 'event') =>
  `${of === 'event' ? 'evt' : PREFIXES[of]}_${randomBytes(12).toString('hex')}`

/** `t=<seconds>,v1=<hex>` over the time and the body, as Stripe signs. */
export function signStripeEvent(body: string, secret: string, at: number): string {
  const t = Math.floor(at / 1000)
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`
}

/** A stand-in for Stripe: its API v1 under `/stripe/v1` and its checkout page. */
export function openStripe(
  app: FastifyInstance,
  {
    state,
    config,
    controls,
    origin,
  }: { state: SandboxState; config: SandboxConfig; controls: ControlPanel; origin: () => string },
) {
  const webhooks = createWebhooks(state.stripeWebhooks, config, controls.current, ({ body }, signal) =>
    postToApp(
      `${config.appUrl}${WEBHOOK_PATH}`,
      {
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signStripeEvent(body, config.stripe.webhookSecret, Date.now()),
        },
        body,
      },
      signal,
    ),
  )
  const emit = (...events: readonly (readonly [type: string, object: object])[]) =>
    webhooks.emit(events.map(([type, object]) => ({ body: JSON.stringify(eventView(newId('event'), type, object)) })))

  function changed(payment: HostedPayment, what: HostedChange): void {
    if (what.of === 'refund') return emit(['refund.created', refundView(payment, what.refund)])
    if (what.of === 'dispute') {
      const { dispute } = payment
      return dispute === null ? undefined : emit([disputeEvents[dispute.state], disputeView(payment, dispute)])
    }
    if (payment.by !== 'page')
      return emit([
        payment.status === 'paid' ? 'payment_intent.succeeded' : 'payment_intent.payment_failed',
        intentView(payment),
      ])
    const session = sessionView(payment, `${config.publicUrl ?? origin()}/stripe`)
    switch (payment.status) {
      case 'open':
        return emit(['payment_intent.payment_failed', intentView(payment)])
      case 'paid':
        return emit(['payment_intent.succeeded', intentView(payment)], ['checkout.session.completed', session])
      case 'pending':
        return emit(['checkout.session.completed', session])
      case 'expired':
      case 'cancelled':
        return emit(['checkout.session.expired', session])
      default:
        return emit(['checkout.session.async_payment_failed', session])
    }
  }

  const payments = createHostedPayments(
    { payments: state.stripePayments, stored: state.stripeMethods, customers: state.stripeCustomers },
    {
      newId,
      endsOnRefusal: false,
      refundsImmediately: true,
      pendingMs: config.pendingMs,
      pageOpenMs: 24 * 60 * 60_000,
      changed,
    },
  )
  hostedPage(app, payments, {
    provider: 'Stripe',
    path: '/stripe/pay/',
    failures: FAILURES,
    find: payments.findPage,
  })
  app.register(async (api) => stripeRoutes(api, { state, config, controls, payments, newId }), { prefix: '/stripe/v1' })
  return { payments, webhooks }
}
