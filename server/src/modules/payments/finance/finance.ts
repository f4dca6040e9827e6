import { adminRoutes } from '@incontro/contract/admin'
import type { Module } from '#platform/module.ts'
import type { FinanceDeps } from './deps.ts'
import { exportInvoices, listInvoices, sendInvoice } from './invoice-list.ts'
import { acceptLoss, sendEvidence } from './answer-dispute.ts'
import { listDifferences, reopenDifference, settleDifference } from './differences.ts'
import { openDispute } from './dispute-file.ts'
import { listDisputes } from './disputes.ts'
import { openOrder } from './order-file.ts'
import { listOrders } from './orders.ts'
import { exportVat, vatOf } from './vat.ts'
import { resolveOrder, waitingMoney } from './waiting-money.ts'

/** The finance desk of the console. */
export function createFinance(deps: FinanceDeps): Module {
  return {
    routes(http) {
      http.bind(adminRoutes.orders, (call) => listOrders(deps, call))
      http.bind(adminRoutes.openOrder, (call) => openOrder(deps, call))
      http.bind(adminRoutes.differences, (call) => listDifferences(deps, call))
      http.bind(adminRoutes.settleDifference, (call) => settleDifference(deps, call))
      http.bind(adminRoutes.reopenDifference, (call) => reopenDifference(deps, call))
      http.bind(adminRoutes.disputes, (call) => listDisputes(deps, call))
      http.bind(adminRoutes.openDispute, (call) => openDispute(deps, call))
      http.bind(adminRoutes.sendEvidence, (call) => sendEvidence(deps, call))
      http.bind(adminRoutes.acceptLoss, (call) => acceptLoss(deps, call))
      http.bind(adminRoutes.invoices, (call) => listInvoices(deps, call))
      http.bind(adminRoutes.invoiceDocument, (call) => sendInvoice(deps, call))
      http.bind(adminRoutes.invoicesCsv, (call) => exportInvoices(deps, call))
      http.bind(adminRoutes.vat, (call) => vatOf(deps, call))
      http.bind(adminRoutes.vatCsv, (call) => exportVat(deps, call))
      http.bind(adminRoutes.waitingMoney, (call) => waitingMoney(deps, call))
      http.bind(adminRoutes.resolvePayment, async (call) => {
        await resolveOrder(deps, call)
        return { result: 'OK' as const }
      })
    },
  }
}
