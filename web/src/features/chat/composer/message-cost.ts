import type { Session } from '@incontro/contract/domain'

type Purse = Pick<Session, 'premiumLevel' | 'icebreakerCredits' | 'totalCredits' | 'messageCost'>

/**
 * What the next message costs and what there is to pay it with (spec section 9). `valoreMessaggio` is this member's price;
 * a free member pays the first message to somebody with an icebreaker credit instead.
 */
export const messageCost = (
  session: Purse,
  icebreaker: boolean,
): { cost: number; have: number; withIcebreakers: boolean } => {
  const { premiumLevel, messageCost: cost } = session
  if (cost > 0 && premiumLevel === 0 && icebreaker)
    return { cost: 1, have: session.icebreakerCredits, withIcebreakers: true }
  return { cost: premiumLevel === 2 ? 0 : cost, have: session.totalCredits, withIcebreakers: false }
}
