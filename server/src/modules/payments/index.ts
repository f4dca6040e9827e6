import type { ModuleWith } from '../../platform/module.ts'
import { endTerms } from '../subscriptions/index.ts'
import { notifyMember } from './notify-member.ts'
import { cardFrameRoutes } from './card-frame/index.ts'
import { reconcileYesterday, type Reconciling } from './back-office/reconcile.ts'
import { checkStatusRoute } from './checkout/check-status.ts'
import { orderOkRoute } from './checkout/order-ok.ts'
import type { PaymentDeps, PaymentLimits } from './deps.ts'
import { detachCard } from './cards/detach-cards.ts'
import { createAvailability } from './checkout/availability.ts'
import { paidTwiceRoute } from './checkout/paid-twice-route.ts'
import { createPaymentRoute } from './checkout/create-payment.ts'
import { cardRoutes } from './cards/routes.ts'
import { payRulesRoutes } from './checkout/offer-route.ts'
import { ordersRoute } from './checkout/list-orders.ts'
import { documentRoutes } from './documents/routes.ts'
import { forgetOrigin } from './attempts/purchase-origin.ts'
import { forgetAgeCheck } from './attempts/forget-age-check.ts'
import { refundPaidTwice } from './attempts/paid-twice.ts'
import { checkAttempt, sweepAttempts } from './attempts/poll.ts'
import { processWebhook, sweepWebhooks } from './webhooks/process.ts'
import { chargeDue } from './renewals/charge-due.ts'
import { sendCardNotices } from './renewals/card-expiry.ts'
import { sendReminders } from './renewals/reminders.ts'
import { emailAboutPlan } from './renewals/plan-email.ts'
import { planChangeRoutes } from './renewals/change-routes.ts'
import { renewingRoutes } from './renewals/routes.ts'
import { createTokenRoute } from './checkout/order-token.ts'
import { tryChargeRoute } from './checkout/try-charge.ts'
import { trimBodies } from './webhooks/trim-bodies.ts'
import { webhookRoutes } from './webhooks/receive.ts'
import { requestRefund, sweepRefunds } from './withdrawals/refunds.ts'
import { withdrawalRoutes } from './withdrawals/routes.ts'
import { walletFrameRoutes } from './wallets/frame-route.ts'
import { walletOrderRoute } from './wallets/order-route.ts'
import { validationRoute } from './wallets/validation-route.ts'

export type { PayingBrand, PaymentDeps, PaymentLimits, PoolsDatabase } from './deps.ts'
export { requestsUnder, resealRequests } from './attempts/reseal.ts'
export { detachCards } from './cards/detach-cards.ts'
export { hasStoredCard } from './cards/stored-cards.ts'
export { createConnections, type Connections } from './connections.ts'
export type { PaymentProvider } from './port.ts'
export type { Wallet } from './wallets/port.ts'
export { refundPayment, resolvePayment } from './back-office/decide.ts'
export { openDisputesAndClaims } from './back-office/claims.ts'
export { paymentHistory, type PaymentHistory } from './back-office/history.ts'
export { reconcile } from './back-office/reconcile.ts'
export { documentsOf } from './documents/for-email.ts'
export { readReferenceRates } from './invoices/reference-rates.ts'
export { lastDayOf, vatReport } from './invoices/vat-report.ts'
export { unannouncedRenewals } from './renewals/reminders.ts'
export { stepFor, strayEvents, waitingPayments } from './back-office/waiting.ts'

declare module '../../platform/jobs.ts' {
  interface Jobs {
    'payment-check': { readonly attemptId: string }
    'payment-webhook': { readonly connection: string; readonly eventId: string }
    'payment-forget-origin': { readonly attemptId: string }
    'payment-forget-age-check': { readonly attemptId: string }
    'payment-sweep': Record<never, never>
    'payment-refund': { readonly refundId: string }
    'payment-reconcile': Reconciling
    'subscription-renew': Record<never, never>
    'subscription-card-notices': Record<never, never>
    'subscription-end': Record<never, never>
  }
}

/** Limits of a real installation; a demo, where people try every declining card, may relax them. */
export const paymentLimits: PaymentLimits = {
  attemptsPerHour: 10,
  declinesInARow: 5,
  networkDeclines: { slowFrom: 12, workFrom: 40, waitMs: 3_000 },
  membersOfCard: 3,
}

/** Creates the payments module. Jobs poll open attempts, so some process has to run them. */
export function createPayments(deps: PaymentDeps): ModuleWith<'routes' | 'jobs' | 'crontab'> {
  const availability = createAvailability(deps)
  return {
    async routes(http) {
      payRulesRoutes(http, deps, availability)
      renewingRoutes(http, deps)
      planChangeRoutes(http, deps)
      ordersRoute(http, deps)
      documentRoutes(http, deps)
      cardRoutes(http, deps)
      withdrawalRoutes(http, deps)
      createTokenRoute(http, deps)
      tryChargeRoute(http, deps)
      createPaymentRoute(http, deps)
      checkStatusRoute(http, deps)
      orderOkRoute(http, deps)
      paidTwiceRoute(http, deps)
      walletOrderRoute(http, deps)
      validationRoute(http, deps)
      await webhookRoutes(http.app, deps)
      await cardFrameRoutes(http.app, deps)
      await walletFrameRoutes(http.app, deps)
    },
    jobs: {
      'payment-check': ({ attemptId }) => checkAttempt(deps, attemptId),
      'payment-forget-origin': ({ attemptId }) => forgetOrigin(deps, attemptId),
      'payment-forget-age-check': ({ attemptId }) => forgetAgeCheck(deps, attemptId),
      'payment-webhook': (event) => processWebhook(deps, event),
      'payment-sweep': async () => {
        await sweepAttempts(deps)
        await sweepWebhooks(deps)
        await refundPaidTwice(deps)
        await sweepRefunds(deps)
      },
      'payment-reconcile': (rest) => reconcileYesterday(deps, rest),
      'payment-trim-webhooks': async () => void (await trimBodies(deps.db, deps.clock())),
      'payment-refund': ({ refundId }) => requestRefund(deps, refundId),
      'payment-detach-card': (card, job) => detachCard(deps, card, job),
      'subscription-renew': async () => {
        await sendReminders(deps)
        await chargeDue(deps)
      },
      'subscription-card-notices': () => sendCardNotices(deps),
      'subscription-end': () =>
        endTerms({
          db: deps.db,
          now: deps.clock(),
          onEnded: (tx, term) => emailAboutPlan(deps, tx, term, 'plan-ended', { reason: 'unpaid' }, '/vip_plan/cred'),
          onChanged: (memberId) => notifyMember(deps, memberId),
          onError: (error, { id }) => deps.log.error({ err: error, subscription: id }, 'a term could not be ended'),
        }),
    },
    lanes: { 'payment-check': 'urgent', 'payment-refund': 'urgent', 'payment-webhook': 'urgent' },
    crontab: [
      '* * * * * payment-sweep ?queue=payment-sweep&jobKey=payment-sweep',
      // In a queue, because a run of thousands takes longer than a minute; the next one waits for it.
      '* * * * * subscription-renew ?queue=subscription-renew&jobKey=subscription-renew',
      '* * * * * subscription-end',
      '53 2 * * * payment-reconcile ?queue=nightly',
      '37 8 * * * subscription-card-notices ?queue=nightly',
      '3 2 * * * payment-trim-webhooks ?queue=nightly',
    ],
  }
}
