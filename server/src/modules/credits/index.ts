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
