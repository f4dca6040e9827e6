import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { ControlPanel } from '../adyen/controls.ts'
import type { SandboxConfig } from '../config.ts'
import { hostedPage } from '../hosted/page.ts'
import { createHostedPayments } from '../hosted/payments.ts'
import { postToApp } from '../post-to-app.ts'
import type { SandboxState } from '../state.ts'
import { createWebhooks } from '../webhook-delivery.ts'
import { mollieRoutes } from './routes.ts'

/** Values of `details.failureReason` for a failed card payment. */
const FAILURES = [
  'insufficient_funds',
  'card_declined',
  'card_expired',
  'inactive_card',
  'invalid_cvv',
  'invalid_card_number',
  'invalid_card_type',
  'possible_fraud',
  'refused_by_issuer',
  'authentication_failed',
  'authentication_required',
  'unknown_reason',
] as const

const PREFIXES = { payment: 'tr', page: 'tr', customer: 'cst', stored: 'mdt', refund: 're', dispute: 'chb' } as const

/** A stand-in for Mollie: its API v2 under `/mollie/v2` and its payment page. */
export function openMollie(
  app: FastifyInstance,
  { state, config, controls }: { state: SandboxState; config: SandboxConfig; controls: ControlPanel },
) {
  const webhooks = createWebhooks(state.mollieWebhooks, config, controls.current, ({ path, paymentId }, signal) =>
    postToApp(
      `${config.appUrl}${path}`,
      {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ id: paymentId }).toString(),
      },
      signal,
    ),
  )
  const payments = createHostedPayments(
    { payments: state.molliePayments, stored: state.mollieMandates, customers: state.mollieCustomers },
    {
      newId: (of) => `${PREFIXES[of]}_${randomBytes(8).toString('hex').slice(0, 12)}`,
      endsOnRefusal: true,
      refundsImmediately: false,
      pendingMs: config.pendingMs,
      pageOpenMs: 15 * 60_000,
      changed: ({ id, webhookUrl }) => {
        if (webhookUrl !== null) webhooks.emit([{ path: new URL(webhookUrl).pathname, paymentId: id }])
      },
    },
  )
  hostedPage(app, payments, {
    provider: 'Mollie',
    path: '/mollie/checkout/',
    failures: FAILURES,
    find: payments.find,
  })
  app.register(async (api) => mollieRoutes(api, { state, config, controls, payments }), { prefix: '/mollie/v2' })
  return { payments, webhooks }
}
