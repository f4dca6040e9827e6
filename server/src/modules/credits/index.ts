import type { Module } from '../../platform/module.ts'
import { checkChanges, checkEverybody, type NightlyCheckDeps } from './nightly-check.ts'
import { statementRoutes } from './statement.ts'

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
export { messageRefund } from './message-refund.ts'
export { checkLedger, type LedgerReport } from './replay.ts'

declare module '../../platform/jobs.ts' {
  interface Jobs {
    'credits-check-changes': Record<never, never>
    'credits-check-everybody': Record<never, never>
  }
}

/** The credits module: the member's statement and the nightly ledger checks. */
export function createCredits(deps: NightlyCheckDeps): Module {
  return {
    routes: (http) => statementRoutes(http, deps),
    jobs: {
      'credits-check-changes': async () => void (await checkChanges(deps)),
      'credits-check-everybody': async () => void (await checkEverybody(deps)),
    },
    crontab: ['43 2 * * * credits-check-changes ?queue=nightly', '13 4 * * 0 credits-check-everybody ?queue=nightly'],
  }
}
