import type { Database } from '../../platform/database.ts'
import type { Module } from '../../platform/module.ts'
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
export { checkLedger, type LedgerReport } from './replay.ts'

/** The ledger's own part of the program: the member's statement. */
export function createCredits(deps: { readonly db: Database }): Module {
  return { routes: (http) => statementRoutes(http, deps) }
}
