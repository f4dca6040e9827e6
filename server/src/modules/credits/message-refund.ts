import type { WalletAccount } from './ledger.ts'

interface PaidMessage {
  /** The balance that paid for it. */
  readonly account: WalletAccount
  /** What it cost, in the units of that balance. */
  readonly cost: number
  /** The sender's level when it was sent. */
  readonly senderLevel: number
  /** The sender's level now. */
  readonly level: number
}

/**
 * What refunds one message as one message (rule 12.15), also if a plan began or ended meanwhile: without a plan a
 * message costs one credit, with a plan the flow's `messageCost`.
 */
export function messageRefund({ account, cost, senderLevel, level }: PaidMessage, messageCost: number): number {
  if (account !== 'messages' || senderLevel > 0 === level > 0) return cost
  return level > 0 ? cost * messageCost : Math.ceil(cost / messageCost)
}
