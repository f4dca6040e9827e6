import { bindJobs } from '#platform/jobs/job.ts'
import type { Module } from '#platform/module.ts'
import { creditJobs } from './jobs.ts'
import type { NightlyCheckDeps } from './nightly-check.ts'
import { statementRoutes, type StatementDeps } from './statement.ts'

export {
  balancesOf,
  move,
  openWallet,
  type Balances,
  type HouseAccount,
  type Movement,
  type MovementResult,
  type WalletAccount,
} from './ledger.ts'
export { statementOf } from './statement.ts'
export { messageRefund } from './message-refund.ts'
export { checkLedger, type LedgerReport } from './replay.ts'

/** The credits module: the member's statement and the nightly ledger checks. */
export function createCredits(deps: NightlyCheckDeps & StatementDeps): Module {
  return {
    routes: (http) => statementRoutes(http, deps),
    jobs: bindJobs(creditJobs, deps),
  }
}
