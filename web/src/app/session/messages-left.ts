import type { Session } from '@incontro/contract/domain'

/** How many messages the member's credits pay for. */
export const messagesLeft = ({ totalCredits, messageCost }: Pick<Session, 'totalCredits' | 'messageCost'>): number =>
  Math.floor(totalCredits / Math.max(1, messageCost))
