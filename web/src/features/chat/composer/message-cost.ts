import type { Session } from '@incontro/contract/domain'

type Purse = Pick<Session, 'premiumLevel' | 'icebreakerCredits' | 'totalCredits' | 'messageCost'>

/**
 * What the next message costs and what there is to pay it with (section 9). `messageCost` is this member's price;
 * a free member pays the first message to a member with an icebreaker credit instead, and a paying one does while they have
 * one (rule 12.6). `messages` is what the credits come to in messages, which is what members see (12.15).
 */
export const messageCost = (
  session: Purse,
  icebreaker: boolean,
): { cost: number; have: number; withIcebreakers: boolean; messages: number } => {
  const { premiumLevel, messageCost: cost } = session
  const messages = cost > 0 ? Math.floor(session.totalCredits / cost) : 0
  if (cost > 0 && premiumLevel < 2 && icebreaker && (premiumLevel === 0 || session.icebreakerCredits > 0))
    return { cost: 1, have: session.icebreakerCredits, withIcebreakers: true, messages }
  return { cost: premiumLevel === 2 ? 0 : cost, have: session.totalCredits, withIcebreakers: false, messages }
}

/** What a photo or a voice message costs: so many credits, which are so many messages. `left` is what the credits come to in messages. */
export const mediaCost = (
  session: Pick<Session, 'premiumLevel' | 'totalCredits' | 'messageCost'> & {
    readonly flow: Pick<Session['flow'], 'photoMessages' | 'voiceMessages'>
  },
  kind: 'photo' | 'voice',
): { cost: number; messages: number; left: number } => {
  const { cost, messages: left } = messageCost({ ...session, icebreakerCredits: 0 }, false)
  const messages = cost === 0 ? 0 : session.flow[`${kind}Messages`]
  return { cost: cost * messages, messages, left }
}
