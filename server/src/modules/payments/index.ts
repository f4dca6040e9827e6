import { bindJobs } from '#platform/jobs/job.ts'
import type { ModuleWith } from '#platform/module.ts'
import { cardFrameRoutes } from './card-frame/index.ts'
import { checkStatusRoute } from './checkout/check-status.ts'
import { orderOkRoute } from './checkout/order-ok.ts'
import type { PaymentDeps, PaymentLimits } from './deps.ts'
import { createAvailability } from './checkout/availability.ts'
import { paidTwiceRoute } from './checkout/paid-twice-route.ts'
import { createPaymentRoute } from './checkout/create-payment.ts'
import { cardRoutes } from './cards/routes.ts'
import { payRulesRoutes } from './checkout/offer-route.ts'
import { ordersRoute } from './checkout/list-orders.ts'
import { documentRoutes } from './documents/routes.ts'
import { planChangeRoutes } from './renewals/change-routes.ts'
import { paymentJobs } from './jobs.ts'
import { countWaitingPayments } from './back-office/waiting.ts'
import { countUnannounced } from './renewals/reminders.ts'
import { renewingRoutes } from './renewals/routes.ts'
import { createTokenRoute } from './checkout/order-token.ts'
import { tryChargeRoute } from './checkout/try-charge.ts'
import { webhookRoutes } from './webhooks/receive.ts'
import { withdrawalRoutes } from './withdrawals/routes.ts'
import { walletFrameRoutes } from './wallets/frame-route.ts'
import { walletOrderRoute } from './wallets/order-route.ts'
import { validationRoute } from './wallets/validation-route.ts'

export type { PayingBrand, PaymentDeps, PaymentLimits, PoolsDatabase } from './deps.ts'
export { detachCards } from './cards/detach-cards.ts'
export { hasStoredCard } from './cards/stored-cards.ts'
export { createFinance } from './finance/finance.ts'
export { connectionId, createConnections, type Connections } from './connections.ts'
export { flagsOf, furtherReasons } from './attempts/flags.ts'
export type { PaymentProvider } from './port.ts'
export type { Wallet } from './wallets/port.ts'
export { type RefundOutcome, refundPayment, refundPaymentIn, resolvePayment } from './back-office/decide.ts'
export { openDisputesAndClaims } from './back-office/claims.ts'
export { paymentHistory, type PaymentHistory } from './back-office/history.ts'
export { reconcile } from './back-office/reconcile.ts'
export { documentsOf } from './documents/for-email.ts'
export { issueCreditNote, issueInvoice } from './invoices/issue.ts'
export { readReferenceRates } from './invoices/reference-rates.ts'
export { lastDayOf, vatReport } from './invoices/vat-report.ts'
export { taxPlaceOf } from './invoices/tax-place.ts'
export { endPause, pauseTerm } from './pause.ts'
export { unannouncedRenewals } from './renewals/reminders.ts'
export { tookMoney } from './withdrawals/left-to-refund.ts'
export { stepFor, strayEvents, waitingPayments } from './back-office/waiting.ts'

/** Limits of a real installation; a demo, where people try every declining card, may relax them. */
export const paymentLimits: PaymentLimits = {
  attemptsPerHour: 10,
  declinesInARow: 5,
  networkDeclines: { slowFrom: 12, workFrom: 40, waitMs: 3_000 },
  membersOfCard: 3,
}

/** Creates the payments module. Jobs poll open attempts, so some process has to run them. */
export function createPayments(deps: PaymentDeps): ModuleWith<'routes' | 'jobs'> {
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
    jobs: bindJobs(paymentJobs, deps),
    vitals: {
      unannouncedRenewals: () => countUnannounced(deps.db, deps.clock()),
      paymentsToDecide: () => countWaitingPayments(deps.db),
    },
  }
}
